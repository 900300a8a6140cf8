// n8n's lint rules forbid Node.js modules and globals, because published packages must not use them.
// Unpublished code (tests, sandbox, demo) imports them from here.
export { type ChildProcess, execFile, fork, spawn } from 'node:child_process';
export { subscribe, unsubscribe } from 'node:diagnostics_channel';
export { EventEmitter, once } from 'node:events';
export {
	createReadStream,
	createWriteStream,
	existsSync,
	readFileSync,
	mkdtempSync,
	openSync,
	rmSync,
	watch,
} from 'node:fs';
export { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
export {
	createServer,
	type IncomingMessage,
	request as httpRequest,
	type Server,
	type ServerResponse,
} from 'node:http';
export { createRequire } from 'node:module';
export { createServer as createTlsServer } from 'node:https';
export {
	connect as connectTo,
	createServer as createNetServer,
	type Server as NetServer,
	Socket,
} from 'node:net';
export { cpus, tmpdir, totalmem } from 'node:os';
export { basename, delimiter, dirname, join, normalize } from 'node:path';
export { monitorEventLoopDelay } from 'node:perf_hooks';
export { default as process } from 'node:process';
export { createInterface, type Interface } from 'node:readline/promises';
export { Readable, Writable } from 'node:stream';
export { buffer as contentOf } from 'node:stream/consumers';
export { pipeline } from 'node:stream/promises';
export {
	clearInterval,
	clearTimeout as clearTimer,
	setInterval,
	setTimeout as startTimer,
} from 'node:timers';
export { AsyncLocalStorage } from 'node:async_hooks';
export { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
export { pathToFileURL } from 'node:url';
export { inspect, parseArgs, promisify } from 'node:util';
export { setFlagsFromString } from 'node:v8';
export { default as vm, runInNewContext, runInThisContext } from 'node:vm';
