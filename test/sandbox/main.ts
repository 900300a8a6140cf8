import { randomBytes } from 'crypto';
import type { ClockKind } from './clock';
import type { NumberedCall } from './controlCalls';
import { launch, type LaunchOptions } from './launch';
import { onceStopped } from './onceStopped';
import { parseArgs, process } from '../node';
import { readDialect } from './readDialect';

/** Reads the command line: --port, --key, --clock manual|real, --dialect FILE. */
async function readOptions(): Promise<LaunchOptions> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '0' },
			key: { type: 'string', default: randomBytes(12).toString('hex') },
			clock: { type: 'string', default: 'real' },
			dialect: { type: 'string' },
		},
	});
	const port = Number(values.port);
	if (!Number.isInteger(port) || port < 0 || port > 65535) {
		throw new Error(`--port must be a number from 0 to 65535, not ${values.port}`);
	}
	const dialect = values.dialect === undefined ? {} : await readDialect(values.dialect);
	return {
		port,
		key: values.key,
		clock: readClock(values.clock),
		fileSources: 'anywhere',
		dialect,
	};
}

function readClock(clock: string): ClockKind {
	if (clock === 'manual' || clock === 'real') return clock;
	throw new Error(`--clock must be manual or real, not ${clock}`);
}

async function main(): Promise<void> {
	const launched = readOptions().then(launch);
	const stop = () =>
		void launched.then(async ({ close }) => await close()).then(() => process.exit(0));
	onceStopped(stop);
	// If another process started the sandbox, the sandbox sends its address there and ends with it.
	process.once('disconnect', stop);
	const { address, calls, templates } = await launched;
	process.on('message', (call: NumberedCall) => {
		void calls.replyTo(call).then((reply) => process.send?.(reply));
	});
	process.send?.(address);
	const lines = [
		'The sandbox is ready. Press Ctrl+C to stop it.',
		`Base URL:  ${address.baseUrl}`,
		`API key:   ${address.key}`,
		`Control:   ${address.controlUrl}`,
		'Templates:',
		...templates.map(({ id, name }) => `  ${id}  ${name}`),
	];
	process.stdout.write(`${lines.join('\n')}\n`);
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exit(1);
});
