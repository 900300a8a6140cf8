import type { IExecuteFunctions } from 'n8n-workflow';
import { hintOnce } from '../../engine/hintOnce';
import { outOfReach } from './outOfReach';
import { pageAdvice } from './pageLinks';

/**
 * Hints at addresses that the service will hardly get a file from.
 * @returns what to look at where a run of these files fails
 */
export async function adviseOn(context: IExecuteFunctions, urls: string[]): Promise<string> {
	const told = new Set<string>();
	for (const url of urls) {
		const advice = pageAdvice(url) ?? (await reachAdvice(context, url));
		if (advice !== undefined) told.add(advice);
	}
	for (const each of told) hintOnce(context, each);
	return [...told].join('\n');
}

async function reachAdvice(context: IExecuteFunctions, url: string): Promise<string | undefined> {
	const from = await outOfReach(context, url);
	if (from === null) return undefined;
	// Not the whole of it, as links can be secrets.
	const { origin } = new URL(url);
	return from === 'machine'
		? `${origin} under File URLs can be reached from its own machine alone, and not by the service. Read the file in n8n, and set Files to From Input Data.`
		: `${origin} under File URLs looks like an address of a private network. If the service cannot reach it, read the file in n8n, and set Files to From Input Data.`;
}
