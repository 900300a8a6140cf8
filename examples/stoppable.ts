import { process } from '../test/node';
import { onceStopped } from '../test/sandbox/onceStopped';

// Makes Ctrl+C remove what an exit removes. Imported before the slow modules, so that it works from the
// start.
onceStopped(() => process.exit(130));
