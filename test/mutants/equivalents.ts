import type { Equivalent } from './mutant';

/** What was judged by a person: these changes are not drawn. */
export const EQUIVALENTS: Equivalent[] = [];
