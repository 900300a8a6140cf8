import { DocScore } from '../../nodes/DocScore/DocScore.node';
import { SandboxedNode } from '../harness/sandbox/sandboxedNode';
import { nextTurn, process } from '../node';
import { UNKNOWN_ID } from './gets';
import { rule, rules } from './runs';

const node = new SandboxedNode();
const RUNS = 10_000;

/** The longest turn of the event loop while the node is at work, in ms of processor time. */
async function longestTurnDuring(work: () => Promise<unknown>): Promise<number> {
	let longest = 0;
	const watch = async (isOver: () => boolean) => {
		for (let before = process.cpuUsage(); !isOver(); before = process.cpuUsage()) {
			await nextTurn();
			const { user, system } = process.cpuUsage(before);
			longest = Math.max(longest, (user + system) / 1_000);
		}
	};
	const { execute } = DocScore.prototype;
	const spy = jest.spyOn(DocScore.prototype, 'execute').mockImplementation(async function (
		this: ThisParameterType<typeof execute>,
	) {
		let isOver = false;
		const watching = watch(() => isOver);
		const output = await execute.call(this);
		isOver = true;
		await watching;
		return output;
	});
	await work();
	spy.mockRestore();
	return longest;
}

const times = (at: number) => ({
	date: { value: `${(at % 28) + 1}.3.2026 10:30`, reasoning: null },
	total: { value: `${at}.50`, reasoning: null },
});

test('While thousands of runs are output, n8n gets its turns', async () => {
	const specs = Array.from({ length: 100 }, (_, at) => ({
		count: RUNS / 100,
		status: 'completed' as const,
		outputSchema: times(at),
	}));
	await node.control.seedRuns(specs);
	const converting = rules(
		rule('date', { convertTo: 'dateTime', dateFormat: 'dmy' }),
		rule('total', { convertTo: 'number' }),
	);
	const longest = await longestTurnDuring(async () => {
		const { items, error } = await node.run({
			parameters: { resource: 'run', operation: 'getAll', returnAll: true, ...converting },
			settings: { timezone: 'Europe/Berlin' },
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(RUNS);
	});
	expect(longest).toBeLessThan(250);
}, 120_000);

test('While thousands of items are prepared, n8n gets its turns', async () => {
	const longest = await longestTurnDuring(async () => {
		const field = `={{ $itemIndex === ${RUNS - 1} ? " " : "a" }}`;
		const { error } = await node.run({
			parameters: { resource: 'run', operation: 'get', runId: UNKNOWN_ID, ...rules({ field }) },
			items: Array.from({ length: RUNS }, () => ({})),
		});
		expect(error?.message).toBe("'Field Rules' have a rule without a field");
	});
	expect(longest).toBeLessThan(250);
}, 120_000);
