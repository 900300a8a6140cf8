import { extractFields } from '../extraction/extractFields';
import { fetchFile } from '../extraction/fetchFile';
import type { FileText } from '../extraction/readText';
import type { RunResult } from '../records';
import type { SandboxState } from '../state';
import { fileNameOf, type Run } from './run';

/** Reads the files of a run and decides its outcome. Never rejects. */
export async function readFilesOf(run: Run, state: SandboxState): Promise<void> {
	run.result = await resultOf(run, state);
}

async function resultOf(run: Run, state: SandboxState): Promise<RunResult> {
	const instructions = state.templates.get(run.templateId)?.evaluation_schema ?? {};
	const texts: FileText[] = [];
	for (const url of run.fileUrls) {
		const filename = fileNameOf(url);
		try {
			const bytes = await fetchFile(url, state.fileSources);
			const text = await state.textReader.read(filename, bytes);
			run.files.push(await state.files.add(filename, text.contentType, bytes));
			texts.push(text);
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			return { failureReason: `${filename}: ${reason}` };
		}
	}
	return { outputSchema: extractFields(instructions, texts) };
}
