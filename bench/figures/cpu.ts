import { alternate, type Side } from '../measure';
import { type Figure, judge, type Line, measureEach, ratioAtLeast } from '../figure';
import type { Service, Stage } from '../stage';
import { chain } from '../workflows';
import { documents, submission, submissionNode, type Submitting, submitting } from './submission';

export const cpu: Figure = {
	name: 'cpu',
	about:
		"Run: Submit with immediate responses: CPU time of the process for each item, including that of the system. Both sides include n8n's own work for each item, so the difference is the work of this node.",
	async measure(stage) {
		const service = await stage.service();
		await perItem(stage, service, 1_000);
		return await measureEach([10, 100, 1_000], async (size) => [
			await perItem(stage, service, size),
		]);
	},
};

async function perItem(stage: Stage, service: Service, size: number): Promise<Line> {
	const byHand = chain(service.credential, documents(size), submissionNode(service));
	const ours = submitting(service, 0, stage.ours, submission(service, size, 20));
	const theirs = submitting(service, 0, stage.peer, byHand);
	await alternate([ours, theirs]);
	const cpuOf = (side: Side<Submitting>) => side.sample(({ cpuMs }) => cpuMs / size);
	return judge({
		size,
		work: 'submissions: CPU time for each',
		unit: 'ms',
		ours: cpuOf(ours),
		peer: { name: 'HTTP Request', sample: cpuOf(theirs) },
		goal: size === 1_000 ? ratioAtLeast(1) : undefined,
	});
}
