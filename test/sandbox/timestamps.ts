import type { Dialect } from './dialect';

type Zone = Dialect['timeZone'];

/**
 * Microseconds since 1970 of an ISO 8601 time. A time without a zone is local if `zoneless` is local,
 * otherwise UTC.
 */
export function parseTimestamp(text: string, zoneless: Zone = 'Z'): number {
	const [, whole = '', fraction = '', zone = ''] =
		/^(.*?)(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)?$/i.exec(text) ?? [];
	const wholeSeconds = Date.parse(`${whole.replace(' ', 'T')}${zone || 'Z'}`);
	const localMs = zone === '' && zoneless === 'local' ? offsetOfLocal(wholeSeconds) : 0;
	return (wholeSeconds - localMs) * 1000 + Number(fraction.slice(0, 6).padEnd(6, '0'));
}

export function formatTimestamp(
	us: number,
	{ timeDigits, timeZone }: Pick<Dialect, 'timeDigits' | 'timeZone'>,
): string {
	const ms = Math.floor(us / 1000);
	const shown = new Date(ms + offsetIn(timeZone, ms)).toISOString().slice(0, -1);
	const zone = timeZone === 'none' || timeZone === 'local' ? '' : timeZone;
	switch (timeDigits) {
		case 'ms':
			return shown + zone;
		case 'us':
			return shown + String(us % 1000).padStart(3, '0') + zone;
		case 'seconds':
			return shown.replace(/\.\d+/, '') + zone;
	}
}

const HOUR_MS = 3_600_000;

const local = new Intl.DateTimeFormat('en', {
	timeZone: 'Europe/Berlin',
	timeZoneName: 'longOffset',
});

function offsetIn(zone: Zone, ms: number): number {
	if (zone === '+02:00') return 2 * HOUR_MS;
	return zone === 'local' ? localOffset(ms) : 0;
}

function localOffset(ms: number): number {
	const [, hours] = /GMT\+(\d\d)/.exec(local.format(ms)) ?? [];
	return Number(hours) * HOUR_MS;
}

/** The offset of a local time. When daylight saving ends, the time exists twice. */
const offsetOfLocal = (ms: number): number => localOffset(ms - localOffset(ms));
