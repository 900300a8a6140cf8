import { CHECK_DOCUMENT, TRY_LATER } from '../../../service/messages';

/** What to check if a run fails, by the reason that the service gives; null if it gives none. */
export type FailureAdvice = (reason: string | null) => string;

/** Words of a service that could not get a file, rather than not read it. */
const NOT_FETCHED =
	/\b(certificate|dns|download\w*|e(conn\w+|notfound|timedout)|fetch\w*|forbidden|(http|status|code) (40[134]|50\d)|html|(log|sign)[ -]?in (page|required)|no such file|unauthorized|unreachable|web ?page)\b|\bfile\b.{0,20}\bnot found\b/i;

/** Words that can mean both. */
const NOT_OPENED =
	/\b(40[134]|50\d|access|connect\w*|denied|expired|hosts?|links?|open(ed)?|reach\w*|respon\w+|retriev\w*|time ?d? ?out|urls?)\b/i;

const NOT_READ =
	/\b(blank|broken|corrupt|damaged|encrypt|extract|format|image|large|model|ocr|page|pars|password|pdf|process|size|support|template|text|unsupport)/i;

/** Words of a service with a problem of its own. */
const NOT_OURS =
	/\b(billing|credits|internal error|overload\w*|quotas?|rate limit\w*|server error)\b/i;

/** Links, names of files and decimals say nothing about the kind of the problem. */
const NAMES = /\S*[/.]\w\S*/g;

/** @param ofFetching what to check if the service could not fetch the files */
export const failureAdvice =
	(ofFetching: string): FailureAdvice =>
	(reason) => {
		if (reason === null) return `${CHECK_DOCUMENT}.\n${ofFetching}`;
		const words = reason.replace(NAMES, ' ');
		if (NOT_FETCHED.test(words) && !/\btemplate/i.test(words)) return ofFetching;
		if (NOT_OURS.test(words)) return TRY_LATER;
		return NOT_OPENED.test(words) && !NOT_READ.test(words) ? ofFetching : CHECK_DOCUMENT;
	};
