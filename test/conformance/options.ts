import { basename, parseArgs, readFile } from '../node';

export interface Options {
	/** Null for the sandbox, which the command then starts. */
	service: { baseUrl: string; templateId: string } | null;
	fileUrls: string[];
	spend: number;
	recording: File | null;
}

/** Reads the command line. @throws Error that says what is wrong */
export async function readOptions(args?: string[]): Promise<Options> {
	const { values } = parseArgs({
		args,
		options: {
			'base-url': { type: 'string' },
			template: { type: 'string' },
			file: { type: 'string', multiple: true, default: [] },
			spend: { type: 'string', default: '0' },
			recording: { type: 'string' },
		},
	});
	const spend = Number(values.spend);
	if (!Number.isInteger(spend) || spend < 0 || values.spend === '') {
		throw new Error(`--spend must be a whole number of at least 0, not ${values.spend}`);
	}
	const service = serviceOf(values['base-url'], values.template);
	if (service && spend > 0 && values.file.length === 0 && values.recording === undefined) {
		throw new Error('--spend needs --file with the URL of a document, or --recording with a file');
	}
	const wrong = values.file.find((url) => !/^https?:\/\//.test(url));
	if (wrong !== undefined) throw new Error('--file is a URL that starts with http:// or https://');
	return {
		service,
		fileUrls: values.file,
		spend,
		recording: values.recording === undefined ? null : await fileOf(values.recording),
	};
}

function serviceOf(baseUrl: string | undefined, templateId: string | undefined) {
	if (baseUrl === undefined && templateId === undefined) return null;
	if (baseUrl === undefined || templateId === undefined) {
		throw new Error('--base-url and --template go together; without both, the sandbox is checked');
	}
	if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) {
		throw new Error('--base-url starts with https://');
	}
	return { baseUrl: baseUrl.replace(/\/+$/, ''), templateId };
}

const fileOf = async (path: string): Promise<File> =>
	new File([await readFile(path)], basename(path));
