import type { Resource } from '../../engine/operation';
import { get } from './get.operation';

export const template: Resource = {
	name: 'Template',
	value: 'template',
	operations: [get],
	initially: get,
};
