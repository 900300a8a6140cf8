// n8n's lint rules keep Node's own modules out of a published package. What runs beside n8n and is
// never published takes what it needs of Node from here.
export { execFile } from 'node:child_process';
export { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
export { tmpdir } from 'node:os';
export { basename, join } from 'node:path';
export { default as process } from 'node:process';
export { setTimeout as pause } from 'node:timers/promises';
export { parseArgs, promisify } from 'node:util';
