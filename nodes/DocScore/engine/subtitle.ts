import type { Resources } from './operation';

/** What n8n shows below the node's name, in words such as "Submit and Wait: Run". */
export function subtitleOf(resources: Resources): string {
	const words = resources.flatMap((resource) =>
		resource.operations.map(({ name, value }) => [
			`${resource.value}:${value}`,
			`${name}: ${resource.name}`,
		]),
	);
	// Not one map in another, as n8n takes two braces in a row for the end of the expression.
	const known = JSON.stringify(Object.fromEntries(words));
	const chosen = '[$parameter.resource, $parameter.operation]';
	return `={{ (${known})[${chosen}.join(":")] ?? ${chosen}.reverse().filter((part) => part).join(": ") }}`;
}
