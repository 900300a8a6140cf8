import { randomUUID } from 'crypto';
import { createReadStream, join, mkdtempSync, type Readable, rm, tmpdir, writeFile } from '../node';

export interface StoredFile {
	id: string;
	filename: string;
	contentType: string;
}

/** Keeps files on disk instead of in memory, in a folder that is removed when the sandbox stops. */
export class FileStore {
	private readonly files = new Map<string, StoredFile>();

	private readonly folder = mkdtempSync(join(tmpdir(), 'sandbox-'));

	async add(filename: string, contentType: string, bytes: Uint8Array): Promise<StoredFile> {
		const file = { id: randomUUID(), filename, contentType };
		await writeFile(this.pathOf(file.id), bytes);
		this.files.set(file.id, file);
		return file;
	}

	get(id: string): StoredFile | undefined {
		return this.files.get(id);
	}

	read(file: StoredFile): Readable {
		return createReadStream(this.pathOf(file.id));
	}

	/** A path for a temporary file, which the caller must remove. */
	temporaryPath(): string {
		return this.pathOf(randomUUID());
	}

	clear(): void {
		this.files.clear();
	}

	async close(): Promise<void> {
		await rm(this.folder, { recursive: true, force: true });
	}

	private pathOf(id: string): string {
		return join(this.folder, id);
	}
}
