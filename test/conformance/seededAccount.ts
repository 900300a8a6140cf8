import type { SandboxControl } from '../sandbox/control';
import type { SeedSpec } from '../sandbox/records';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const METADATA = { department: 'Accounting', order: '4500017832' };

/** Some weeks of an account, newest runs first, so that the odd run is among them. */
const HISTORY: SeedSpec[] = [
	{
		count: 3,
		filename: 'Today {n}',
		createdAgoMs: 9 * MINUTE_MS,
		spacingMs: 61_007,
		metadata: METADATA,
	},
	{
		count: 2,
		status: 'processing',
		filename: 'Under way {n}',
		createdAgoMs: 4 * MINUTE_MS,
		spacingMs: 30_011,
	},
	{ filename: 'Pending', status: 'pending', createdAgoMs: MINUTE_MS },
	{
		count: 7,
		filename: 'Invoice 2{n}x',
		createdAgoMs: 9 * DAY_MS,
		spacingMs: 17_000_123,
		metadata: METADATA,
		files: ['page.pdf'],
	},
	{
		count: 2,
		status: 'failed',
		filename: 'Broken {n}',
		createdAgoMs: 11 * DAY_MS,
		spacingMs: 40_000_321,
	},
];

/** Slow enough that the check sees all statuses of a run. */
export const RUN_PLAN = { pendingMs: 12_000, processingMs: 2_000 };

/** Fills a sandbox with runs. Set its dialect first. */
export async function seedAccount(control: SandboxControl): Promise<void> {
	await control.seedRuns(HISTORY);
	await control.setRunPlan(RUN_PLAN);
}
