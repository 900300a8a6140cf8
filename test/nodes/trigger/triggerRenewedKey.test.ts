import { useDrivenTime } from '../../harness/jest/drivenTime';
import type { Persistence } from '../../harness/n8n/pollingWorkflow';
import { SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { SandboxedTrigger } from '../../harness/sandbox/sandboxedTrigger';

const service = new SandboxedTrigger();
const other = new SandboxedTrigger();
const between = new SandboxProxy(service);
const time = useDrivenTime(service);

const MINUTE_MS = 60_000;
const NIGHT_MINUTES = 12 * 60;

const KINDS: Persistence[] = ['legacy', 'scheduler', 'durable'];

/** A workflow whose key changes with each call of `renew`. */
async function activated(persistence: Persistence) {
	between.takesAnyKey = true;
	let renewals = 0;
	const credential = () => ({ ...between.credential, apiKey: `key-number-${renewals}` });
	const workflow = await service.activated({ persistence, credential });
	return { workflow, renew: () => renewals++ };
}

describe.each(KINDS)('a renewed key, with the %s state', (kind) => {
	it('loses and repeats no runs, before the first emission and later', async () => {
		await service.control.seedRuns([{ filename: 'Past', createdAgoMs: 60_000 }]);
		const open = await service.control.seedRuns([{ status: 'pending', filename: 'Open' }]);
		const { workflow, renew } = await activated(kind);
		await workflow.poll();
		await service.finish(open);
		const names = ['Run 1', 'Run 2', 'Run 3'];
		for (const filename of names) {
			renew();
			await service.control.seedRuns([{ filename }]);
			await workflow.poll();
		}
		await workflow.poll();
		expect(workflow.names).toEqual(['Open', ...names]);
		expect(workflow.warnings).toEqual([]);
	});

	it('loses no run after a night without runs', async () => {
		const { workflow, renew } = await activated(kind);
		for (let evening = 0; evening < 8; evening++) {
			await service.control.seedRuns([{ filename: 'Evening' }]);
			await time.pass(MINUTE_MS);
			await workflow.poll();
		}
		for (let minute = 0; minute < NIGHT_MINUTES; minute += 5) {
			await time.pass(5 * MINUTE_MS);
			await workflow.poll();
		}
		renew();
		await service.control.seedRuns([{ filename: 'New' }]);
		await time.pass(MINUTE_MS);
		await workflow.poll();
		expect(workflow.names.slice(-1)).toEqual(['New']);
		expect(workflow.items).toHaveLength(9);
	});
});

describe.each(KINDS)('a credential of another account, with the %s state', (kind) => {
	it('begins anew: with no past run of that account, and each new one', async () => {
		await other.control.seedRuns([{ filename: 'Past of the other', createdAgoMs: 60_000 }]);
		const [open = ''] = await other.control.seedRuns([{ status: 'pending', filename: 'Open' }]);
		let { credential } = service;
		const workflow = await service.activated({ persistence: kind, credential: () => credential });
		await service.control.seedRuns([{ filename: 'Of the first' }]);
		await workflow.poll();
		({ credential } = other);
		await workflow.poll();
		await other.finish([open]);
		await other.control.seedRuns([{ filename: 'New' }]);
		await workflow.poll();
		expect(workflow.names).toEqual(['Of the first', 'Open', 'New']);
		expect(workflow.warnings).toEqual([
			'The credential belongs to another account: starting anew from its present runs',
		]);
	});
});
