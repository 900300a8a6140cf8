import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';

/** In pixels; slightly more than a README shows. */
const WIDTH = 1_100;
/** The maximum number of colours that a GIF frame can have. */
const COLOURS = 256;

/** Marks the click position, because a screenshot shows no pointer. */
const RING = Buffer.from(
	'<svg width="28" height="28"><circle cx="14" cy="14" r="12" fill="#ff6d5a" fill-opacity="0.35" stroke="#ff6d5a" stroke-width="2"/></svg>',
);
const RING_RADIUS = 14;

interface Point {
	x: number;
	y: number;
}

/** An animated picture of a page. Each frame has its own duration in ms. */
export class Movie {
	private readonly frames: Buffer[] = [];
	private readonly delays: number[] = [];

	constructor(private readonly page: Page) {}

	async frame(stays: number, pointer?: Point): Promise<void> {
		const shot = sharp(await this.page.screenshot({ animations: 'disabled' }));
		const shown = pointer ? shot.composite([{ input: RING, ...cornerOf(pointer) }]) : shot;
		this.frames.push(await shown.png().toBuffer());
		this.delays.push(stays);
	}

	/** Shows the click position, clicks, waits for the result, and shows it. */
	async click(target: Locator, becomes: Locator): Promise<void> {
		await target.scrollIntoViewIfNeeded();
		const box = await target.boundingBox();
		if (box) await this.frame(700, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
		await target.click();
		await becomes.waitFor();
		await this.frame(900);
	}

	/** Drags the target to the right by this many pixels. */
	async drag(target: Locator, pixels: number): Promise<void> {
		await target.hover();
		const box = await target.boundingBox();
		if (!box) throw new Error('The element to drag is not visible');
		const { mouse } = this.page;
		const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
		await mouse.move(x, y);
		await mouse.down();
		await mouse.move(x + pixels, y, { steps: 10 });
		await mouse.up();
		await mouse.move(0, 0);
	}

	/** Shows the text while it is typed, in this many steps. */
	async type(target: Locator, text: string, steps = 4): Promise<void> {
		for (let step = 1; step <= steps; step++) {
			await target.fill(text.slice(0, Math.ceil((text.length * step) / steps)));
			await this.frame(step === steps ? 900 : 160);
		}
	}

	async save(path: string): Promise<void> {
		const small = await Promise.all(
			this.frames.map(async (frame) => await sharp(frame).resize(WIDTH).png().toBuffer()),
		);
		const film = sharp(small, { join: { animated: true } });
		// With a shared palette, a frame loses its rare colours.
		await film
			.gif({ delay: this.delays, loop: 0, colours: COLOURS, reuse: false, effort: 10, dither: 0 })
			.toFile(path);
	}
}

const cornerOf = ({ x, y }: Point) => ({
	left: Math.max(0, Math.round(x) - RING_RADIUS),
	top: Math.max(0, Math.round(y) - RING_RADIUS),
});
