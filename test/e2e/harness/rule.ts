import type { INodeParameters } from 'n8n-workflow';

/** A row of Field Rules, as the editor saves it. */
export const rule = (field: string, more: INodeParameters): INodeParameters => ({
	field: { __rl: true, mode: 'name', value: field },
	...more,
});
