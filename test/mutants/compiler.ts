import ts from 'typescript';
import { join } from '../node';

/** A change that leaves a variable unused is still a valid mutant. */
const UNUSED = { noUnusedLocals: false, noUnusedParameters: false };

/** The project's compiler, which stays loaded, for one changed file at a time. */
export class Compiler {
	private readonly options: ts.CompilerOptions;

	private readonly service: ts.LanguageService;

	private changed = { path: '', text: '', version: 0 };

	/** @param folder of tsconfig.json */
	constructor(private readonly folder: string) {
		const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile);
		const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder, UNUSED);
		const { directoryExists, fileExists, getDirectories, readFile, realpath } = ts.sys;
		this.options = options;
		this.service = ts.createLanguageService({
			directoryExists,
			fileExists,
			getCompilationSettings: () => options,
			getCurrentDirectory: () => folder,
			getDefaultLibFileName: ts.getDefaultLibFilePath,
			getDirectories,
			getScriptFileNames: () => fileNames,
			getScriptSnapshot: (path) => {
				const { changed } = this;
				const text = path === changed.path ? changed.text : readFile(path);
				return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
			},
			getScriptVersion: (path) =>
				path === this.changed.path ? `${this.changed.version}` : 'as it is',
			readFile,
			realpath,
		});
	}

	/** Whether the file compiles with this text. Other files are not checked. */
	accepts(file: string, text: string): boolean {
		const path = join(this.folder, file);
		this.changed = { path, text, version: this.changed.version + 1 };
		return (
			this.service.getSyntacticDiagnostics(path).length === 0 &&
			this.service.getSemanticDiagnostics(path).length === 0
		);
	}

	/** The JavaScript of a file, as in the build. */
	compile(text: string): string {
		return ts.transpileModule(text, { compilerOptions: this.options }).outputText;
	}
}
