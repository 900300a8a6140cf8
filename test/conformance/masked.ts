import { isObject } from '../../nodes/DocScore/service/json';
import { RUN_STATUSES } from '../../nodes/DocScore/service/types';
import type { Answer, Exchange } from './conversation';
import { parseInstant } from './instants';
import { STRANGE_PART, URL_PARTS } from './probes/recording';
import { UNKNOWN_ID } from './probes/unknowns';
import type { Incoming } from './sender';
import { RUN_NAME, SENT_METADATA } from './observedRun';

/** How to show a value; undefined leaves it out. */
type Show = (value: unknown) => unknown;

/** The check's own words are not secret, and probes look for them in errors. */
const OWN_WORDS = [UNKNOWN_ID, STRANGE_PART, ...URL_PARTS];
const OWN_NAME = new RegExp(`^${RUN_NAME}(, to fail)? \\d+$`);
const OWN_METADATA = new Map<string, unknown>(Object.entries(SENT_METADATA));

const REASONS = ['failure_reason', 'failureReason'];

const WORD = /^[a-z]{1,16}$/;
const CODE = /^[A-Z_]{1,24}$/;
const NUMBER = /^(?:[2-9]|1[1-9])\d*$/;

/**
 * Masks the responses for a record. Replaces each value with an invented one unless it is known to be
 * harmless. Values stay comparable: equal values stay equal, order stays the same, numbers stay numbers,
 * and capitals stay capitals.
 */
export class MaskedAnswers {
	private readonly ids: string[];
	private readonly texts = new Map<string, number>();

	constructor(
		exchanges: readonly Exchange[],
		templateId: string,
		private readonly origin: string,
	) {
		const ids = exchanges.flatMap(({ answer, request }) => [
			...idsIn(answer?.body),
			...idsIn(request),
		]);
		this.ids = [...new Set([...ids, templateId.toLowerCase()])].sort();
	}

	/** Returns an invented ID. Invented IDs sort like the real ones. */
	idOf(id: string): string {
		if (id === UNKNOWN_ID) return id;
		const at = this.ids.indexOf(id.toLowerCase());
		const made = `0a000000-0000-4000-8000-${at.toString(16).padStart(12, '0')}`;
		return id === id.toLowerCase() ? made : made.toUpperCase();
	}

	answer({ status, headers, text, body }: Answer): Incoming {
		const shown = body === undefined ? '' : JSON.stringify(this.body(body));
		const page = text.includes('<') ? '<html></html>' : '';
		return { status, headers: headersOf(headers), text: body === undefined ? page : shown };
	}

	request({ operation, request }: Exchange): unknown {
		if (!isObject(request)) return null;
		if (operation === 'link') return { url: this.link(request.url) };
		if (operation === 'recording') return request;
		const { page, limit, id, filters, metadata_filters: metadata } = request;
		return {
			page,
			limit,
			id: typeof id === 'string' ? this.idOf(id) : id,
			filters: isObject(filters)
				? mapped(filters, (value) => (parseInstant(value) || isStatus(value) ? value : 'text'))
				: undefined,
			metadata_filters: Array.isArray(metadata)
				? metadata.map((each) => (isObject(each) ? each.operator : null))
				: undefined,
		};
	}

	private body(body: unknown): unknown {
		if (!isObject(body)) return typeOf(body);
		return mapped(body, (value, key) => (SHOWN[key] ?? this.ofRun)(value, key));
	}

	private readonly ofRun = (value: unknown, key: string): unknown => {
		switch (key) {
			case 'docs':
				return Array.isArray(value) ? value.map((each) => this.body(each)) : typeOf(value);
			case 'doc':
				return this.body(value);
			case 'result':
				return isObject(value) ? this.result(value) : typeOf(value);
			case 'id':
			case 'doc_id':
				return typeof value === 'string' ? this.idOf(value) : typeOf(value);
			case 'filename':
			case 'name':
				return this.name(value);
			case 'metadata':
				return isObject(value) ? this.metadata(value) : typeOf(value);
			case 'output_schema':
			case 'evaluation_schema':
				return isObject(value) ? this.renamed(value, 'field') : typeOf(value);
			case 'supportingDocs':
				return Array.isArray(value) ? value.map((each) => this.file(each)) : typeOf(value);
			default:
				return typeOf(value);
		}
	};

	private name(value: unknown): unknown {
		if (typeof value !== 'string' || value === '' || OWN_NAME.test(value)) return value;
		return this.made('Name', value);
	}

	private metadata(metadata: object): object {
		const entries = Object.entries(metadata).map(([name, value]: [string, unknown]) => {
			const own = OWN_METADATA.get(name);
			if (own === undefined) return [this.made('key', name), this.value(value)];
			const isOwn = String(own) === String(value) || Number(own) === value;
			return [name, isOwn ? value : this.value(value)];
		});
		return Object.fromEntries(entries);
	}

	private value(value: unknown): unknown {
		if (typeof value === 'number') return 200 + this.numberOf(String(value));
		if (typeof value !== 'string') return typeOf(value);
		if (NUMBER.test(value)) return String(200 + this.numberOf(value));
		return /[a-z]/i.test(value) ? this.made('Value', value) : '-';
	}

	/** The other keys may be the names of fields. The keys with the reason of a failure are kept. */
	private result(result: object): object {
		const reasons = Object.entries(result).filter(([key]) => REASONS.includes(key));
		const others = Object.entries(result).filter(([key]) => !REASONS.includes(key));
		return {
			...mapped(Object.fromEntries(reasons), (value) => typeOf(value)),
			...this.renamed(Object.fromEntries(others), 'field'),
		};
	}

	private renamed(object: object, kind: string): object {
		const entries = Object.entries(object).map(([name, value]: [string, unknown]) => {
			const entry = isObject(value) ? { value: typeOf(value.value) } : typeOf(value);
			return [this.made(kind, name), entry];
		});
		return Object.fromEntries(entries);
	}

	private file(file: unknown): unknown {
		if (!isObject(file)) return typeOf(file);
		return { id: 'file', filename: 'file.pdf', filenameUrl: this.link(file.filenameUrl) };
	}

	/** Keeps whether the link leads to the service, and when it expires. */
	private link(url: unknown): unknown {
		if (typeof url !== 'string' || !URL.canParse(url)) return typeOf(url);
		const { origin, searchParams } = new URL(url);
		const shown = new URL(origin === this.origin ? PLAYED_ORIGIN : 'https://files.example');
		for (const [name, value] of searchParams) {
			if (/^(x-(amz|goog)-expires|expires|exp)$/i.test(name) && /^\d{1,13}$/.test(value)) {
				shown.searchParams.set(name.toLowerCase(), value);
			}
		}
		return shown.href;
	}

	private made(kind: string, text: string): string {
		return `${kind}-${String(this.numberOf(text)).padStart(5, '0')}`;
	}

	private numberOf(text: string): number {
		const number = this.texts.get(text) ?? this.texts.size;
		this.texts.set(text, number);
		return number;
	}
}

/** The origin that a record contains instead of the service's. */
export const PLAYED_ORIGIN = 'https://service.example';

/** Values that are shown, by key at any depth. Each keeps only what is harmless. */
const SHOWN: Record<string, Show> = {
	status: (value) => (isStatus(value) || WORD.test(String(value)) ? value : typeOf(value)),
	statusCode: (value) => (typeof value === 'number' || CODE.test(String(value)) ? value : ''),
	created_time: (value) => (parseInstant(value) ? value : typeOf(value)),
	pagination: (value) => (isObject(value) ? mapped(value, countOf) : typeOf(value)),
	failure_reason: (value) => (isObject(value) ? { message: 'text' } : typeOf(value)),
	error: ownWordsOf,
	details: ownWordsOf,
};

const isStatus = (value: unknown): boolean => RUN_STATUSES.some((status) => status === value);

const countOf = (value: unknown): unknown => (/^\d{1,12}$/.test(String(value)) ? value : null);

function ownWordsOf(value: unknown): unknown {
	if (typeof value !== 'string') return typeOf(value);
	return ['text', ...OWN_WORDS.filter((word) => new RegExp(`\\b${word}\\b`).test(value))].join(' ');
}

/** An empty or constant value of the same type. */
function typeOf(value: unknown): unknown {
	if (typeof value === 'string') return value === '' ? '' : 'text';
	if (typeof value === 'number') return 0;
	if (Array.isArray(value)) return [];
	return typeof value === 'object' && value !== null ? {} : value;
}

/** Keeps keys, which are the service's own names. Leaves out keys that are not plain names. */
function mapped(object: object, show: (value: unknown, key: string) => unknown): object {
	const entries = Object.entries(object).filter(([key]) => /^[A-Za-z_]{1,32}$/.test(key));
	return Object.fromEntries(entries.map(([key, value]) => [key, show(value, key)]));
}

function headersOf(headers: Incoming['headers']): Incoming['headers'] {
	const patterns: Record<string, RegExp> = {
		date: /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/,
		'retry-after': /^(\d{1,9}|\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT)$/,
		'content-encoding': /^(gzip|br|deflate|zstd)$/,
	};
	const shown = Object.entries(headers).filter(([name, value]) => patterns[name]?.test(value));
	return Object.fromEntries(shown);
}

/** All texts in the places of IDs. */
function idsIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(idsIn);
	if (!isObject(value)) return [];
	const own = [value.id, value.doc_id].filter((id) => typeof id === 'string');
	return [...own.map((id) => id.toLowerCase()), ...idsIn(value.docs), ...idsIn(value.doc)];
}
