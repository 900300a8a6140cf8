import type { INode } from 'n8n-workflow';

/** A node as in a workflow file. */
export const nodeOf = (name: string, type: string, more: Partial<INode> = {}): INode => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	...more,
});
