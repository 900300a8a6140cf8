import './environment';
import type { Logger } from 'n8n-workflow';
import { createRequire } from '../../node';

type Service<T> = new (...args: never[]) => T;

type Container = {
	get<T>(service: Service<T>): T;
	/** @param instance undefined for a new one when it is next needed */
	set<T>(service: Service<T>, instance: T | undefined): void;
};

const ofEngine = createRequire(require.resolve('n8n-core'));

/**
 * The dependency injection container of n8n's engine. It is in the copy of the package that the engine
 * loads; several copies can exist.
 */
export const container = findContainer(ofEngine('@n8n/di'));

/** The logger of the nodes. */
export const logger = container.get(findLogger(ofEngine('@n8n/backend-common')));

function findContainer(di: unknown): Container {
	if (hasContainer(di)) return di.Container;
	throw new Error('n8n-core loads no container of services');
}

function hasContainer(di: unknown): di is { Container: Container } {
	return typeof di === 'object' && di !== null && 'Container' in di;
}

function findLogger(common: unknown): Service<Logger> {
	if (hasLogger(common)) return common.Logger;
	throw new Error('n8n-core loads no logger');
}

function hasLogger(common: unknown): common is { Logger: Service<Logger> } {
	return typeof common === 'object' && common !== null && 'Logger' in common;
}
