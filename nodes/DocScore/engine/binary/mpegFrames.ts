import type { Test } from './signatures';

/** Where the first frame can begin, in bytes: recorders, splitters and players' tags leave something before it. */
const SEARCHED_BYTES = 16 * 1024;

/** Frames in a row that prove an MP3. Three headers at their distances do not come about by chance. */
const FRAMES = 3;

/** kbit/s of layer 3, by the index in a header. 0 is free, which few decoders read. */
const OF_MPEG_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const OF_MPEG_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

/** Samples per second of MPEG 1; MPEG 2 has half of them, MPEG 2.5 a quarter. */
const SAMPLE_RATES = [44_100, 48_000, 32_000];

interface Frame {
	bytes: number;
	/** What does not change within a recording. */
	stream: string;
}

/**
 * Whether frames of layer 3 follow each other, from the first byte on or a little later.
 * @param text the first bytes of a file, one character for each byte
 */
export const isMp3: Test = (text) => {
	const start = text.search(/[^\0]/);
	// Stryker disable next-line StringLiteral,EqualityOperator: only the time that it takes differs
	for (let at = text.indexOf('\xff'); at !== -1 && at < SEARCHED_BYTES; ) {
		if (areFrames(text, at, at === start)) return true;
		at = text.indexOf('\xff', at + 1);
	}
	return false;
};

/** @param isFirst whether the sound begins here, so that a short recording may end before */
function areFrames(text: string, from: number, isFirst: boolean): boolean {
	let at = from;
	let stream: string | undefined;
	for (let count = 0; count < FRAMES; count++) {
		if (isFirst && at >= text.length) return true;
		const frame = frameAt(text, at);
		if (frame === null) return false;
		stream ??= frame.stream;
		if (frame.stream !== stream) return false;
		at += frame.bytes;
	}
	return true;
}

/** A frame starts with 11 set bits, followed by version, layer, bit rate and sample rate. */
function frameAt(text: string, at: number): Frame | null {
	const [second, third] = [text.charCodeAt(at + 1), text.charCodeAt(at + 2)];
	if (text[at] !== '\xff' || (second & 0xe6) !== 0xe2) return null;
	// 0 is MPEG 2.5, 1 is reserved, 2 is MPEG 2, 3 is MPEG 1.
	const version = (second >> 3) & 3;
	const kbits = (version === 3 ? OF_MPEG_1 : OF_MPEG_2)[third >> 4] ?? 0;
	const rate = SAMPLE_RATES[(third >> 2) & 3] ?? 0;
	if (version === 1 || kbits === 0 || rate === 0) return null;
	const perSecond = version === 3 ? rate : rate / (version === 2 ? 2 : 4);
	const samples = version === 3 ? 1_152 : 576;
	const padding = (third >> 1) & 1;
	const bytes = Math.floor((samples * kbits * 125) / perSecond) + padding;
	return { bytes, stream: `${version} ${perSecond}` };
}
