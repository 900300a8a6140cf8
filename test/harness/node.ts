export { readFile } from 'node:fs/promises';
export { tmpdir } from 'node:os';
export { basename, join } from 'node:path';
export { default as process } from 'node:process';
export { setTimeout as pause } from 'node:timers/promises';
export { parseArgs } from 'node:util';
