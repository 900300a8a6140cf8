import { join, mkdtemp, process, tmpdir } from '../../node';

/** Creates the parent folder of n8n's homes, once for all tests. See environment.ts. */
export default async function createHomes(): Promise<void> {
	process.env.DOCSCORE_HOMES = await mkdtemp(join(tmpdir(), 'docscore-homes-'));
}
