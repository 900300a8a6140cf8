import ts from 'typescript';
import { join, readdir, readFile } from '../../node';

const FOLDERS = ['credentials', 'nodes'];

/** Errors that end work inside the nodes and are never shown. */
const INTERNAL = [
	'ListTimeUp',
	'RangeError',
	'SearchedEnough',
	'CancelledError',
	'StoreError',
	'WaitTimeout',
];

/** Texts that the editor shows in a form, not as a message. */
const OF_FORMS = [
	'action',
	'description',
	'displayName',
	'hint',
	'name',
	'placeholder',
	'toolDescription',
];

/** Calls whose texts go to n8n's log or are part of a form. */
const OF_NOBODY = /\b(log|debug|info|cancel|templateLocator|additionalFieldsOf)$/;

/** The texts for n8n's AI builder. */
const OF_BUILDER = 'builderHint.ts';

/** The names of types, which test/unit/engine/binary/contentType.test.ts causes. */
const OF_TYPES = 'fileTypes.ts';

/** Texts that no test here can cause, or that nobody reads. */
const ELSEWHERE = [
	// Caused in test/unit/trigger, where time can run out between two requests.
	'The first list of runs',
	// Goes to n8n's log.
	'Some runs have no created_time',
	'A poll failed',
	// Ends a stream and thereby a request.
	'The service does not want the rest of the file',
	// n8n always passes a stream.
	'gave nothing',
	// Needs a certificate or a separate network. test/e2e/n8n/network.test.ts causes two of them.
	'network not reachable',
	'certificate not trusted',
	'n8n blocks this address',
	'N8N_SSRF_ALLOWED_HOSTNAMES',
	'NODE_EXTRA_CA_CERTS',
	// n8n does not accept other values here. test/unit/engine/input/input.test.ts causes these errors.
	'is not a set of fields',
	'Remove the expression',
	// Written to n8n's log.
	'The execution was stopped after',
	'perhaps accepted',
	'and perhaps',
	'The execution was stopped while',
	'. Look for them in the dashboard before',
	'. Do not upload them again',
	'. Before you submit again, find their runs with Get Many',
	// A single 429, which test/unit/engine/throttleHint.test.ts causes.
	'One request was',
	// Part of a field's description.
	'used to find and filter runs',
	'stored with the recording',
	// Not texts: code in expressions, words that documents write, a placeholder for a key.
	'={{',
	'} catch (error)',
	'true t yes',
	'false f no',
	'да истина',
	'nie fałsz',
	'AED:dh',
	'ETB:br',
	'MDL:lei',
	'TWD:元',
	'dne roku',
	'den der',
	'of the on',
	'le heures',
	'de-AT de-CH',
	'las del',
	'godz r roku',
	'den klockan',
	'(API Key)',
];

/** Code that creates a message, with its position. */
export interface Place {
	place: string;
	text: string;
}

async function sourceFiles(): Promise<ts.SourceFile[]> {
	const paths = await Promise.all(
		FOLDERS.map(async (folder) => {
			const names = await readdir(folder, { recursive: true });
			return names
				.filter(
					(name) => name.endsWith('.ts') && !name.endsWith(OF_BUILDER) && !name.endsWith(OF_TYPES),
				)
				.map((name) => join(folder, name));
		}),
	);
	return await Promise.all(
		paths
			.flat()
			.map(async (path) =>
				ts.createSourceFile(path, await readFile(path, 'utf8'), ts.ScriptTarget.Latest, true),
			),
	);
}

const allBelow = (node: ts.Node): ts.Node[] => {
	const found: ts.Node[] = [];
	const visit = (each: ts.Node) => {
		found.push(each);
		ts.forEachChild(each, visit);
	};
	visit(node);
	return found;
};

function placeOf(node: ts.Node): string {
	const file = node.getSourceFile();
	return `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}

/** Every text of at least two words that is not part of a form. */
export async function textsOfMessages(): Promise<Place[]> {
	const nodes = (await sourceFiles()).flatMap(allBelow);
	return nodes.flatMap((node) => {
		if (!isText(node) || isForNobody(node)) return [];
		const text = node.text.trim();
		const isToTell =
			/[a-z]{2} [a-z]{2}/i.test(text) && !ELSEWHERE.some((each) => text.includes(each));
		return isToTell ? [{ place: placeOf(node), text }] : [];
	});
}

const isText = (node: ts.Node): node is ts.StringLiteralLike | ts.TemplateLiteralLikeNode =>
	ts.isStringLiteralLike(node) ||
	ts.isTemplateHead(node) ||
	ts.isTemplateMiddleOrTemplateTail(node);

function isForNobody(node: ts.Node): boolean {
	for (let each = node; each.parent; each = each.parent) {
		const { parent } = each;
		if (ts.isPropertyAssignment(parent) && isOfForm(parent)) return true;
		if (ts.isPropertyDeclaration(parent) || ts.isLiteralTypeNode(parent)) return true;
		if (ts.isNewExpression(parent) && INTERNAL.includes(parent.expression.getText())) return true;
		if (ts.isCallExpression(parent) && OF_NOBODY.test(parent.expression.getText())) return true;
		if (ts.isCallExpression(parent) && isSuperOfInternal(parent)) return true;
	}
	return false;
}

const isSuperOfInternal = ({ expression }: ts.CallExpression): boolean =>
	expression.kind === ts.SyntaxKind.SuperKeyword &&
	INTERNAL.some((name) => expression.getSourceFile().text.includes(`class ${name} `));

/**
 * Whether a property is part of a form. A description beside a name describes a field or option; any other
 * belongs to an error.
 */
function isOfForm({ name, parent }: ts.PropertyAssignment): boolean {
	const names = parent.properties.map((each) => each.name?.getText());
	return (
		OF_FORMS.includes(name.getText()) &&
		names.some((each) => each === 'name' || each === 'displayName')
	);
}
