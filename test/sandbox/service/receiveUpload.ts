import type { MultipartFile } from '@fastify/multipart';
import { createHash } from 'crypto';
import type { FastifyRequest } from 'fastify';
import { createWriteStream, pipeline, rm } from '../../node';
import type { SandboxState } from '../state';
import { judgeAudio } from './audio';
import { ServiceError } from './errors';

export interface ReceivedFile {
	format: 'mp3' | 'wav';
	fileName: string;
	contentType: string;
	size: number;
	sha256: string;
}

export interface Upload {
	parts: Array<{ name: string; value: string }>;
	file: ReceivedFile | null;
	contentLength: number | null;
}

/** Receives a multipart upload of any size without holding the file in memory. */
export async function receiveUpload(request: FastifyRequest, state: SandboxState): Promise<Upload> {
	const length = request.headers['content-length'];
	const upload: Upload = {
		parts: [],
		file: null,
		contentLength: length === undefined ? null : Number(length),
	};
	// The limit below is the one that counts, because it can respond during the upload.
	const limits = { fileSize: Infinity, fieldSize: Infinity };
	for await (const part of request.parts({ limits })) {
		if (part.type === 'field') {
			upload.parts.push({ name: part.fieldname, value: String(part.value) });
		} else if (part.fieldname === 'file') {
			upload.file = await receiveFile(part, request, state);
		} else {
			part.file.resume();
		}
	}
	return upload;
}

async function receiveFile(part: MultipartFile, request: FastifyRequest, state: SandboxState) {
	const path = state.files.temporaryPath();
	try {
		const { size, sha256 } = await spool(part, path, request, state.dialect.maxRecordingBytes);
		return {
			format: await judgeAudio(path),
			fileName: part.filename,
			contentType: part.mimetype,
			size,
			sha256,
		};
	} finally {
		await rm(path, { force: true });
		// After a rejection, the rest of the upload is read and discarded.
		part.file.resume();
	}
}

async function spool(part: MultipartFile, path: string, request: FastifyRequest, maxBytes: number) {
	const hash = createHash('sha256');
	let size = 0;
	const measured = async function* (chunks: AsyncIterable<Buffer>) {
		for await (const chunk of chunks) {
			size += chunk.length;
			hash.update(chunk);
			if (request.fault?.kind === 'cutDuring') request.raw.socket.destroy();
			if (size > maxBytes) throw new ServiceError(413, `The file is larger than ${maxBytes} bytes`);
			yield chunk;
		}
	};
	await pipeline(part.file, measured, createWriteStream(path));
	return { size, sha256: hash.digest('hex') };
}
