import { randomUUID } from 'crypto';
import { isObject, parseJson } from '../../../nodes/DocScore/service/json';
import type { PartNames } from '../dialect';
import type { RecordingRecord } from '../records';
import { ServiceError } from './errors';
import { isWebAddress } from './isWebAddress';
import type { Upload } from './receiveUpload';

/** The record of an upload whose parts are valid. */
export function recordingOf(
	{ file, parts, contentLength }: Upload,
	names: PartNames,
): RecordingRecord {
	if (file === null) throw new ServiceError(400, 'The part file is required');
	const valueOf = (name: string) => parts.find((part) => part.name === name)?.value ?? null;
	const transcriptUrl = valueOf(names.transcriptUrl);
	if (transcriptUrl !== null && !isWebAddress(transcriptUrl)) {
		throw new ServiceError(400, `${names.transcriptUrl} is not an http(s) URL`);
	}
	return {
		id: randomUUID(),
		agentName: valueOf('agent_name'),
		isInbound: parseBoolean(valueOf('is_inbound') ?? 'true'),
		metadata: parseMetadata(valueOf('metadata')),
		languageCode: valueOf(names.languageCode) ?? 'en',
		transcriptUrl,
		transcript: valueOf(names.transcript),
		parts,
		...file,
		contentLength,
	};
}

function parseBoolean(text: string): boolean {
	if (text !== 'true' && text !== 'false') {
		throw new ServiceError(400, 'is_inbound is neither true nor false');
	}
	return text === 'true';
}

function parseMetadata(text: string | null): RecordingRecord['metadata'] {
	if (text === null) return null;
	const metadata = parseJson(text);
	if (!isObject(metadata)) throw new ServiceError(400, 'metadata is not a JSON object');
	return metadata;
}
