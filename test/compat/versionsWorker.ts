import { process } from '../node';
import { versionsInUse } from './versionsInUse';

/** A process that reports the versions that it uses. */
void versionsInUse().then((versions) => process.send?.(versions));
