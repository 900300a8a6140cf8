import type { GenericValue, IDataObject } from 'n8n-workflow';
import { isObject } from '../service/json';
import { counted } from '../service/messages';
import type { ExtractedField } from '../service/types';
import { clipped } from './issue';
import { Problem } from './normalize';
import { headProblem } from './tableHead';

/** The rows of a table, each with all columns; an empty cell is null. */
export type Table = IDataObject[];

export const isTableValue = (value: ExtractedField['value']): value is Table =>
	Array.isArray(value) && value.every(isObject);

/** The most levels of lists and objects in each other: what writes them as JSON calls itself. */
const MAX_LEVELS = 50;

/** A table of a list of objects, or of lists of which the first is the header. */
export function ofList(list: unknown[]): Table | Problem {
	if (isDeeper(list, MAX_LEVELS)) {
		return new Problem(`is nested more than ${MAX_LEVELS} levels deep`);
	}
	if (list.every(isObject)) return ofObjects(list);
	if (list.every((row) => Array.isArray(row))) return ofRows(list);
	return new Problem('is not a list of objects or of lists');
}

function isDeeper(value: unknown, levels: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1));
}

function ofObjects(list: IDataObject[]): Table | Problem {
	const rows = list.filter((row) => !isEmptyRow(Object.values(row)));
	const head = Object.keys(rows[0] ?? {});
	for (const [at, row] of rows.entries()) {
		const names = new Set(Object.keys(row));
		const lacking = head.find((name) => !names.delete(name));
		if (lacking !== undefined) {
			return new Problem(`has no '${clipped(lacking)}' in row ${at + 1}, unlike its first row`);
		}
		const [other] = names;
		if (other !== undefined) {
			return new Problem(`has '${clipped(other)}' in row ${at + 1}, but not in its first row`);
		}
	}
	return (
		headProblem(head) ?? rows.map((row) => rowOf(head, Object.values({ ...blank(head), ...row })))
	);
}

const blank = (head: string[]): IDataObject => Object.fromEntries(head.map((name) => [name, null]));

/**
 * A table of rows whose first row is the header. If that is blank, the next row must not take its
 * place: it would be lost.
 */
export function ofRows([names = [], ...lines]: unknown[][]): Table | Problem {
	const rest = lines.filter((line) => !isEmptyRow(line));
	if (rest.length === 0 && isEmptyRow(names)) return [];
	const head = names.map((name) => (typeof name === 'object' ? '' : String(name).trim()));
	const problem = headProblem(head);
	if (problem) return problem;
	for (const [at, { length }] of rest.entries()) {
		if (length === head.length) continue;
		return new Problem(
			`has ${counted(length, 'cell')} in row ${at + 1}, but ${counted(head.length, 'column')}`,
		);
	}
	return rest.map((line) => rowOf(head, line));
}

const rowOf = (head: string[], cells: unknown[]): IDataObject =>
	Object.fromEntries(head.map((name, at) => [name, cellOf(cells[at])]));

function cellOf(cell: unknown): GenericValue | IDataObject {
	if (typeof cell === 'number' || typeof cell === 'boolean') return cell;
	if (typeof cell === 'object' && cell !== null) return JSON.stringify(cell);
	return typeof cell === 'string' && cell.trim() !== '' ? cell.trim() : null;
}

export const isEmptyRow = (cells: unknown[]): boolean =>
	cells.every((cell) => cellOf(cell) === null);
