import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { bareKey } from '../../service/apiKey';
import { ServiceError } from '../../service/errors';
import { toResult } from '../../service/result';
import { ADDRESS, COPY_KEY, saidByN8n, shortened } from '../../service/messages';
import { checkHttpUrl } from '../input/validation';
import { InputError } from '../input/inputError';
import { weakMemoize } from '../weakMemoize';

export const CREDENTIAL = 'docScoreApi';

/** A key and its Base URL. The key is sent nowhere else. */
export interface Credential {
	baseUrl: string;
	key: string;
}

/**
 * @param itemIndex the input item for the credential's expressions
 * @throws InputError
 */
export async function readCredential(
	context: IAllExecuteFunctions,
	itemIndex?: number,
): Promise<Credential> {
	return checkCredential(await context.getCredentials(CREDENTIAL, itemIndex));
}

/** @throws InputError, which never shows the key */
export function checkCredential({ baseUrl, apiKey }: ICredentialDataDecryptedObject): Credential {
	return { baseUrl: cleanBaseUrl(baseUrl), key: checkKey(bareKey(apiKey)) };
}

/** The Base URL without spaces around it and slashes at its end. @throws InputError */
export function cleanBaseUrl(value: unknown): string {
	const text = typeof value === 'string' ? withoutSlashes(value.trim()) : '';
	// The error does not show the value, because it may contain a password.
	if (holdsUser(text)) {
		throw new InputError('Base URL', '', 'contains a user name or password', ADDRESS);
	}
	const url = checkOneReading(checkHttpUrl('Base URL', text, ADDRESS));
	const [request] = REQUEST.exec(url) ?? [];
	if (request !== undefined) {
		const problem = 'contains the path of a single request';
		throw new InputError(
			'Base URL',
			url,
			problem,
			`Remove ${shortened(request, MAX_HOST)} from its end`,
		);
	}
	// The path of each request would become a part of it.
	if (/[?#]/.test(url)) {
		throw new InputError('Base URL', url, 'contains a question mark or #', ADDRESS);
	}
	if (new URL(url).hostname === PLACEHOLDER) {
		const advice =
			'Enter the address of your service: the beginning of all addresses in its API documentation';
		throw new InputError('Base URL', url, 'is only an example', advice);
	}
	return url;
}

/** The paths of the service, which the node adds itself. A query can be secret. */
const REQUEST = /\/(workflows\/(submit|runs|extractionTemplates)|scoring\/submitRecording)\b[^?#]*/;

/** The host in the form's example. */
const PLACEHOLDER = 'api.example.com';

/** A URL of visible ASCII characters without a backslash, and its host. */
const PLAIN = /^https?:\/\/([\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?(?:[/?#][!-[\]-~]*)?$/i;

/** Others read some URLs in another way than Node.js, and see another host. @throws InputError */
function checkOneReading(url: string): string {
	// Stryker disable next-line StringLiteral,ArrayDeclaration: no host has any of these names
	const [, host = ''] = PLAIN.exec(url) ?? [];
	const { hostname } = new URL(url);
	if (host.toLowerCase() === hostname) return url;
	const advice = `If the host is right, enter it as ${shortened(hostname, MAX_HOST)}, without backslashes or spaces. ${ADDRESS}`;
	throw new InputError('Base URL', url, 'can be read in two ways', advice);
}

const MAX_HOST = 100;

/**
 * Checks where another node sends the key. n8n's own check depends on values that are stored with
 * the credential, and on the version of n8n.
 * @throws InputError if it is not where the Base URL is
 */
export function checkTarget(baseUrl: unknown, options: IHttpRequestOptions): void {
	const { origin } = new URL(cleanBaseUrl(baseUrl));
	// The HTTP Request node still uses the names of n8n's former helper.
	const url = 'uri' in options ? options.uri : options.url;
	const target = String(url);
	if (URL.canParse(target, options.baseURL) && new URL(target, options.baseURL).origin === origin) {
		return;
	}
	const advice = `Use this credential only for URLs that begin with ${origin}`;
	throw new InputError('URL', target, 'is not at the Base URL of the credential', advice);
}

/** The text without slashes at its end. A regular expression would take quadratic time. */
function withoutSlashes(text: string): string {
	let { length } = text;
	while (text[length - 1] === '/') length--;
	return text.slice(0, length);
}

/** Whether the URL contains a user name or password, even if a typo makes it invalid. */
function holdsUser(text: string): boolean {
	if (!URL.canParse(text)) return text.includes('@');
	const { username, password, host } = new URL(text);
	return username !== '' || password !== '' || (host === '' && text.includes('@'));
}

/** Characters that a header cannot contain, and invisible ones. */
const NOT_IN_KEY = /[^\x21-\x7e\xa1-\xac\xae-\xff]/u;

function checkKey(key: string): string {
	if (key === '') throw new InputError('API Key', '', 'is empty', COPY_KEY);
	const wrong = NOT_IN_KEY.exec(key)?.[0].codePointAt(0);
	if (wrong === undefined) return key;
	const code = wrong.toString(16).toUpperCase().padStart(4, '0');
	const problem = `has a space or an invalid character (U+${code})`;
	throw new InputError('API Key', '', problem, COPY_KEY);
}

const firstCredential = weakMemoize(
	async (context: IExecuteFunctions) => await readCredential(context, 0),
);

/**
 * Checks that the credential's expressions return the same account for this item as for the first
 * one.
 */
export async function checkSameCredential(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<void> {
	if (itemIndex === 0) return;
	const first = await toResult(firstCredential(context));
	// A credential that is unusable for the first item is an error of the whole node.
	if (!first.ok) return;
	const { baseUrl, key } = await readCredential(context, itemIndex);
	if (first.value.key === key && first.value.baseUrl === baseUrl) return;
	const advice =
		'Use Loop Over Items with Batch Size 1 before this node, or a credential without expressions';
	throw new InputError('Credential', '', 'differs between this item and the first', advice);
}

/**
 * The current credential, for the next request. A renewed key is used. A key of another Base URL is
 * not, because it would go to the wrong host.
 * @throws ServiceError if n8n no longer provides the credential
 */
export async function currentCredential(
	context: IAllExecuteFunctions,
	first: Credential,
): Promise<Credential> {
	const current = await toResult(readCredential(context));
	if (!current.ok && !(current.error instanceof InputError)) throw notGiven(current.error);
	return current.ok && current.value.baseUrl === first.baseUrl ? current.value : first;
}

function notGiven(error: unknown): ServiceError {
	const said = error instanceof Error ? error.message : String(error);
	return new ServiceError('n8n no longer provides the credential', {
		description: 'Select a credential in the node again',
		said: saidByN8n(said),
		outcome: 'rejected',
		transient: false,
	});
}

/** For n8n's HTTP helper, which would otherwise read the credential again. */
export const decrypted = ({ baseUrl, key }: Credential): ICredentialsDecrypted => ({
	id: '',
	name: '',
	type: CREDENTIAL,
	data: { baseUrl, apiKey: key },
});
