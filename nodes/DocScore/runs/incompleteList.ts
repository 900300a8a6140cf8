import { ServiceError } from '../service/errors';

/** The error if runs would be missing from the output. */
export function incompleteList(
	message: string,
	description = 'Nothing was output, because runs would be missing. Try again in a few minutes, or contact the provider',
): ServiceError {
	return new ServiceError(message, { description, outcome: 'rejected', transient: false });
}

/** The error if lists differ from request to request. */
export const keptChanging = (): ServiceError =>
	incompleteList('The lists kept changing, so some runs were not found');

/** The error if the pages show fewer runs than the service counts. */
export const notListed = (counted: number, listed: number): ServiceError =>
	incompleteList(`The service counts ${counted} runs, but lists only ${listed}`);

/** The error if lists cannot be divided by creation time. */
export const boundsIgnored = (): ServiceError =>
	incompleteList(
		'The service lists other runs than those between startTime and endTime',
		'Many runs cannot be read completely without these filters. Contact the provider',
	);
