import { dirname, existsSync, join } from '../node';

const PATH = /[\w/.-]+\.(?:ts|md)\b|\b[a-z]\w*(?:\/\w+)*\/(?=$|[\s,;)])/g;

/** The paths of files and folders in a text. */
export const pathsIn = (text: string): string[] => text.match(PATH) ?? [];

/** Those that exist in none of the folders, nor beside the one before. */
export function missing(paths: string[], folders: string[]): string[] {
	let beside: string[] = [];
	return paths.filter((path) => {
		const found = [...folders, ...beside].find((folder) => existsSync(join(folder, path)));
		beside = found === undefined ? [] : [dirname(join(found, path))];
		return found === undefined;
	});
}
