const maxBytes = 50 * 1024 * 1024;
const timeoutMs = 15_000;
const HERE = ['127.0.0.1', '[::1]', 'localhost'];

/** Where files can be fetched from. All other addresses are unreachable. */
export type FileSources = 'anywhere' | 'this machine';

/** The content at a URL. Rejects with a readable reason. */
export async function fetchFile(url: string, sources: FileSources): Promise<Uint8Array> {
	const response = await request(url, sources);
	if (!response.ok) {
		await response.body?.cancel();
		throw new Error(`the file could not be fetched, its address answered ${response.status}`);
	}
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of response.body ?? []) {
		size += chunk.byteLength;
		if (size > maxBytes) throw new Error('the file is larger than 50 MB');
		chunks.push(chunk);
	}
	return new Uint8Array(Buffer.concat(chunks));
}

async function request(url: string, sources: FileSources): Promise<Response> {
	const noAnswer = new Error('the file could not be fetched, its address does not answer');
	if (sources === 'this machine' && !isHere(url)) throw noAnswer;
	return await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => {
		throw noAnswer;
	});
}

const isHere = (url: string): boolean => URL.canParse(url) && HERE.includes(new URL(url).hostname);
