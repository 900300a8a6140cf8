/** Body of the operations that read one thing by its id. */
export interface IdBody {
	id: string;
}

export const idBodySchema = {
	type: 'object',
	required: ['id'],
	properties: { id: { type: 'string', format: 'uuid' } },
};
