import type { INode, INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../sandbox/faults';
import type { RunPlan } from '../../sandbox/records';

/** A node with Retry On Fail and three tries, and the faults while it runs. */
export interface RetryScenario {
	name: string;
	/** Parameters, in addition to those of a valid submission or upload. */
	parameters: INodeParameters & { operation: 'submit' | 'submitAndWait' | 'upload' };
	/** Number of input items. Each is a document or a recording. */
	documents: number;
	/** Whether all input items are equal. Default: each has its own number or file name. */
	areEqual?: boolean;
	faults?: Fault[];
	plan?: Partial<RunPlan>;
	onError?: INode['onError'];
	/** Number of runs or recordings that the service has at the end. */
	made: number;
	/** Number of output items, including error items; 0 if the execution fails. */
	outputs: number;
}

const submit = { operation: 'submit' } as const;
/** Makes sure that the first request is the one of the first item. */
const oneByOne = { ...submit, options: { maxConcurrentRequests: 1 } };
const submitAndWait = { operation: 'submitAndWait' } as const;

const rejection = { kind: 'status', status: 400, error: 'Busy', endpoint: 'submit' } as const;

/** The service acts on the request, but its response is lost. */
const lost = { kind: 'cutAfter', endpoint: 'submit', times: 1 } as const;

/** Scenarios in which each document must result in at most one run, whatever n8n retries. */
export const RETRY_SCENARIOS: RetryScenario[] = [
	{ name: 'nothing fails', parameters: submit, documents: 5, made: 5, outputs: 5 },
	{
		name: 'the same document is in two items',
		parameters: submit,
		documents: 2,
		areEqual: true,
		faults: [{ ...rejection, times: 1 }],
		made: 2,
		outputs: 2,
	},
	{
		name: 'all are rejected for a while',
		parameters: submit,
		documents: 5,
		faults: [{ ...rejection, times: 3 }],
		made: 5,
		outputs: 5,
	},
	{
		name: 'the outcome of one is unknown',
		parameters: submit,
		documents: 5,
		faults: [{ ...lost, after: 2 }],
		made: 5,
		outputs: 0,
	},
	{
		name: 'reads are rejected after the submission',
		parameters: submitAndWait,
		documents: 3,
		faults: [
			{ kind: 'status', status: 401, error: 'Who are you?', endpoint: 'details' },
			{ kind: 'status', status: 401, error: 'Who are you?', endpoint: 'query' },
		],
		made: 3,
		outputs: 0,
	},
	{
		name: 'Max Wait is exceeded',
		parameters: { ...submitAndWait, options: { maxWait: 0.03 } },
		documents: 3,
		plan: { stuck: 'pending' },
		made: 3,
		outputs: 0,
	},
	{
		name: 'the outcome of the first is unknown, with Continue',
		parameters: oneByOne,
		documents: 5,
		faults: [lost],
		onError: 'continueRegularOutput',
		made: 5,
		outputs: 5,
	},
	{
		name: 'a field of the document is called error',
		parameters: { ...submitAndWait, output: 'fieldsOnly' },
		documents: 3,
		plan: { fixedResult: { outputSchema: { error: { value: 'E-7', reasoning: null } } } },
		made: 3,
		outputs: 3,
	},
	{
		name: 'the outcome of one of three recordings is unknown',
		parameters: { operation: 'upload' },
		documents: 3,
		faults: [{ kind: 'cutAfter', endpoint: 'recording', times: 1, after: 1 }],
		made: 3,
		outputs: 0,
	},
];
