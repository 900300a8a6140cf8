import { version } from '../../../package.json';
import { print, runCommand } from '../../harness/command';
import { readFile } from '../../node';
import { nodesOfExamples, readBaseline, writeBaseline } from './file';
import { presentParts } from './present';
import { reasonsToRefuse } from './refusal';

/** Writes the present form as that of the version in package.json. */

async function main(): Promise<number> {
	const parts = await presentParts();
	const changelog = await readFile('CHANGELOG.md', 'utf8');
	const reasons = reasonsToRefuse({ former: await readBaseline(), parts, changelog, version });
	if (reasons.length > 0) {
		print(reasons.map((each) => `- ${each}`).join('\n'));
		return 1;
	}
	const [release = version] = version.split('-');
	await writeBaseline({ version: release, parts, saved: await nodesOfExamples() });
	print(`The form of ${release} has ${parts.length} parts`);
	return 0;
}

runCommand(main);
