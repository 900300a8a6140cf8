import type { Probe } from '../finding';
import { bounds, sharpness } from './bounds';
import { capitals, equality, metadataValues, nameFilter, severalFilters } from './filters';
import { failureReason, files, metadata, names, output, statuses } from './keys';
import { firstPage, formOfTotal, order, pageSize, pastEnd, whatTotalCounts } from './pages';
import { recordingParts } from './recording';
import { listLag, repeated, success, whenListed, whenRead } from './submissions';
import { clock, createdTime, datedAhead, formOfTimes, timeZones } from './times';
import { errorBodies, unknownId, unreadable, wrongAddress, wrongKey } from './unknowns';
import { compression, links, rate, recordingSize, redirects, retryAfter, sizes } from './wire';

/** In the order in which they look: what costs something late, what listens to the others last. */
export const probes: readonly Probe[] = [
	formOfTimes,
	timeZones,
	createdTime,
	datedAhead,
	bounds,
	sharpness,
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
	whatTotalCounts,
	metadata,
	metadataValues,
	equality,
	severalFilters,
	statuses,
	repeated,
	failureReason,
	recordingParts,
	recordingSize,
	clock,
	rate,
	retryAfter,
	redirects,
	compression,
	sizes,
];
