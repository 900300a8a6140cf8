import { endingOf, nameFor, safeFileName } from '../../../../nodes/DocScore/engine/binary/fileName';

const x = (count: number): string => 'x'.repeat(count);

describe('A file name from outside', () => {
	it.each([
		['of 255 bytes stays as it is', `${x(250)} .pdf`, `${x(250)} .pdf`],
		['of 256 bytes loses one before the extension', `${x(252)}.pdf`, `${x(251)}.pdf`],
		['loses whole letters', `${x(250)}ä.pdf`, `${x(250)}.pdf`],
		['without an extension is cut at its end', x(300), x(255)],
		['does not end with a space after it is cut', `${x(250)} ${x(50)}.pdf`, `${x(250)}.pdf`],
		['without an extension, and longer, keeps its last usable part', `a/${x(300)}/..`, x(255)],
		['keeps only an extension of at most 10 letters', `${x(300)}.${x(11)}`, x(255)],
	])('%s', (_, given, name) => {
		expect(safeFileName(given)).toBe(name);
	});
});

it.each([
	['Invoice%20118.pdf', 'Invoice 118.pdf'],
	['%C3%84rger.pdf%20', 'Ärger.pdf'],
	['a%2F..%2Fb.pdf', 'b.pdf'],
	['50% off.pdf', '50% off.pdf'],
	['%E4.pdf', '%E4.pdf'],
	['a%00b.pdf', 'ab.pdf'],
	['C: d:b.pdf', 'b.pdf'],
	["UTF-8''Rechnung%20M%C3%A4rz.pdf", 'Rechnung März.pdf'],
	["iso-8859-1'en'M%E4rz.pdf", 'März.pdf'],
	["it's'50% off.pdf", "it's'50% off.pdf"],
	['a\ud83db.pdf', 'a\ufffdb.pdf'],
	['brief/..', 'brief'],
	['. /..', ''],
	['\ufeffa\u200eb\u200b.pdf', 'ab.pdf'],
	['=?utf-8?B?w6QvYi5wZGY=?=', 'b.pdf'],
	['=?UTF-8?q?f=C3=BCr_M=C3=A4rz.pdf?=', 'für März.pdf'],
	['=?iso-8859-1?Q?M=e4rz?= =?iso-8859-1?Q?_2026.pdf?=', 'März 2026.pdf'],
])('a name from a URL or an email is decoded: %s becomes %s', (given, name) => {
	expect(safeFileName(given)).toBe(name);
});

it.each([
	['scan', 'scan.jpg'],
	['scan..', 'scan.jpg'],
	['scan.tif', 'scan.tif.jpg'],
	['scan.JPEG', 'scan.JPEG'],
	[x(300), `${x(251)}.jpg`],
])('a name has an extension of its type: %s becomes %s', (given, name) => {
	expect(nameFor(given, ['jpg', 'jpeg'])).toBe(name);
	expect(nameFor(given, [])).toBe(given);
});

test('the extension of a name is in lower case, or empty', () => {
	expect(['scan.1.PDF', 'scan', 'scan.'].map(endingOf)).toEqual(['pdf', '', '']);
});
