import sharp from 'sharp';

const width = 760;
const height = 900;

const rows: Array<[string, string]> = [
	['Store: Harbour Street Deli', ''],
	['Receipt No: 20417', ''],
	['Date: 14/03/2025', '12:41'],
	['', ''],
	['Rye bread', '4.20'],
	['Smoked trout', '11.90'],
	['Apple juice 1l', '3.10'],
	['Olives', '5.65'],
	['', ''],
	['Subtotal', '24.85'],
	['VAT 7 %', '1.74'],
	['Total EUR', '26.59'],
	['', ''],
	['Paid by: Debit card', 'ends 4021'],
	['Thank you, see you soon!', ''],
];

/** A till receipt as from a cheap scanner: grey, tilted, slightly blurred, speckled. */
export async function receiptPng(): Promise<Buffer> {
	const speckles = await sharp({
		create: {
			width,
			height,
			channels: 3,
			background: 'white',
			noise: { type: 'gaussian', mean: 236, sigma: 7 },
		},
	})
		.png()
		.toBuffer();
	const askew = await sharp(Buffer.from(receiptSvg()))
		.rotate(1.1, { background: 'white' })
		.resize(width, height, { fit: 'cover' })
		.blur(0.4)
		.png()
		.toBuffer();
	return await sharp(askew)
		.composite([{ input: speckles, blend: 'multiply' }])
		.greyscale()
		.png({ palette: true, colours: 8, compressionLevel: 9 })
		.toBuffer();
}

function receiptSvg(): string {
	const texts = rows.map(([text, amount], index) => {
		const y = 90 + index * 50;
		return `<text x="70" y="${y}">${text}</text>
			<text x="${width - 80}" y="${y}" text-anchor="end">${amount}</text>`;
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
		<rect width="100%" height="100%" fill="white"/>
		<g font-family="DejaVu Sans Mono, monospace" font-size="28" fill="#222">${texts.join('')}</g>
	</svg>`;
}
