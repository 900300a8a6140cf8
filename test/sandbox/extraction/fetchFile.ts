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
	return new Uint8Array(await response.arrayBuffer());
}

async function request(url: string, sources: FileSources): Promise<Response> {
	const noAnswer = new Error('the file could not be fetched, its address does not answer');
	if (sources === 'this machine' && !isHere(url)) throw noAnswer;
	return await fetch(url).catch(() => {
		throw noAnswer;
	});
}

const isHere = (url: string): boolean => URL.canParse(url) && HERE.includes(new URL(url).hostname);
