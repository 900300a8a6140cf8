import type { ControlCall } from './controlCalls';
import { launch, type LaunchOptions } from './launch';
import { onceStopped } from './onceStopped';
import { parseArgs, process } from '../node';
import { readDialect } from './readDialect';

/** Reads the command line: --key, --clock manual|real, --dialect FILE. */
async function readOptions(): Promise<LaunchOptions> {
	const { values } = parseArgs({
		options: {
			key: { type: 'string' },
			clock: { type: 'string' },
			dialect: { type: 'string' },
		},
	});
	const dialect = values.dialect === undefined ? {} : await readDialect(values.dialect);
	const clock = values.clock === 'manual' ? 'manual' : 'real';
	return { key: values.key, clock, fileSources: 'anywhere', dialect };
}

async function main(): Promise<void> {
	const launched = readOptions().then(launch);
	const stop = () =>
		void launched.then(async ({ close }) => await close()).then(() => process.exit(0));
	onceStopped(stop);
	// If another process started the sandbox, the sandbox sends its address there and ends with it.
	process.once('disconnect', stop);
	const { address, replyTo } = await launched;
	process.on('message', (call: ControlCall) => {
		// If the parent has left, nobody waits for the reply.
		void replyTo(call).then((reply) => process.connected && process.send?.(reply));
	});
	process.send?.(address);
	const lines = [
		'The sandbox is ready. Press Ctrl+C to stop it.',
		`Base URL:  ${address.baseUrl}`,
		`API key:   ${address.key}`,
		'Templates:',
		...Object.entries(address.templates).map(([name, id]) => `  ${id}  ${name}`),
	];
	process.stdout.write(`${lines.join('\n')}\n`);
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exit(1);
});
