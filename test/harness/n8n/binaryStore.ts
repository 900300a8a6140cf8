import { BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';
import { Readable } from '../../node';
import { container } from './container';

/** Makes n8n store binary data in files, as self-hosted n8n does by default. */
export async function useFileStore(): Promise<void> {
	await container.get(BinaryDataService).init();
}

/** Makes n8n keep binary data in memory again, as it does until it is asked for a store. */
export function useMemory(): void {
	container.set(BinaryDataService, undefined);
}

/**
 * Stores content chunk by chunk.
 * @param executionId `temp` for data that arrives before n8n knows the execution, as with a webhook
 */
export async function store(
	content: Iterable<Uint8Array>,
	file: { fileName?: string; mimeType: string },
	executionId = '1',
): Promise<IBinaryData> {
	const location = { type: 'execution' as const, workflowId: 'workflow', executionId };
	const service = container.get(BinaryDataService);
	return await service.store(location, Readable.from(content), { ...file, data: '' });
}

export async function readStored(binary: IBinaryData): Promise<Buffer> {
	return await container.get(BinaryDataService).getAsBuffer(binary);
}

/** Deletes a stored file, as n8n does with old executions. */
export async function forget({ id = '' }: IBinaryData): Promise<void> {
	await container.get(BinaryDataService).deleteManyByBinaryDataId([id]);
}

/** Counts how many files of the store are read from now on. */
export function watchOpenFiles(): { open(): number; opened(): number; most(): number } {
	const service = container.get(BinaryDataService);
	const getAsStream = service.getAsStream.bind(service);
	let opened = 0;
	let open = 0;
	let most = 0;
	jest.spyOn(service, 'getAsStream').mockImplementation(async (...asked) => {
		opened++;
		most = Math.max(most, ++open);
		const stream = await getAsStream(...asked);
		return stream.once('close', () => open--);
	});
	return { open: () => open, opened: () => opened, most: () => most };
}
