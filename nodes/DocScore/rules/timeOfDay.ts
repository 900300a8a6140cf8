import { Problem } from './normalize';

const TIME =
	/^(\d\d?):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?(?: ?([ap])\.?m\.?)?(?: ?(z|utc|gmt|[-+](?:0\d|1[0-4]):?[0-5]\d))?$/;

/** Reads a time of day such as 23:59:59.9, and a zone such as +02:00 or Z if the text has one. */
export function readTimeOfDay(
	text: string,
	/** Whether the text follows the T of ISO 8601, so that a minus can only begin a zone. */
	isIso: boolean,
): { clock: string; zone?: string } | Problem {
	const [, hour, minute, second, fraction = '0', half, zone] = TIME.exec(text) ?? [];
	const hours = hoursOf(hour, half);
	if (hours === null) return new Problem('has a time that is not written like 14:30');
	if (zone?.startsWith('-') && second === undefined && !isIso) {
		return new Problem('has a time that may be a range');
	}
	const clock = `${String(hours).padStart(2, '0')}:${minute}:${second ?? '00'}.${fraction}`;
	return { clock, zone: zone?.replace(/^[a-z]+/, 'Z') };
}

/** @param half of the day: a or p, as of am and pm */
function hoursOf(hour?: string, half?: string): number | null {
	const hours = Number(hour);
	if (half === undefined) return hours < 24 ? hours : null;
	if (hours < 1 || hours > 12) return null;
	return (hours % 12) + (half === 'p' ? 12 : 0);
}
