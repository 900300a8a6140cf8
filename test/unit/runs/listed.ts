import type { ListedRun } from '../../../nodes/DocScore/runs/listing';

/** A run that was listed, named by its time; null for none. */
export const listed = (created: number | null, id = `${created}`): ListedRun => ({
	id,
	status: 'completed',
	created: created ?? 0,
	dated: created !== null,
	run: { id, name: null, status: 'completed', createdTime: null, fields: [], raw: {} },
});
