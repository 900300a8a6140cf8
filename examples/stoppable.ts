import { process } from '../test/node';
import { onceStopped } from '../test/sandbox/onceStopped';

// What is removed on exit is removed after Ctrl+C as well: from the first moment, which is why this
// is imported before all that takes its time to load.
onceStopped(() => process.exit(130));
