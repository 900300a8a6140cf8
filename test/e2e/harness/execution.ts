import { parse } from 'flatted';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** The result of an execution. */
export interface Execution {
	id: string;
	status: string;
	/** When n8n created it, in ms. */
	createdAt: number;
	/** The message of the error that ended it. */
	error: string | null;
	/**
	 * The items of each output of each node, by node name. If a node ran several times, those of its last
	 * run.
	 */
	outputs: Record<string, INodeExecutionData[][]>;
	/** Items from a trigger that no node has processed yet. */
	waiting: INodeExecutionData[];
}

/** An execution as n8n's internal API returns it. */
interface SentExecution {
	id: string;
	status: string;
	createdAt: string;
	data: string;
}

interface ExecutionData {
	resultData: {
		/** Missing until a worker has started the execution. */
		runData?: Record<string, Array<{ data?: Record<string, Array<INodeExecutionData[] | null>> }>>;
		error?: { message: string };
	};
	executionData?: {
		nodeExecutionStack: Array<{ data?: { main?: Array<INodeExecutionData[] | null> } }>;
	};
}

export function readExecution({ id, status, createdAt, data }: SentExecution): Execution {
	// Empty until the execution has started.
	const { resultData, executionData }: Partial<ExecutionData> = parse(data) ?? {};
	const outputs = Object.entries(resultData?.runData ?? {}).map(([name, tasks]) => {
		const outputsOfLast = tasks.at(-1)?.data ?? {};
		return [name, Object.values(outputsOfLast).flatMap((sent) => sent.map(itemsOf))] as const;
	});
	const stack = executionData?.nodeExecutionStack ?? [];
	return {
		id: String(id),
		status,
		createdAt: Date.parse(createdAt),
		error: resultData?.error?.message ?? null,
		outputs: Object.fromEntries(outputs),
		waiting: stack.flatMap(({ data: sent }) => (sent?.main ?? []).flatMap(itemsOf)),
	};
}

const itemsOf = (items: INodeExecutionData[] | null): INodeExecutionData[] => items ?? [];

/** The items of a node's first output. */
export const jsonOf = ({ outputs }: Execution, node: string): IDataObject[] =>
	(outputs[node]?.[0] ?? []).map(({ json }) => json);
