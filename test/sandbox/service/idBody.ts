/** Body of operations that read one object by its ID. */
export interface IdBody {
	id: string;
}

export const idBodySchema = {
	type: 'object',
	required: ['id'],
	properties: { id: { type: 'string', format: 'uuid' } },
};
