import { type Starter, withStarter } from '../../test/harness/package/starter';
import { alternate, type Sample, sampleOf, Side } from '../measure';
import { type Figure, judge, type Unit } from '../figure';
import type { Stage } from '../stage';

export const ownPackage: Figure = {
	name: 'package',
	about:
		"The published package: the time that n8n's loader needs for a fresh copy, the unpacked size, and the number of files. The starter is the package that n8n's own tool creates and builds from its example for GitHub issues.",
	async measure(stage) {
		return await withStarter(async (starter) => await weigh(stage, starter));
	},
};

async function weigh(stage: Stage, starter: Starter) {
	const { packed, unpack } = stage.setup;
	const loading = (tarball: string) =>
		new Side(async () => await stage.ours.load(await unpack(tarball)));
	const ours = loading(packed.path);
	const theirs = loading(starter.path);
	await alternate([ours, theirs]);
	const line = (work: string, unit: Unit, own: Sample, sample: Sample) =>
		judge({ size: 1, work, unit, ours: own, peer: { name: 'starter', sample } });
	const once = (value: number) => sampleOf([value]);
	return [
		line('package: load', 'ms', ours.sample(Number), theirs.sample(Number)),
		line(
			'package: size',
			'KB',
			once(packed.unpackedSize / 1000),
			once(starter.unpackedSize / 1000),
		),
		line('package: files', 'files', once(packed.files.length), once(starter.files.length)),
	];
}
