import type { Settings } from './settings';

/** Microseconds since 1970 of an ISO 8601 time; one without a zone is taken as UTC. */
export function parseTimestamp(text: string): number {
	const [, whole = '', fraction = '', zone = ''] =
		/^(.*?)(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)?$/i.exec(text) ?? [];
	const wholeSeconds = Date.parse(`${whole.replace(' ', 'T')}${zone || 'Z'}`);
	return wholeSeconds * 1000 + Number(fraction.slice(0, 6).padEnd(6, '0'));
}

export function formatTimestamp(us: number, format: Settings['timestampFormat']): string {
	const iso = new Date(Math.floor(us / 1000)).toISOString();
	switch (format) {
		case 'ms':
			return iso;
		case 'us':
			return iso.replace('Z', `${String(us % 1000).padStart(3, '0')}Z`);
		case 'seconds':
			return iso.replace(/\.\d+/, '');
		case 'zoneless':
			return iso.replace('Z', '');
	}
}
