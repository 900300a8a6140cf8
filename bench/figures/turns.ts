import type { INodeExecutionData } from 'n8n-workflow';
import { atMost, type Figure, judge, type Line } from '../figure';
import { alternate, Side } from '../measure';
import type { Service, Stage } from '../stage';
import { chain, docScore } from '../workflows';
import { documents, submission } from './submission';

const SIZE = 10_000;
const ROUNDS = 3;
const LONGEST_MS = 50;

export const turns: Figure = {
	name: 'turns',
	about: `The longest turn of the event loop while the node is at work on ${SIZE.toLocaleString('en-US')} items or runs, in processor time, during which n8n can do nothing else: Get Many with Return All and rules that convert a date and time and a number, Submit, and Wait for runs that have finished. What n8n itself does for the items before and afterwards is not counted. ${ROUNDS} rounds after one that is not counted.`,
	async measure(stage) {
		const service = await stage.service();
		await seed(service);
		const ids = (await service.control.runs()).map(({ id }) => ({ json: { id } }));
		return [
			await longest(stage, 'runs read and converted', service, [{ json: {} }], getMany),
			await longest(stage, 'runs waited for', service, ids, wait),
			await submitted(stage, service),
		];
	},
};

async function seed({ control }: Service): Promise<void> {
	const outputSchema = (at: number) => ({
		date: { value: `${(at % 28) + 1}.3.2026 10:30`, reasoning: null },
		total: { value: `${at}.50`, reasoning: null },
	});
	const specs = Array.from({ length: 100 }, (_, at) => ({
		count: SIZE / 100,
		status: 'completed' as const,
		outputSchema: outputSchema(at),
	}));
	await control.seedRuns(specs);
}

const getMany = docScore({
	resource: 'run',
	operation: 'getAll',
	returnAll: true,
	fieldRules: {
		rules: [
			{ field: 'date', convertTo: 'dateTime', dateFormat: 'dmy' },
			{ field: 'total', convertTo: 'number' },
		],
	},
});

const wait = docScore({
	resource: 'run',
	operation: 'wait',
	runId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	output: 'fieldsOnly',
});

async function longest(
	stage: Stage,
	work: string,
	{ credential }: Service,
	items: INodeExecutionData[],
	node: ReturnType<typeof docScore>,
): Promise<Line> {
	return await measured(stage, work, chain(credential, items, node));
}

async function submitted(stage: Stage, service: Service): Promise<Line> {
	await service.control.setRunPlan({ fixedResult: { outputSchema: {} } });
	const task = submission(service, documents(SIZE).length, 20);
	return await measured(stage, 'documents submitted', task);
}

async function measured(stage: Stage, work: string, task: ReturnType<typeof chain>): Promise<Line> {
	const side = new Side(async () => {
		const { longestTurnMs } = await stage.ours.execute({ ...task, watchesTurns: true });
		return longestTurnMs ?? Number.NaN;
	});
	await stage.ours.execute(task);
	await alternate([side], ROUNDS);
	const ours = side.sample((ms) => ms);
	return judge({
		size: SIZE,
		work: `${work}: longest turn`,
		unit: 'ms',
		ours,
		goal: atMost(LONGEST_MS),
	});
}
