import { TimeSlice } from '../engine/timeSlice';

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');

/** Countries in which months or currencies have other names than elsewhere in the language. */
const COUNTRIES =
	'de-AT de-CH en-AU en-CA en-GB en-IN en-ZA es-AR es-CL es-MX fr-CA fr-CH pt-PT sr-Latn ar-IQ ar-MA bn-IN zh-TW';

/**
 * The languages that the engine knows well, and some with a country. Of a language for which it has
 * no word for a million, it knows little more than a few names, which are often those of others.
 */
export function languages(): string[] {
	const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
	const known = Intl.DateTimeFormat.supportedLocalesOf([...codes, 'fil']);
	return [...known.filter(hasMillion), 'mt', ...COUNTRIES.split(' ')];
}

function hasMillion(language: string): boolean {
	const options = { notation: 'compact', compactDisplay: 'long' } as const;
	return !new Intl.NumberFormat(`${language}-u-nu-latn`, options).format(1e6).endsWith('M');
}

/** A word as it is compared: in lower case, without accents, points, apostrophes and invisible characters. */
export const wordOf = (text: string): string =>
	text
		.normalize('NFKD')
		.replace(/[\u0300-\u036F\u0591-\u05C7\u064B-\u0655\p{Cf}.·’'‘ʼʻ׳״`॰]/gu, '')
		.toLowerCase()
		.replaceAll('ı', 'i');

/**
 * An index of what Intl writes in every language. To make it takes some 300 ms, once in a process,
 * which are divided into small steps. It is made when it is used, unless `warmUp` made it before.
 */
export class LanguageIndex<Index> {
	private steps: Array<(index: Index) => void> | undefined;

	private warming: Promise<void> | undefined;

	constructor(
		private readonly index: Index,
		private readonly stepsOf: () => Array<(index: Index) => void>,
	) {}

	get(): Index {
		while (this.makeNext());
		return this.index;
	}

	warmUp(): Promise<void> {
		this.warming ??= this.makeAll();
		return this.warming;
	}

	private async makeAll(): Promise<void> {
		const timeSlice = new TimeSlice();
		while (this.makeNext()) await timeSlice.yieldIfOver();
	}

	private makeNext(): boolean {
		this.steps ??= this.stepsOf();
		const step = this.steps.shift();
		step?.(this.index);
		return step !== undefined;
	}
}

/** Adds a value to the set of a key. */
export function addTo<Value>(sets: Map<string, Set<Value>>, key: string, value: Value): void {
	const set = sets.get(key);
	if (set) set.add(value);
	else sets.set(key, new Set([value]));
}
