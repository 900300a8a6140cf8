import type { Figure } from '../figure';
import { burst } from './burst';
import { cpu } from './cpu';
import { delay } from './delay';
import { download } from './download';
import { idlePoll } from './idlePoll';
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
	returnAll,
	wait,
	delay,
	blocks,
	idlePoll,
	ownPackage,
];
