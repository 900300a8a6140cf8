import { createHash, createHmac } from 'crypto';

/** The claims in n8n's token for a stored file; times in seconds. */
interface Claims {
	id: string;
	iat: number;
	exp: number;
}

/** A link that n8n signed for one of its files. */
export interface SignedLink {
	url: string;
	token: string;
	claims: Claims;
}

/** @throws Error if n8n did not sign this link */
export function readSignedLink(url: string): SignedLink {
	const { pathname, searchParams } = new URL(url);
	const token = searchParams.get('token');
	if (pathname !== '/rest/binary-data/signed' || token === null) {
		throw new Error(`n8n does not sign links such as ${pathname}`);
	}
	const [, payload = ''] = token.split('.');
	return { url, token, claims: JSON.parse(Buffer.from(payload, 'base64url').toString()) };
}

/** The same link with another token. */
export function withToken({ url }: SignedLink, token: string): string {
	const changed = new URL(url);
	changed.searchParams.set('token', token);
	return changed.href;
}

/** Signs as n8n does (a JSON Web Token, HS256), given the same secret. */
export function sign(claims: Claims, secret: string): string {
	const parts = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) =>
		Buffer.from(JSON.stringify(part)).toString('base64url'),
	);
	const signed = parts.join('.');
	return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** The response that anybody gets: the file, or the reason why not. */
export async function open(
	url: string,
): Promise<{ status: number; sha256?: string; text?: string }> {
	const response = await fetch(url);
	const { status } = response;
	if (!response.ok) return { status, text: await response.text() };
	const content = new Uint8Array(await response.arrayBuffer());
	return { status, sha256: createHash('sha256').update(content).digest('hex') };
}
