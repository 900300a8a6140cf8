import type { IExecuteFunctions } from 'n8n-workflow';
import { readCredential } from '../../engine/credential';
import { onceFor } from '../../engine/onceFor';
import { type Reach, reachOf } from './reach';

const serviceReach = onceFor(async (context: IExecuteFunctions) => {
	const { baseUrl } = await readCredential(context);
	return reachOf(baseUrl);
});

/** From where alone an address can be reached, if the service is elsewhere; null if it can reach it. */
export async function outOfReach(
	context: IExecuteFunctions,
	url: string,
): Promise<Exclude<Reach, 'anywhere'> | null> {
	const from = reachOf(url);
	if (from === 'anywhere') return null;
	const service = await serviceReach(context);
	return service === 'anywhere' || (from === 'machine' && service === 'network') ? from : null;
}
