import { parse } from 'yaml';
import { readFile } from '../../../node';

/** A container in a compose file: the parts that this harness uses. */
export interface ComposeService {
	build?: { dockerfile_inline: string };
	command?: string | string[];
	deploy?: { replicas: number };
	environment: Record<string, string>;
	/** CMD, then the command that succeeds if the container is healthy. */
	healthcheck: { test: string[] };
}

export const COMPOSE_FILE = 'examples/queue-mode/compose.yaml';

/** The services in the compose file. `npm run lint` validates the file against the compose schema. */
export async function readServices<Name extends string>(
	variables: Record<string, string>,
): Promise<Record<Name, ComposeService>> {
	const text = filledIn(await readFile(COMPOSE_FILE, 'utf8'), variables);
	const file: { services: Record<Name, ComposeService> } = parse(text, { merge: true });
	return file.services;
}

/** Replaces `${NAME:?message}` with the variables that the user of the file sets. */
export const filledIn = (text: string, variables: Record<string, string>): string =>
	text.replace(/\$\{(\w+):\?([^}]*)\}/g, (_, name: string, missing: string) => {
		const value = variables[name];
		if (value === undefined) throw new Error(`${name} is missing: ${missing}`);
		return value;
	});

/**
 * Translates the addresses in a compose file for this machine. In the file, each service is a host with its
 * own ports; here, all share one host.
 */
export class Addresses {
	/** @param ports of this machine, by the port in the file */
	constructor(
		private readonly hosts: string[],
		private readonly ports: Record<string, string>,
	) {}

	/** The environment variables of a container. */
	of(environment: Record<string, string>): Record<string, string> {
		const here = ([name, value]: [string, string]) => [name, this.setting(value)] as const;
		return Object.fromEntries(Object.entries(environment).map(here));
	}

	/** The ports in a part of a command. */
	in(text: string): string {
		return text.replace(/\d{4,}/g, (number) => this.ports[number] ?? number);
	}

	private setting(value: string): string {
		return this.hosts.includes(value) ? HOST : (this.ports[value] ?? value);
	}
}

export const HOST = '127.0.0.1';
