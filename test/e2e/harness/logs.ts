import { join, process } from '../../node';

/** The folder with the logs of n8n and of its installation. The next run deletes them. */
export const LOGS = join(process.cwd(), 'test', 'e2e', 'logs');
