import { searchFields } from './searchFields';
import { searchCompletedRuns, searchRuns } from './searchRuns';
import { searchTemplates } from './searchTemplates';

/** What the lists in the editor offer. */
export const listSearch = { searchCompletedRuns, searchFields, searchRuns, searchTemplates };
