import { parse } from 'flatted';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** What came of an execution. */
export interface Execution {
	id: string;
	status: string;
	/** When n8n created it, in ms. */
	createdAt: number;
	/** The message of what made it fail. */
	error: string | null;
	/** The items of each node's outputs, by its name; of the last time that it ran. */
	outputs: Record<string, INodeExecutionData[][]>;
	/** Items that a trigger handed over before anything had run. */
	waiting: INodeExecutionData[];
}

/** An execution as n8n's own interface gives it. */
interface SentExecution {
	id: string;
	status: string;
	createdAt: string;
	data: string;
}

interface ExecutionData {
	resultData: {
		/** Missing until a worker has taken it up. */
		runData?: Record<string, Array<{ data?: Record<string, Array<INodeExecutionData[] | null>> }>>;
		error?: { message: string };
	};
	executionData?: {
		nodeExecutionStack: Array<{ data?: { main?: Array<INodeExecutionData[] | null> } }>;
	};
}

export function readExecution({ id, status, createdAt, data }: SentExecution): Execution {
	// Empty until the execution has begun.
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

/** What a node put out, at its first output. */
export const jsonOf = ({ outputs }: Execution, node: string): IDataObject[] =>
	(outputs[node]?.[0] ?? []).map(({ json }) => json);
