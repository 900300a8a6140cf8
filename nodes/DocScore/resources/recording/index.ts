import type { Resource } from '../../engine/operation';
import { upload } from './upload.operation';

export const recording: Resource = {
	name: 'Recording',
	value: 'recording',
	operations: [upload],
	initially: upload,
};
