import type { Figure } from '../figure';
import { burst } from './burst';
import { cpu } from './cpu';
import { delay } from './delay';
import { downtime } from './downtime';
import { download } from './download';
import { getMany } from './getMany';
import { idlePoll } from './idlePoll';
import { openPoll } from './openPoll';
import { ownPackage } from './package';
import { returnAll } from './returnAll';
import { submit } from './submit';
import { blocks } from './blocks';
import { upload } from './upload';
import { wait } from './wait';

/** Every figure, in the order of the report. */
export const figures: Figure[] = [
	upload,
	download,
	submit,
	cpu,
	burst,
	getMany,
	returnAll,
	wait,
	delay,
	blocks,
	idlePoll,
	openPoll,
	downtime,
	ownPackage,
];
