import type { ListedRun } from '../../../nodes/DocScore/runs/listing';

/** A listed run with this creation time, or without one. Its default ID is the time. */
export const listed = (created: number | null, id = `${created}`): ListedRun => ({
	id,
	status: 'completed',
	created,
	run: { id, name: null, status: 'completed', createdTime: null, fields: [], raw: {} },
});
