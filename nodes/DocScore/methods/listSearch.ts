import { searchFields } from './searchFields';
import { searchRuns } from './searchRuns';
import { searchTemplates } from './searchTemplates';

/** What the lists in the editor offer. */
export const listSearch = { searchFields, searchRuns, searchTemplates };
