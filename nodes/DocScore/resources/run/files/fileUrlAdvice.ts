import type { IExecuteFunctions } from 'n8n-workflow';
import { hintOnce } from '../../../engine/hintOnce';
import { type FailureAdvice, failureAdvice } from './failureAdvice';
import { unreachableScope } from './networkScope';

/** A private window is not signed in anywhere, like the service. */
const OPEN_IT =
	'Before you submit the document again, open each link in a private browser window: it must show a readable file that fits the template, without signing in';

/** Shows hints for URLs that the service is unlikely to reach. */
export async function adviseOn(context: IExecuteFunctions, urls: string[]): Promise<FailureAdvice> {
	const told = new Set<string>();
	for (const url of urls) {
		const advice = await scopeAdvice(context, url);
		if (advice !== undefined) told.add(advice);
	}
	for (const each of told) hintOnce(context, each);
	return failureAdvice(told.size > 0 ? [...told].join('\n') : OPEN_IT);
}

async function scopeAdvice(context: IExecuteFunctions, url: string): Promise<string | undefined> {
	const from = await unreachableScope(context, url);
	if (from === null) return undefined;
	// Only the origin, because a link can be secret.
	const { origin } = new URL(url);
	return from === 'machine'
		? `The service cannot reach ${origin} in File URLs, which is a local address. Read the file in n8n and set Files to From Input Data.`
		: `${origin} in File URLs looks like a private address. If the service cannot reach it, read the file in n8n and set Files to From Input Data.`;
}
