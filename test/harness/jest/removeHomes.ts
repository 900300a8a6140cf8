import { process, rm } from '../../node';

/** Removes the homes of createHomes.ts with everything that n8n left there, after all tests. */
export default async function removeHomes(): Promise<void> {
	const homes = process.env.DOCSCORE_HOMES;
	if (homes !== undefined) await rm(homes, { recursive: true, force: true });
}
