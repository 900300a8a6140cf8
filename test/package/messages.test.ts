import { isObject } from '../../nodes/DocScore/service/json';
import { existsSync, readFile, writeFile } from '../node';
import { inputOfChecks, issuesOfChecks } from './messages/ofChecks';
import { ofCredential, ofHints, ofPickers } from './messages/inEditor';
import { hintsOnFiles, ofFiles } from './messages/ofFiles';
import { ofInput, ofSubmissionInput, ofTemplateInput } from './messages/ofInput';
import { ofRecordings } from './messages/ofRecordings';
import { ofRules } from './messages/ofRules';
import { ofAnswers, ofLists, ofTemplates } from './messages/ofRuns';
import { ofSubmissions } from './messages/ofSubmissions';
import { ofTrigger } from './messages/ofTrigger';
import { ofDownloads, ofWaiting } from './messages/ofWaiting';
import { forbiddenIn, PAGE, pageOf, type Row, steady } from './messages/page';
import { textsOfMessages } from './messages/sources';
import { type Part, Stage, type Told } from './messages/stage';

const stage = new Stage();

const parts: Part[] = [
	{ title: 'Credential', provocations: ofCredential(stage) },
	{ title: 'Lists in the editor', provocations: ofPickers(stage) },
	{
		title: 'Run, before anything is sent',
		provocations: [...ofInput(stage), ...inputOfChecks(stage)],
	},
	{
		title: 'Run: what is to be submitted',
		provocations: [...ofSubmissionInput(stage), ...ofFiles(stage)],
	},
	{
		title: 'Run: what the service answers',
		provocations: [...ofAnswers(stage), ...ofLists(stage)],
	},
	{ title: 'Run: submitting', provocations: ofSubmissions(stage) },
	{ title: 'Run: waiting', provocations: ofWaiting(stage) },
	{ title: 'Run: files', provocations: ofDownloads(stage) },
	{ title: 'Run: hints', provocations: [...ofHints(stage), ...hintsOnFiles(stage)] },
	{
		title: 'Run: issues of Field Rules',
		provocations: [...ofRules(stage), ...issuesOfChecks(stage)],
	},
	{ title: 'Template', provocations: [...ofTemplateInput(stage), ...ofTemplates(stage)] },
	{ title: 'Recording', provocations: ofRecordings(stage) },
	{ title: 'Trigger', provocations: ofTrigger(stage) },
];

/** The messages as shown, and the rows of the page. */
const toldBefore: Told[] = [];
const rows = new Map<string, Row[]>(parts.map(({ title }) => [title, []]));

/** Messages that need no advice: hints, issues, and those for which n8n shows only one text. */
const SAYS_ALL =
	/hint|Check Only|issues|Credential|Trigger|Field: No template|A typed name|"message"|cancelled|a missing node/;

describe.each(parts)('$title', ({ title, provocations }) => {
	it.each(provocations.map((each) => [each.where, each.did, each] as const))(
		'%s: %s',
		async (where, did, { provoke }) => {
			const told = [await provoke()].flat();
			expect(told).not.toEqual([]);
			toldBefore.push(...told);
			for (const each of told) {
				expect(forbiddenIn(each)).toEqual([]);
				const isWhole = SAYS_ALL.test(`${title} ${where}: ${did}`);
				if (!isWhole) expect(each.advice ?? '').toMatch(/\w+ \w+/);
			}
			const steadily = told.map(({ message, advice }) => ({
				message: steady(message),
				advice: advice && steady(advice),
			}));
			rows.get(title)?.push(...steadily.map((each) => ({ where, did, ...each })));
		},
	);
});

describe('All messages', () => {
	it(`are listed in ${PAGE}`, async () => {
		const page = pageOf(rows);
		const state: unknown = Reflect.get(expect.getState(), 'snapshotState');
		if (isObject(state) && state._updateSnapshot === 'all') await writeFile(PAGE, page);
		const kept = existsSync(PAGE) ? await readFile(PAGE, 'utf8') : '';
		// After a change of a message, run: npx jest test/package/messages -u
		expect(kept.split('\n')).toEqual(page.split('\n'));
	});

	it('contain all texts of the code that are used in messages', async () => {
		const texts = toldBefore.map(({ message, advice }) => `${message}\n${advice}`).join('\n');
		const missing = (await textsOfMessages()).filter(({ text }) => !texts.includes(text));
		expect(missing).toEqual([]);
	});
});
