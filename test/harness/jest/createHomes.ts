import { join, mkdtemp, process, tmpdir } from '../../node';

/** Once for all tests: a folder for the homes that n8n gets from environment.ts. */
export default async function createHomes(): Promise<void> {
	process.env.DOCSCORE_HOMES = await mkdtemp(join(tmpdir(), 'docscore-homes-'));
}
