import type { FastifyInstance } from 'fastify';
import { PART_NAMES } from '../dialect';
import type { SandboxState } from '../state';
import { ServiceError } from './errors';
import { receiveUpload } from './receiveUpload';
import { recordingOf } from './recordingOf';
import { toldStatusCode } from './toldStatusCode';

export function addRecordingRoute(api: FastifyInstance, state: SandboxState): void {
	api.post('/scoring/submitRecording', { config: { endpoint: 'recording' } }, async (request) => {
		if (!request.isMultipart()) {
			throw new ServiceError(400, 'The request is not multipart form data');
		}
		const upload = await receiveUpload(request, state);
		const recording = recordingOf(upload, { ...PART_NAMES, ...state.dialect.recordingPartNames });
		state.recordings.push(recording);
		const statusCode = toldStatusCode(state.dialect.writeStatusCode);
		return { ...statusCode, message: 'File accepted for processing' };
	});
}
