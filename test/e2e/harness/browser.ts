import { type Browser, chromium, type ConsoleMessage, type Page, selectors } from 'playwright-core';
import { existsSync, process } from '../../node';
import { Editor } from './editor';
import type { N8n } from './n8n';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Keeps the browser from using the network. Every host is this machine: n8n builds its URLs with the name of
 * this machine, which the browser cannot resolve. Routes of Playwright would do the same, but they turn off
 * the cache, so that each page would load and compile the whole editor again.
 */
const QUIET = [
	'--host-resolver-rules=MAP * 127.0.0.1',
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

selectors.setTestIdAttribute('data-test-id');

/** A browser in which n8n's owner is signed in. */
export class SignedInBrowser {
	private constructor(
		private readonly browser: Browser,
		readonly page: Page,
		readonly editor: Editor,
		private readonly messages: ConsoleMessage[],
		private readonly errors: Error[],
	) {}

	static async open(n8n: N8n): Promise<SignedInBrowser> {
		const browser = await chromium.launch({ executablePath: findChromium(), args: QUIET });
		const viewport = { width: 1440, height: 900 };
		const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
		const [name = '', ...value] = n8n.api.cookie.split('=');
		await context.addCookies([{ name, value: value.join('='), url: n8n.url }]);
		const page = await context.newPage();
		const messages: ConsoleMessage[] = [];
		page.on('console', (message) => messages.push(message));
		const errors: Error[] = [];
		page.on('pageerror', (error) => errors.push(error));
		return new SignedInBrowser(browser, page, new Editor(page, n8n.url), messages, errors);
	}

	/**
	 * Console messages and page errors that the package may have caused. Failed requests to other hosts are
	 * left out, because the browser asks this machine, which does not answer them.
	 */
	complaints(): string[] {
		const messages = this.messages.filter(
			(message) =>
				['error', 'warning'].includes(message.type()) &&
				!message.text().includes('net::ERR_CONNECTION_REFUSED') &&
				/docscore/i.test(message.text() + message.location().url),
		);
		return [
			...messages.map((message) => message.text()),
			...this.errors.map((error) => error.stack ?? error.message),
		];
	}

	async close(): Promise<void> {
		await this.browser.close();
	}
}

/** A browser for the tests of a file, from the first one on. */
export function useBrowser(n8nOf: () => N8n): () => SignedInBrowser {
	let opened: SignedInBrowser;
	beforeAll(async () => {
		opened = await SignedInBrowser.open(n8nOf());
	});
	afterAll(async () => await opened.close());
	return () => opened;
}

function findChromium(): string {
	const found = [process.env.CHROMIUM_PATH ?? '', ...CHROMIUM].find((path) => existsSync(path));
	if (found !== undefined) return found;
	throw new Error('No Chromium: install it (Debian: chromium), or set CHROMIUM_PATH');
}
