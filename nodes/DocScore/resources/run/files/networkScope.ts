import type { IExecuteFunctions } from 'n8n-workflow';
import { readCredential } from '../../../engine/http/credential';
import { weakMemoize } from '../../../engine/weakMemoize';

/** From where a URL can be reached: only this machine, its network, or anywhere. */
export type NetworkScope = 'machine' | 'network' | 'anywhere';

const OF_MACHINE = [/^(.+\.)?localhost$/, /^(127|0)(\.\d+){3}$/, /^\[::(1?|ffff:7f..:.+)\]$/];

const OF_NETWORK = [
	/^10(\.\d+){3}$/,
	/^(192\.168|169\.254)(\.\d+){2}$/,
	/^172\.(1[6-9]|2\d|3[01])(\.\d+){2}$/,
	/^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])(\.\d+){2}$/,
	// The same in IPv6, and its own.
	/^\[::ffff:(a[\da-f]{2}|c0a8|a9fe|ac1[\da-f]|64[4-7][\da-f]):/,
	/^\[f[cd][\da-f]{2}:/,
	/^\[fe[89ab][\da-f]:/,
	/\.(local|lan|internal|intranet|home\.arpa)$/,
	// A name without a dot, as of containers.
	/^[^.[\]]+$/,
];

/** @param url http or https */
export function networkScopeOf(url: string): NetworkScope {
	const host = new URL(url).hostname.replace(/\.$/, '');
	if (OF_MACHINE.some((pattern) => pattern.test(host))) return 'machine';
	return OF_NETWORK.some((pattern) => pattern.test(host)) ? 'network' : 'anywhere';
}

const scopeOfService = weakMemoize(async (context: IExecuteFunctions) => {
	const { baseUrl } = await readCredential(context);
	return networkScopeOf(baseUrl);
});

/** The scope of the URL if the service is outside of it; null if the service can reach the URL. */
export async function unreachableScope(
	context: IExecuteFunctions,
	url: string,
): Promise<Exclude<NetworkScope, 'anywhere'> | null> {
	const from = networkScopeOf(url);
	if (from === 'anywhere') return null;
	const service = await scopeOfService(context);
	return service === 'anywhere' || (from === 'machine' && service === 'network') ? from : null;
}
