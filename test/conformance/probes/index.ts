import type { Probe } from '../finding';
import { bounds, precision } from './bounds';
import { capitals, equality, metadataValues, nameFilter, severalFilters } from './filters';
import { failureReason, files, metadata, names, output } from './keys';
import { firstPage, formOfTotal, order, pageSize, pastEnd } from './pages';
import { recordingParts } from './recording';
import { statuses } from './statuses';
import {
	listLag,
	optionalKeys,
	rejected,
	repeated,
	success,
	whenListed,
	whenRead,
} from './submissions';
import { template } from './template';
import { clock, createdTime, datedAhead, formOfTimes, timeZones } from './times';
import { whatTotalCounts } from './totals';
import { errorBodies, unknownId, unreadable, wrongAddress, wrongKey } from './unknowns';
import { compression, links, rate, recordingSize, redirects, retryAfter, sizes } from './wire';

/**
 * In the order of execution: probes that cost something come late, those that use the results of others
 * come last.
 */
export const probes: readonly Probe[] = [
	formOfTimes,
	timeZones,
	createdTime,
	datedAhead,
	bounds,
	precision,
	order,
	pastEnd,
	firstPage,
	formOfTotal,
	pageSize,
	unknownId,
	unreadable,
	names,
	output,
	files,
	capitals,
	nameFilter,
	links,
	wrongKey,
	errorBodies,
	wrongAddress,
	success,
	whenListed,
	whenRead,
	listLag,
	metadata,
	metadataValues,
	equality,
	severalFilters,
	template,
	whatTotalCounts,
	statuses,
	repeated,
	failureReason,
	recordingParts,
	recordingSize,
	optionalKeys,
	rejected,
	clock,
	rate,
	retryAfter,
	redirects,
	compression,
	sizes,
];
