import { createHmac, randomBytes, timingSafeEqual } from 'crypto';

/** Signs file URLs and verifies signatures. Only this process knows the secret. */
export class Presigner {
	private readonly secret = randomBytes(32);

	/** Path and query of a URL that is valid until `expires`, in ms of the service's clock. */
	sign(id: string, filename: string, expires: number): string {
		const signature = this.signature(id, filename, String(expires));
		return `/files/${id}/${encodeURIComponent(filename)}?expires=${expires}&signature=${signature}`;
	}

	isGenuine(id: string, filename: string, expires: string, signature: string): boolean {
		const expected = Buffer.from(this.signature(id, filename, expires));
		const given = Buffer.from(signature);
		return given.length === expected.length && timingSafeEqual(given, expected);
	}

	private signature(...parts: string[]): string {
		return createHmac('sha256', this.secret).update(JSON.stringify(parts)).digest('hex');
	}
}
