import { process } from '../node';
import { versionsInUse } from './versionsInUse';

/** A process that tells the versions it uses. */
void versionsInUse().then((versions) => process.send?.(versions));
