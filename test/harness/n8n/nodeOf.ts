import type { INode } from 'n8n-workflow';

/** A node as it stands in a workflow's file. */
export const nodeOf = (name: string, type: string, more: Partial<INode> = {}): INode => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	...more,
});
