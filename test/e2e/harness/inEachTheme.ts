import { SignedInBrowser, type Theme, THEMES } from './browser';
import type { PicturePart } from './editor';
import type { N8nWithSandbox } from './withN8n';

/** A theme of the editor, and a browser that shows it from the first test on. */
export interface Themed {
	theme: Theme;
	browser(): SignedInBrowser;
	/** Takes a picture, whose name ends with the theme if that is not the light one. */
	takePicture(name: string, part?: PicturePart): Promise<void>;
}

/** Defines the tests for the editor in each theme. */
export function inEachTheme(e2e: N8nWithSandbox, name: string, define: (themed: Themed) => void) {
	describe.each(THEMES)(name, (theme) => {
		let opened: SignedInBrowser;

		beforeAll(async () => {
			opened = await SignedInBrowser.open(e2e.n8n, theme);
		});
		afterAll(async () => await opened.close());

		const takePicture = async (picture: string, part?: PicturePart) =>
			await opened.editor.takePicture(theme === 'light' ? picture : `${picture}-${theme}`, part);

		define({ theme, browser: () => opened, takePicture });
	});
}
