import type { FastifyInstance } from 'fastify';
import type { SandboxState } from '../state';
import { ServiceError } from './errors';
import { receiveUpload } from './receiveUpload';
import { recordingOf } from './recordingOf';

export function addRecordingRoute(api: FastifyInstance, state: SandboxState): void {
	api.post('/scoring/submitRecording', { config: { endpoint: 'recording' } }, async (request) => {
		if (!request.isMultipart()) {
			throw new ServiceError(400, 'The request is not multipart form data');
		}
		const upload = await receiveUpload(request, state);
		const recording = recordingOf(upload, state.settings.recordingPartNames);
		state.recordings.push(recording);
		return { message: 'File accepted for processing' };
	});
}
