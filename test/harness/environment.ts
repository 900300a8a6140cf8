import { join, process, tmpdir } from '../node';

/** n8n reads these when it is loaded: a home of its own for each process, and no log lines. */
process.env.N8N_USER_FOLDER ??= join(tmpdir(), `docscore-n8n-${process.pid}`);
process.env.N8N_LOG_LEVEL ??= 'silent';
