import ts from 'typescript';

/** A range in the text of a file. */
export interface Span {
	start: number;
	end: number;
}

/** A small change to one file. */
export interface Change {
	operator: string;
	/** The range that is replaced. */
	span: Span;
	before: string;
	after: string;
	/** The code that runs whenever the change can have an effect: an expression or a whole statement. */
	place: Span & { isStatement: boolean };
}

type Found = Omit<Change, 'operator' | 'before'>;

/** Finds the changes of one kind that start at this node. */
type Find = (node: ts.Node) => Found[];

const BOUNDARIES = new Map<ts.SyntaxKind, string>([
	[ts.SyntaxKind.LessThanToken, '<='],
	[ts.SyntaxKind.LessThanEqualsToken, '<'],
	[ts.SyntaxKind.GreaterThanToken, '>='],
	[ts.SyntaxKind.GreaterThanEqualsToken, '>'],
]);

const SWAPS = new Map<ts.SyntaxKind, string>([
	[ts.SyntaxKind.AmpersandAmpersandToken, '||'],
	[ts.SyntaxKind.BarBarToken, '&&'],
	[ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
	[ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
]);

const NOT = ts.SyntaxKind.ExclamationToken;

/** From this value on, adding 1 makes hardly any difference, because these are times in ms or sizes. */
const LARGE = 1000;

const boundary: Find = (node) => (ts.isBinaryExpression(node) ? otherSign(node, BOUNDARIES) : []);

const constant: Find = (node) => {
	if (!ts.isNumericLiteral(node) || isName(node)) return [];
	const value = Number(node.text.replaceAll('_', ''));
	const others = [...(value < LARGE ? [value + 1] : []), ...(value > 1 ? [value * 2] : [])];
	return others.map((other) => replaced(node, String(other)));
};

const guard: Find = (node) => {
	const condition = conditionOf(node);
	if (!condition || isBoolean(condition)) return [];
	const isLoop = !ts.isIfStatement(node) && !ts.isConditionalExpression(node);
	return (isLoop ? ['false'] : ['true', 'false']).map((text) => replaced(condition, text));
};

const fallback: Find = (node) => {
	if (isBinary(node, ts.SyntaxKind.QuestionQuestionToken)) {
		const { left, right } = node;
		const place = placeOf(right);
		return [{ ...replaced(node, left.getText()), place }, replaced(node, right.getText())];
	}
	if (!(ts.isParameter(node) || ts.isBindingElement(node)) || !node.initializer) return [];
	const { initializer } = node;
	const declared = ts.isParameter(node) ? (node.type ?? node.name) : node.name;
	const span = { start: declared.getEnd(), end: initializer.getEnd() };
	return [{ span, after: '', place: placeOf(initializer) }];
};

const statement: Find = (node) => {
	if (!ts.isExpressionStatement(node)) return [];
	return [{ ...replaced(node, '{}'), place: { ...spanOf(node), isStatement: true } }];
};

const swap: Find = (node) => {
	if (ts.isBinaryExpression(node)) return otherSign(node, SWAPS);
	if (isBoolean(node)) return [replaced(node, node.getText() === 'true' ? 'false' : 'true')];
	const isNot = ts.isPrefixUnaryExpression(node) && node.operator === NOT;
	return isNot ? [replaced(node, node.operand.getText())] : [];
};

const emptied: Find = (node) => {
	if (isText(node) && !isName(node) && !isShown(node)) {
		return node.getText().length > 2 ? [replaced(node, "''")] : [];
	}
	const isList = ts.isArrayLiteralExpression(node) && !isTarget(node);
	return isList && node.elements.length > 0 ? [replaced(node, '[]')] : [];
};

const spread: Find = (node) => {
	if (ts.isSpreadAssignment(node) && isOptional(node.expression)) {
		return [replaced(node.expression, '{}')];
	}
	const isPart = ts.isSpreadElement(node) && ts.isArrayLiteralExpression(node.parent);
	return isPart && isOptional(node.expression) ? [replaced(node.expression, '[]')] : [];
};

const OPERATORS = { boundary, constant, guard, fallback, statement, swap, emptied, spread };

/** All small changes of a file, in the order of the text. */
export function changesIn(text: string): Change[] {
	const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.ES2022, true);
	const changes: Change[] = [];
	const visit = (node: ts.Node): void => {
		if (isNoCode(node)) return;
		for (const [operator, find] of Object.entries(OPERATORS)) {
			for (const found of find(node)) {
				const { start, end } = found.span;
				changes.push({ operator, before: text.slice(start, end), ...found });
			}
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return changes;
}

export function apply(text: string, { span, after }: Change): string {
	return text.slice(0, span.start) + after + text.slice(span.end);
}

const spanOf = (node: ts.Node): Span => ({ start: node.getStart(), end: node.getEnd() });

const placeOf = (node: ts.Node) => ({ ...spanOf(node), isStatement: false });

const replaced = (node: ts.Node, after: string): Found => ({
	span: spanOf(node),
	after,
	place: placeOf(node),
});

function otherSign(node: ts.BinaryExpression, signs: Map<ts.SyntaxKind, string>): Found[] {
	const other = signs.get(node.operatorToken.kind);
	if (other === undefined) return [];
	return [{ span: spanOf(node.operatorToken), after: other, place: placeOf(node) }];
}

function conditionOf(node: ts.Node): ts.Expression | undefined {
	if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return node.expression;
	return ts.isConditionalExpression(node) || ts.isForStatement(node) ? node.condition : undefined;
}

/** Whether the node never runs: types, imports and exports. */
const isNoCode = (node: ts.Node): boolean =>
	ts.isTypeNode(node) ||
	ts.isInterfaceDeclaration(node) ||
	ts.isTypeAliasDeclaration(node) ||
	ts.isImportDeclaration(node) ||
	ts.isExportDeclaration(node);

const isBinary = (node: ts.Node, sign: ts.SyntaxKind): node is ts.BinaryExpression =>
	ts.isBinaryExpression(node) && node.operatorToken.kind === sign;

const isBoolean = ({ kind }: ts.Node): boolean =>
	kind === ts.SyntaxKind.TrueKeyword || kind === ts.SyntaxKind.FalseKeyword;

const isText = (node: ts.Node): boolean =>
	ts.isStringLiteral(node) ||
	ts.isTemplateExpression(node) ||
	ts.isNoSubstitutionTemplateLiteral(node);

const isName = (node: ts.Node): boolean => 'name' in node.parent && node.parent.name === node;

/** Whether the node is the target of an assignment. */
const isTarget = (node: ts.Node): boolean =>
	isBinary(node.parent, ts.SyntaxKind.EqualsToken) && node.parent.left === node;

const SHOWN = ['action', 'description', 'displayName', 'hint', 'placeholder'];

/** Whether the editor shows this text. It shows a `name` if there is a `value` beside it. */
function isShown({ parent }: ts.Node): boolean {
	if (!ts.isPropertyAssignment(parent) && !ts.isPropertyDeclaration(parent)) return false;
	const name = parent.name.getText();
	if (SHOWN.includes(name)) return true;
	if (!ts.isObjectLiteralExpression(parent.parent)) return false;
	const siblings = parent.parent.properties.map((property) => property.name?.getText());
	return name === 'name' && siblings.includes('value');
}

function isOptional(node: ts.Expression): boolean {
	if (ts.isParenthesizedExpression(node)) return isOptional(node.expression);
	const signs = [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.QuestionQuestionToken];
	return ts.isConditionalExpression(node) || signs.some((sign) => isBinary(node, sign));
}
