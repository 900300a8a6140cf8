import type { NodeHint } from 'n8n-workflow';

/** A link to a page that shows a file, as people copy it from their drive. */
interface PageLink {
	opens: RegExp;
	/** What to do instead. */
	advice: string;
}

const READ_IN_N8N = 'and set Files to From Input Data';

const PAGE_LINKS: PageLink[] = [
	{
		opens: /^https?:\/\/drive\.google\.com\/([^?#]*\/)?((file\/(u\/\d+\/)?d|folders)\/|open\?)/i,
		advice: `A link in File URLs opens a Google Drive page, not the file. Download the file with the Google Drive node ${READ_IN_N8N}. If the file is public, you can also use https://drive.google.com/uc?export=download&id= followed by its ID.`,
	},
	{
		opens:
			/^https?:\/\/docs\.google\.com\/([^?#]*\/)?(document|drawings|presentation|spreadsheets)\/(?![^?#]*\/(export|pub)\b)/i,
		advice: `A link in File URLs opens a Google editor, not a file. Download the document as a PDF with the Google Drive node ${READ_IN_N8N}. If the document is public, you can also replace /edit and the rest of the link with /export?format=pdf.`,
	},
	{
		opens: /^https?:\/\/(www\.)?dropbox\.com\/(home|preview|s|scl|sh)\/(?!.*[?&](dl|raw)=1\b)/i,
		advice: `A link in File URLs opens a Dropbox page, not the file. Change dl=0 to dl=1 in the link, or download the file with the Dropbox node ${READ_IN_N8N}.`,
	},
	{
		opens:
			/^https?:\/\/(1drv\.ms\/|onedrive\.live\.com\/(?![^?#]*download)|[\w-]+\.sharepoint\.com\/(:\w:\/|(?![^?#]*\/download\.aspx)[^?#]*\.aspx))(?!.*[?&]download=1\b)/i,
		advice: `A link in File URLs opens a OneDrive or SharePoint page, not the file. Download the file with the Microsoft OneDrive or Microsoft SharePoint node ${READ_IN_N8N}.`,
	},
];

/** What to enter instead of a link to a page; undefined if the link may open a file. */
export const pageAdvice = (url: string): string | undefined =>
	PAGE_LINKS.find(({ opens }) => opens.test(url))?.advice;

/** Finds the URLs in a text or a list, within an expression. */
const URLS =
	'String($parameter.file_urls).split(/[\\s"[\\]]+|,(?=https?:)/i).filter((url) => /^https?:/i.test(url))';

/** The same hints while the node is edited, if the editor knows the value of the expression. */
export const fileUrlHints: NodeHint[] = [
	...PAGE_LINKS.map(({ opens, advice }) =>
		beforehand('warning', advice, `${URLS}.some((url) => ${opens}.test(url))`),
	),
	beforehand(
		'info',
		'All files in File URLs belong to one document and become one run. For several documents, use one item for each.',
		`${URLS}.length > 1`,
	),
];

function beforehand(type: NodeHint['type'], message: string, holds: string): NodeHint {
	return {
		type,
		message,
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		// The value of an expression is not known before there are items.
		displayCondition: `={{ (() => { try { return $parameter.filesFrom === "url" && ${holds}; } catch (error) { return false; } })() }}`,
	};
}
