import { InputError } from '../../../engine/input/inputError';

/** A link to a page that shows a file, as people copy it from their drive. */
interface PageLink {
	opens: RegExp;
	/** With its article. */
	page: string;
	/** What to do instead. */
	advice: string;
}

const READ_IN_N8N = 'and set Files to From Input Data';

const SAVE = 'Save the file where a link opens it without a page, or send it to n8n in another way';

const PAGE_LINKS: PageLink[] = [
	{
		opens: /^https?:\/\/drive\.google\.com\/(?!([^?#]*\/)?(download|thumbnail|uc)\b)/i,
		page: 'a Google Drive page',
		advice: `Download the file with the Google Drive node ${READ_IN_N8N}. If the file is public, a link to drive.google.com/uc?export=download&id= and its ID works too`,
	},
	{
		opens:
			/^https?:\/\/docs\.google\.com\/(?!([^?#]*\/)?(export|gviz|uc)\b|[^?#]*\/pub\?(.*&)?(output|w)=)/i,
		page: 'a Google editor',
		advice: `Download the document as a PDF with the Google Drive node ${READ_IN_N8N}. If the document is public, you can also replace /edit and the rest of the link with /export?format=pdf`,
	},
	{
		opens: /^https?:\/\/(db\.tt|(paper\.|www\.)?dropbox\.com)\/(?!s\/dl\/|.*[?&](dl|raw)=1\b)/i,
		page: 'a Dropbox page',
		advice: `Change dl=0 to dl=1 in the link, or download the file with the Dropbox node ${READ_IN_N8N}`,
	},
	{
		opens:
			/^https?:\/\/(1drv\.ms\/|(photos\.onedrive\.com|onedrive\.live\.com)\/(?![^?#]*download)|[\w-]+\.sharepoint\.(cn|com|de|us)\/(:\w:\/|(?![^?#]*\/download\.aspx)[^?#]*\.aspx|.*[?&]web=1\b))(?!.*[?&]download=1\b)/i,
		page: 'a OneDrive or SharePoint page',
		advice: `Download the file with the Microsoft OneDrive or Microsoft SharePoint node ${READ_IN_N8N}`,
	},
	{
		opens: /^https?:\/\/([\w-]+\.)*box\.com\/([^?#]*\/)?(embed|file|folder|notes|s|v)\//i,
		page: 'a Box page',
		advice: `Download the file with the Box node ${READ_IN_N8N}`,
	},
	{
		opens:
			/^https?:\/\/[^/?#]+\/([^?#]*\/)?(apps\/files\/|(index\.php|nextcloud|owncloud)\/f\/\d|s\/(?=\w*[A-Z])[A-Za-z\d]{15}\/?([?#]|$))/,
		page: 'a Nextcloud page',
		advice: `Add /download to the end of the link, or download the file with the Nextcloud node ${READ_IN_N8N}`,
	},
	{
		opens: /^https?:\/\/(we\.tl\/|(?!download\.)([\w-]+\.)*(swiss|we)transfer\.com\/(?!api\/))/i,
		page: 'a WeTransfer or SwissTransfer page',
		advice: SAVE,
	},
	{
		opens:
			/^https?:\/\/(github\.com\/[^/?#]+\/[^/?#]+|[^/?#]+\/([^?#]*\/)?-)\/blob\/(?!.*[?&]raw=(1|true)\b)/i,
		page: 'a GitHub or GitLab page',
		advice: `Use the link of its Raw button, or download the file in n8n ${READ_IN_N8N}`,
	},
	{
		opens: /^https?:\/\/((www\.)?notion\.so|[\w-]+\.notion\.site)\/(?!(image|signed)\/)/i,
		page: 'a Notion page',
		advice: SAVE,
	},
	{
		opens: /^https?:\/\/(www|share)\.icloud\.com(\.cn)?\//i,
		page: 'an iCloud page',
		advice: SAVE,
	},
	{
		opens: /^https?:\/\/(www\.)?mega\.(app|nz|io|co\.nz)\//i,
		page: 'a MEGA page',
		advice: SAVE,
	},
	{
		opens:
			/^https?:\/\/(acrobat\.adobe\.com\/(id|link|review)|adobe\.ly|(assets|documentcloud|shared-assets)\.adobe\.com\/(link|public))\//i,
		page: 'an Adobe page',
		advice: SAVE,
	},
	{
		opens:
			/^https?:\/\/(photos\.app\.goo\.gl|photos\.google\.com|drive\.proton\.me|\w+\.pcloud\.(com\/publink|link)|(disk\.yandex\.\w+|yadi\.sk)\/[di]|gofile\.io\/d|(www\.)?mediafire\.com\/file|my\.hidrive\.com\/(lnk|share)|(www\.)?transfernow\.net\/dl|workdrive\.zoho(external)?\.\w+\/(external|file)|[\w-]+\.slack\.com\/files)\//i,
		page: 'a page of a drive',
		advice: SAVE,
	},
];

/** @throws InputError for a link to a page instead of a file */
export function checkNoPage(label: string, url: string): void {
	const link = PAGE_LINKS.find(({ opens }) => opens.test(url));
	if (link)
		throw new InputError(label, shownUrl(url), `opens ${link.page}, not the file`, link.advice);
}

/** Without the query, which can be secret. */
export const shownUrl = (url: string): string => url.replace(/[?#].*/s, '');
