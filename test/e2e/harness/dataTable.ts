import type { IDataObject, INode } from 'n8n-workflow';
import { nodeOf } from '../../harness/n8n/nodeOf';
import type { N8nApi } from './n8nApi';

export type ColumnType = 'string' | 'number' | 'boolean' | 'date';

/** A data table in n8n, as users create it. */
export class DataTable {
	private constructor(
		private readonly api: N8nApi,
		readonly id: string,
		private readonly projectId: string,
	) {}

	static async create(
		api: N8nApi,
		name: string,
		columns: Record<string, ColumnType>,
	): Promise<DataTable> {
		const { id: projectId } = await api.get<{ id: string }>('/rest/projects/personal');
		const { id } = await api.post<{ id: string }>(`/rest/projects/${projectId}/data-tables`, {
			name,
			columns: Object.entries(columns).map(([column, type]) => ({ name: column, type })),
		});
		return new DataTable(api, id, projectId);
	}

	/** The path of its page in the editor. */
	get path(): string {
		return `/projects/${this.projectId}/datatables/${this.id}`;
	}

	/** The rows in the order in which they were inserted, without the columns that n8n adds. */
	async rows(): Promise<IDataObject[]> {
		const path = `/rest/projects/${this.projectId}/data-tables/${this.id}/rows?take=250`;
		const { data } = await this.api.get<{ data: IDataObject[] }>(path);
		const ordered = data.sort((one, other) => Number(one.id) - Number(other.id));
		return ordered.map((row) => {
			const added = ['id', 'createdAt', 'updatedAt'];
			return Object.fromEntries(Object.entries(row).filter(([name]) => !added.includes(name)));
		});
	}

	async remove(): Promise<void> {
		await this.api.delete(`/rest/projects/${this.projectId}/data-tables/${this.id}`);
	}

	/** A node that inserts its input items into the table, by column name or with this mapping. */
	insert(name: string, mapping?: Record<string, string>): INode {
		const columns = mapping
			? { mappingMode: 'defineBelow', value: mapping, matchingColumns: [], schema: [] }
			: { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] };
		return nodeOf(name, 'n8n-nodes-base.dataTable', {
			typeVersion: 1.1,
			parameters: {
				operation: 'insert',
				dataTableId: { __rl: true, mode: 'id', value: this.id },
				columns,
				options: {},
			},
		});
	}
}
