import { CHECK_DOCUMENT } from '../../../service/messages';

/** What to check if a run fails, by the reason that the service gives; null if it gives none. */
export type FailureAdvice = (reason: string | null) => string;

/** Words of a service that could not get a file, rather than not read it. */
const NOT_FETCHED =
	/(?<!pages? )\b(40[134]|50\d|access|certificate|connect\w*|denied|dns|download\w*|expired|fetch\w*|forbidden|hosts?|links?|no such file|open(ed)?|reach\w*|respon\w+|retriev\w*|time ?d? ?out|unauthorized|unreachable|urls?)\b|\bfile\b.{0,20}\bnot found\b/i;

/** @param ofFetching what to check if the service could not fetch the files */
export const failureAdvice =
	(ofFetching: string): FailureAdvice =>
	(reason) => {
		if (reason === null) return `${CHECK_DOCUMENT}.\n${ofFetching}`;
		return NOT_FETCHED.test(reason) ? ofFetching : CHECK_DOCUMENT;
	};
