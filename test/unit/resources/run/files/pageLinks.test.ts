import { checkNoPage } from '../../../../../nodes/DocScore/resources/run/files/pageLinks';

const PAGES = {
	'Google Drive': [
		'https://drive.google.com/file/d/1aBcD_efG/view?usp=sharing',
		'https://drive.google.com/file/d/1aBcD_efG/view?usp=drive_link',
		'https://drive.google.com/file/d/1aBcD_efG',
		'https://drive.google.com/file/u/1/d/1aBcD_efG/preview',
		'https://drive.google.com/a/example.com/file/d/1aBcD_efG/edit',
		'https://drive.google.com/open?id=1aBcD_efG',
		'https://drive.google.com/drive/folders/1aBcD_efG?usp=sharing',
		'https://drive.google.com/drive/u/0/folders/1aBcD_efG',
		'https://drive.google.com/drive/my-drive',
		'https://drive.google.com/folderview?id=1aBcD_efG',
		'HTTPS://Drive.Google.com/file/d/1aBcD_efG/view',
	],
	'Google editor': [
		'https://docs.google.com/file/d/1aBcD_efG/edit',
		'https://docs.google.com/open?id=1aBcD_efG',
		'https://docs.google.com/document/d/e/2PACX-1v/pub',
		'https://docs.google.com/viewer?url=https://files.example.com/a.pdf',
		'https://docs.google.com/document/d/1aBcD_efG/edit?usp=sharing',
		'https://docs.google.com/document/d/1aBcD_efG',
		'https://docs.google.com/spreadsheets/d/1aBcD_efG/edit#gid=0',
		'https://docs.google.com/spreadsheets/u/0/d/1aBcD_efG/htmlview',
		'https://docs.google.com/presentation/d/1aBcD_efG/preview',
		'https://docs.google.com/a/example.com/drawings/d/1aBcD_efG/edit',
	],
	Dropbox: [
		'https://www.dropbox.com/s/abc123/invoice.pdf?dl=0',
		'https://www.dropbox.com/s/abc123/invoice.pdf',
		'https://dropbox.com/scl/fi/abc123/invoice.pdf?rlkey=xyz&dl=0',
		'https://www.dropbox.com/scl/fo/abc123/xyz?rlkey=xyz&st=1&dl=0',
		'https://www.dropbox.com/sh/abc123/xyz?dl=0',
		'https://www.dropbox.com/home/Invoices?preview=invoice.pdf',
		'https://www.dropbox.com/t/abc123',
		'https://www.dropbox.com/work/Team/invoice.pdf',
		'https://paper.dropbox.com/doc/abc123',
		'https://db.tt/abc123',
	],
	'OneDrive or SharePoint': [
		'https://1drv.ms/b/s!AbCdEf',
		'https://1drv.ms/b/c/123/Eabc?e=x1y2z3',
		'https://onedrive.live.com/?cid=123&id=123%21456',
		'https://onedrive.live.com/view.aspx?resid=123!456',
		'https://onedrive.live.com/embed?resid=123!456',
		'https://contoso.sharepoint.com/:b:/s/Finance/EabcDEF?e=x1y2z3',
		'https://contoso.sharepoint.com/:f:/r/sites/Finance/Invoices?csf=1&web=1',
		'https://contoso-my.sharepoint.com/:i:/g/personal/ana_contoso_com/EabcDEF?e=x1y2z3',
		'https://contoso.sharepoint.com/sites/Finance/_layouts/15/Doc.aspx?sourcedoc=%7B1%7D',
		'https://contoso-my.sharepoint.com/personal/ana/_layouts/15/onedrive.aspx?id=%2Fa.pdf',
		'https://contoso.sharepoint.com/sites/Finance/Invoices/Forms/AllItems.aspx?id=%2Fa.pdf',
		'https://contoso.sharepoint.com/sites/Finance/Invoices/a.pdf?web=1',
		'https://contoso.sharepoint.us/:b:/s/Finance/EabcDEF',
		'https://photos.onedrive.com/share/123',
	],
	Box: [
		'https://app.box.com/s/abc123',
		'https://app.box.com/file/123456?s=abc123',
		'https://contoso.app.box.com/v/invoices/file/123',
		'https://contoso.box.com/s/abc123',
		'https://app.box.com/notes/123',
	],
	'WeTransfer or SwissTransfer': [
		'https://we.tl/t-abc123',
		'https://wetransfer.com/downloads/abc/def',
		'https://contoso.wetransfer.com/downloads/abc/def',
		'https://www.swisstransfer.com/d/abc',
	],
	iCloud: [
		'https://www.icloud.com/iclouddrive/abc#invoice',
		'https://www.icloud.com.cn/iclouddrive/abc',
		'https://share.icloud.com/photos/abc',
	],
	Nextcloud: [
		'https://cloud.example.com/s/aBcDeFgHiJkLmN7',
		'https://example.com/nextcloud/index.php/s/aBcDeFgHiJkLmN7?path=%2F',
		'https://cloud.example.com/apps/files/?dir=/&openfile=1',
		'https://cloud.example.com/index.php/f/123',
	],
	Adobe: [
		'https://acrobat.adobe.com/id/urn:aaid:sc:EU:abc',
		'https://acrobat.adobe.com/link/review?uri=urn:aaid',
		'https://documentcloud.adobe.com/link/track?uri=urn',
	],
	'GitHub or GitLab': [
		'https://github.com/acme/papers/blob/main/2026/invoice.pdf',
		'https://GitHub.com/acme/papers/blob/main/invoice.pdf?plain=1',
		'https://gitlab.com/acme/group/papers/-/blob/main/invoice.pdf',
		'https://git.example.com/acme/papers/-/blob/main/invoice.pdf?ref_type=heads',
	],
	Notion: [
		'https://www.notion.so/acme/Invoices-0123456789abcdef',
		'https://notion.so/0123456789abcdef',
		'https://acme.notion.site/Invoices-0123456789abcdef',
	],
	MEGA: [
		'https://mega.nz/file/abc#key',
		'https://mega.nz/folder/abc#key',
		'https://mega.co.nz/#!a!b',
		'https://mega.app/file/abc#key',
	],
};

const FILES = [
	'https://files.example.com/invoice.pdf',
	'https://drive.google.com/uc?export=download&id=1aBcD_efG',
	'https://drive.google.com/u/0/uc?id=1aBcD_efG&export=download',
	'https://drive.google.com/thumbnail?id=1aBcD_efG',
	'https://drive.usercontent.google.com/download?id=1aBcD_efG&export=download',
	'https://docs.google.com/uc?export=download&id=1aBcD_efG',
	'https://docs.google.com/document/d/1aBcD_efG/export?format=pdf',
	'https://docs.google.com/presentation/d/1aBcD_efG/export/pdf',
	'https://docs.google.com/spreadsheets/d/e/2PACX-1v/pub?output=pdf',
	'https://www.dropbox.com/s/abc123/invoice.pdf?dl=1',
	'https://www.dropbox.com/scl/fi/abc123/invoice.pdf?rlkey=xyz&dl=1',
	'https://www.dropbox.com/scl/fi/abc123/invoice.png?rlkey=xyz&raw=1',
	'https://dl.dropboxusercontent.com/s/abc123/invoice.pdf',
	'https://onedrive.live.com/download?resid=123!456&authkey=x',
	'https://onedrive.live.com/download.aspx?resid=123!456',
	'https://onedrive.live.com/personal/123/_layouts/15/download.aspx?share=Eabc',
	'https://contoso.sharepoint.com/:b:/s/Finance/EabcDEF?e=x1y2z3&download=1',
	'https://contoso.sharepoint.com/sites/Finance/_layouts/15/download.aspx?UniqueId=1',
	'https://contoso.sharepoint.com/sites/Finance/Invoices/invoice.pdf',
	'https://files.example.com/?from=https://drive.google.com/file/d/1aBcD_efG/view',
	'https://drive.google.com.example.com/file/d/1aBcD_efG/view',
	'https://notdropbox.com/s/abc123/invoice.pdf',
	'https://dropbox.com.example.com/s/abc123/invoice.pdf',
	'https://sharepoint.com.example.com/:b:/s/Finance/EabcDEF',
	'https://app.box.com/shared/static/abc123.pdf',
	'https://inbox.com/s/abc123',
	'https://nomega.nz/file/abc',
	'https://docs.google.com/drawings/d/e/2PACX-1v/pub?w=960&h=720',
	'https://www.dropbox.com/s/dl/abc123/invoice.pdf',
	'https://download.wetransfer.com/eugv/abc/invoice.pdf?token=x',
	'https://api.pcloud.com/getpubthumb?code=x',
	'https://cloud.example.com/s/aBcDeFgHiJkLmN7/download',
	'https://cloud.example.com/s/aBcDeFgHiJkLmN7/download/invoice.pdf',
	'https://files.example.com/s/invoicedocument',
	'https://files.example.com/s/aBcDeFgHiJkL.pdf',
	'https://github.com/acme/papers/raw/main/invoice.pdf',
	'https://github.com/acme/papers/blob/main/invoice.pdf?raw=true',
	'https://raw.githubusercontent.com/acme/papers/blob/invoice.pdf',
	'https://gitlab.com/acme/papers/-/raw/main/invoice.pdf',
	'https://files.example.com/acme/papers/blob/invoice.pdf',
	'https://www.notion.so/image/https%3A%2F%2Ffiles.example.com%2Fa.png',
	'https://www.notion.so/signed/https%3A%2F%2Ffiles.example.com%2Fa.pdf?table=block',
	'https://file.notion.so/f/f/abc/invoice.pdf',
];

describe.each(Object.entries(PAGES))('a page of %s', (name, links) => {
	it.each(links)('%s: is refused', (link) => {
		const what = name === 'Google editor' ? name : `${name} page`;
		const article = /^(Adobe|iCloud)/.test(name) ? 'an' : 'a';
		// A query can be secret.
		const shown = link.replace(/[?#].*/, '');
		expect(() => checkNoPage('File URLs', link)).toThrow(
			`'File URLs' opens ${article} ${what}, not the file: '${shown}'`,
		);
	});
});

it.each(FILES)('%s can be a file', (link) => {
	expect(() => checkNoPage('File URLs', link)).not.toThrow();
});
