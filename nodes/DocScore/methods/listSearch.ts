import { searchFields } from './searchFields';
import { searchCompletedRuns, searchRuns } from './searchRuns';
import { searchTemplates } from './searchTemplates';

/** The searchable lists in the editor. */
export const listSearch = { searchCompletedRuns, searchFields, searchRuns, searchTemplates };
