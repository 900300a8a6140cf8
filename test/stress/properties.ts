/** Tests that must pass with a service of any dialect. */
export const OF_DIALECTS = [
	'test/nodes/properties',
	'test/unit/runs/allRuns',
	'test/unit/trigger/adversary',
	'test/unit/trigger/livenessDrawn',
];

/** All tests that draw cases with `holds` or run only a `few` cases in `npm test`. */
export const PROPERTIES = [
	...OF_DIALECTS,
	'test/nodes/credential/credentialEdited',
	'test/unit/fields/runOutputDrawn',
	'test/unit/service/exactJson',
	'test/unit/rules',
	'test/unit/runs',
	'test/unit/service/secrets',
	'test/unit/trigger/liveness',
	'test/unit/trigger/load',
	'test/unit/trigger/smallWorld',
];
