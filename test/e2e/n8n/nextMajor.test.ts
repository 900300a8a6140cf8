import { existsSync, join, mkdir, readFile, writeFile } from '../../node';
import { nodeOf } from '../../harness/n8n/nodeOf';
import { chain } from '../harness/chain';
import { open } from '../harness/signedLink';
import { unpack } from '../harness/userFolder';
import { N8nWithSandbox } from '../harness/withN8n';

/** Changed defaults of n8n 3.0, as far as this n8n has a setting for them. */

const e2e = new N8nWithSandbox('next-major', {
	environment: { N8N_UNVERIFIED_PACKAGES_ENABLED: 'false' },
	// As in an older n8n, whose folder is not yet called storage.
	install: async (home, tarball) => {
		await unpack(home, tarball);
		await mkdir(join(home, '.n8n', 'binaryData'), { recursive: true });
	},
});

it('a package that is installed loads also where n8n installs no unverified ones', async () => {
	const names = (await e2e.n8n.api.nodeTypes()).map(({ name }) => name);
	expect(names).toContain('n8n-nodes-docscore.docScore');
});

it('a signed link opens its file also after n8n has renamed the folder of the files', async () => {
	const { n8n, sandbox, credentials } = e2e;
	const file = join(n8n.filesFolder, 'march.pdf');
	await writeFile(file, await readFile(join('examples', 'samples', 'invoice.pdf')));
	const parameters = {
		filesFrom: 'input',
		binaryPropertyNames: '*',
		operation: 'submit',
		extraction_template_id: sandbox.templates.invoice,
	};
	const workflow = chain(
		'Link',
		nodeOf('Start', 'n8n-nodes-base.manualTrigger'),
		nodeOf('Disk', 'n8n-nodes-base.readWriteFile', { parameters: { fileSelector: file } }),
		nodeOf('Read', 'n8n-nodes-docscore.docScore', { parameters, credentials }),
	);
	const { error } = await n8n.api.run(await n8n.api.importWorkflow(workflow));
	expect(error).toBeNull();
	const [link = ''] = (await sandbox.control.runs()).flatMap(({ fileUrls }) => fileUrls);
	const before = await open(link);
	expect(before).toMatchObject({ status: 200 });
	const folders = ['binaryData', 'storage'].map((name) => join(n8n.folder.data, name));
	expect(folders.map(existsSync)).toEqual([true, false]);
	await n8n.kill();
	await n8n.startAgain({ N8N_MIGRATE_FS_STORAGE_PATH: 'true' });
	expect(folders.map(existsSync)).toEqual([false, true]);
	expect(await open(link)).toEqual(before);
});
