import { isObject, parseJson } from '../../../nodes/DocScore/service/json';
import { join, process, readFile } from '../../node';

/** The types of each possible property, by its path. `fields` and `metadata` may contain any names. */
export type Types = Map<string, Set<string>>;

/** An output schema that n8n shows before the first run, by its path in the folder of the schemas. */
export async function readPreview(...path: string[]): Promise<Types> {
	const file = join(process.cwd(), 'nodes', 'DocScore', '__schema__', `${path.join('/')}.json`);
	const types: Types = new Map();
	const add = (at: string, schema: unknown): void => {
		if (!isObject(schema)) throw new Error(`${file} has no schema at ${at}`);
		types.set(at, new Set([schema.type].flat().map(String)));
		if (schema.items !== undefined) add(`${at}[]`, schema.items);
		const properties = isObject(schema.properties) ? schema.properties : {};
		for (const [name, property] of Object.entries(properties)) add(`${at}.${name}`, property);
	};
	add('', parseJson(await readFile(file, 'utf8')));
	return types;
}
