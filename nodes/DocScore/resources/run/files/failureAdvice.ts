import { CHECK_DOCUMENT } from '../../../service/messages';

/** What to check if a run fails, by the reason that the service gives; null if it gives none. */
export type FailureAdvice = (reason: string | null) => string;

/** Words of a service that could not get a file, rather than not read it. */
const NOT_FETCHED =
	/(?<!pages? )\b(40[134]|50\d|certificate|denied|dns|download\w*|e(conn\w+|notfound|timedout)|fetch\w*|forbidden|hosts?|links?|no such file|unauthorized|unreachable|urls?)\b|\bfile\b.{0,20}\bnot found\b/i;

/** Words that can mean both. */
const NOT_OPENED =
	/\b(access|connect\w*|expired|open(ed)?|reach\w*|respon\w+|retriev\w*|time ?d? ?out)\b/i;

const NOT_READ =
	/\b(blank|broken|corrupt|damaged|encrypt|extract|image|model|ocr|page|pars|password|pdf|process|template|text)/i;

/** @param ofFetching what to check if the service could not fetch the files */
export const failureAdvice =
	(ofFetching: string): FailureAdvice =>
	(reason) => {
		if (reason === null) return `${CHECK_DOCUMENT}.\n${ofFetching}`;
		const isFetching =
			NOT_FETCHED.test(reason) || (NOT_OPENED.test(reason) && !NOT_READ.test(reason));
		return isFetching ? ofFetching : CHECK_DOCUMENT;
	};
