import { join, process } from '../../node';

/**
 * The folder with the logs of n8n and of its installation. The next run of the same tier deletes them. Each
 * tier has its own folder, so that several can run at once.
 */
export const LOGS = join(process.cwd(), 'test', 'e2e', 'logs', process.env.DOCSCORE_TIER ?? '');
