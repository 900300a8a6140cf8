import type { Dialect, FieldForm } from '../dialect';
import type { Metadata } from '../records';

/** A key of a response in the form of the dialect. Without a value, there is no key. */
export function told<Key extends string, Value>(
	key: Key,
	value: Value | null,
	form: FieldForm,
	empty: Value,
): Partial<Record<Key, Value | null>> {
	if (value === null || form === 'absent') return {};
	const tells: Partial<Record<Key, Value | null>> = {};
	tells[key] = form === 'full' ? value : form === 'null' ? null : empty;
	return tells;
}

/** The keys that show why a run failed: in the run and beside it. */
export function toldReason(
	reason: string,
	form: Dialect['reasonForm'],
): { inRun: object; beside: object } {
	if (form === 'beside') return { inRun: {}, beside: { failure_reason: reason } };
	const inRun = {
		text: { failure_reason: reason },
		object: { failure_reason: { code: 7, message: reason } },
		camelCase: { failureReason: reason },
		inResult: { result: { failure_reason: reason } },
	}[form];
	return { inRun, beside: {} };
}

export function toldId(
	id: string,
	where: 'submit' | 'lists' | 'details',
	capitals: Dialect['capitalIds'],
): string {
	return capitals === 'everywhere' || capitals === where ? id.toUpperCase() : id;
}

export function toldMetadata(metadata: Metadata, values: Dialect['metadataValues']): Metadata {
	if (values === 'asSent') return metadata;
	const numbers = Object.entries(metadata).map(([name, value]) => {
		const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
		return [name, Number.isFinite(number) ? number : value];
	});
	return Object.fromEntries(numbers);
}
