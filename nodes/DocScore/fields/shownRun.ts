import type { Issue } from '../rules/issue';
import type { ExtractedField, Run, RunSummary } from '../service/types';
import type { TableRows } from './tableRows';

/** A run with the fields to output, in their order. */
export interface ShownRun {
	run: Run | RunSummary;
	fields: ExtractedField[];
	/** Violations of rules; absent without rules. */
	issues?: Issue[];
	/**
	 * Names of the requested fields, or else of those with a rule. A run without fields still gets
	 * their columns.
	 */
	names: string[];
	/** Whether a row of fields includes the run's ID, name and status. */
	includeRun?: boolean;
	/** Whether it is in the review sample; absent without a sample. */
	isSample?: boolean;
	/** The table rows, if the output form is one item per row. */
	rows?: TableRows;
	/** Whether it did not finish within Max Wait. */
	timedOut?: boolean;
}
