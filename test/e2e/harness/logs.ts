import { join, process } from '../../node';

/** What n8n and its install said, kept until the next run. */
export const LOGS = join(process.cwd(), 'test', 'e2e', 'logs');
