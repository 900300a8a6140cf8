import type { NodeHint } from 'n8n-workflow';

/** A link as people copy it from where their files are: it opens a page that shows the file. */
interface PageLink {
	opens: RegExp;
	/** What to do instead. */
	advice: string;
}

const READ_IN_N8N = 'and set Files to From Input Data';

const PAGE_LINKS: PageLink[] = [
	{
		opens: /^https?:\/\/drive\.google\.com\/([^?#]*\/)?((file\/(u\/\d+\/)?d|folders)\/|open\?)/i,
		advice: `A link under File URLs opens a page of Google Drive and not the file. Download the file with the Google Drive node ${READ_IN_N8N}. Where anybody may open it, https://drive.google.com/uc?export=download&id= followed by its ID works as well.`,
	},
	{
		opens:
			/^https?:\/\/docs\.google\.com\/([^?#]*\/)?(document|drawings|presentation|spreadsheets)\/(?![^?#]*\/(export|pub)\b)/i,
		advice: `A link under File URLs opens an editor of Google and not a file. Download the document as a PDF with the Google Drive node ${READ_IN_N8N}. Where anybody may open it, /export?format=pdf in place of /edit and what follows works as well.`,
	},
	{
		opens: /^https?:\/\/(www\.)?dropbox\.com\/(home|preview|s|scl|sh)\/(?!.*[?&](dl|raw)=1\b)/i,
		advice: `A link under File URLs opens a page of Dropbox and not the file. Put dl=1 into it in place of dl=0, or download the file with the Dropbox node ${READ_IN_N8N}.`,
	},
	{
		opens:
			/^https?:\/\/(1drv\.ms\/|onedrive\.live\.com\/(?![^?#]*download)|[\w-]+\.sharepoint\.com\/(:\w:\/|(?![^?#]*\/download\.aspx)[^?#]*\.aspx))(?!.*[?&]download=1\b)/i,
		advice: `A link under File URLs opens a page of OneDrive or SharePoint and not the file. Download the file with the Microsoft OneDrive or Microsoft SharePoint node ${READ_IN_N8N}.`,
	},
];

/** What to give in place of a link that opens a page; undefined where it may well lead to a file. */
export const pageAdvice = (url: string): string | undefined =>
	PAGE_LINKS.find(({ opens }) => opens.test(url))?.advice;

/** The URLs of a text, or of a list that became one, in an expression. */
const URLS =
	'String($parameter.file_urls).split(/[\\s"[\\]]+|,(?=https?:)/i).filter((url) => /^https?:/i.test(url))';

/** The same while one edits the node, where the editor knows what its expressions give. */
export const fileUrlHints: NodeHint[] = [
	...PAGE_LINKS.map(({ opens, advice }) =>
		beforehand('warning', advice, `${URLS}.some((url) => ${opens}.test(url))`),
	),
	beforehand(
		'info',
		'The files under File URLs are those of one document and become one run. Give each of several documents an item of its own.',
		`${URLS}.length > 1`,
	),
];

function beforehand(type: NodeHint['type'], message: string, holds: string): NodeHint {
	return {
		type,
		message,
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		// What an expression gives is not known as long as there are no items.
		displayCondition: `={{ (() => { try { return $parameter.filesFrom === "url" && ${holds}; } catch (error) { return false; } })() }}`,
	};
}
