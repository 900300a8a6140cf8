import './environment';
import { createRequire } from '../../node';

type Container = { get<T>(service: new (...args: never[]) => T): T };

/**
 * Where n8n's engine keeps its services. It lies in the copy of the package that the engine itself
 * loads, of which there can be several.
 */
export const container = findContainer(createRequire(require.resolve('n8n-core'))('@n8n/di'));

function findContainer(di: unknown): Container {
	if (hasContainer(di)) return di.Container;
	throw new Error('n8n-core loads no container of services');
}

function hasContainer(di: unknown): di is { Container: Container } {
	return typeof di === 'object' && di !== null && 'Container' in di;
}
