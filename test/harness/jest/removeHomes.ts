import { process, rm } from '../../node';

/** After all tests, with what n8n left in the homes of createHomes.ts. */
export default async function removeHomes(): Promise<void> {
	const homes = process.env.DOCSCORE_HOMES;
	if (homes !== undefined) await rm(homes, { recursive: true, force: true });
}
