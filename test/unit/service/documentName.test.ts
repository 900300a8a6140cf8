import { documentName } from '../../../nodes/DocScore/service/documentName';

const nameOf = (run_id?: string, url = 'https://files.example.com/a.pdf?token=x#1') =>
	documentName({
		run_id,
		files: { parts: url === '' ? [] : [{ name: url }], urls: async () => [] },
		extraction_template_id: 't1',
	});

describe('the name of a document in errors', () => {
	it('is the run name, shortened if it has more than 100 characters', () => {
		expect(nameOf('Invoice 7')).toBe('Invoice 7');
		expect(nameOf('n'.repeat(100))).toBe('n'.repeat(100));
		expect(nameOf('n'.repeat(101))).toBe(`${'n'.repeat(100)}…`);
	});

	it('is the URL without the part that can open it, or the name of a file from n8n', () => {
		expect(nameOf(undefined)).toBe('https://files.example.com/a.pdf');
		expect(nameOf('', 'no URL?token=x')).toBe('no URL?token=x');
		const elsewhere = 'https://files.example.com/a.pdf?name=other.pdf';
		expect(nameOf(undefined, elsewhere)).toBe('https://files.example.com/a.pdf');
		expect(nameOf(undefined, 'scan #1?.pdf')).toBe('scan #1?.pdf');
		expect(nameOf(undefined, 'RE: http: #1?.pdf')).toBe('RE: http: #1?.pdf');
		expect(nameOf(undefined, 'HTTP://files.example.com/a#1')).toBe('HTTP://files.example.com/a');
		expect(nameOf('', '')).toBe('');
	});
});
