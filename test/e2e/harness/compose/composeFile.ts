import { parse } from 'yaml';
import { readFile } from '../../../node';

/** What is told of a container in a compose file, as far as this harness makes use of it. */
export interface ComposeService {
	build?: { dockerfile_inline: string };
	command?: string | string[];
	deploy?: { replicas: number };
	environment: Record<string, string>;
	/** CMD, then the command that ends well if the container is healthy. */
	healthcheck: { test: string[] };
}

export const COMPOSE_FILE = 'examples/queue-mode/compose.yaml';

/** The services of the file, which `npm run lint` holds against the schema of such files. */
export async function readServices<Name extends string>(
	variables: Record<string, string>,
): Promise<Record<Name, ComposeService>> {
	const text = filledIn(await readFile(COMPOSE_FILE, 'utf8'), variables);
	const file: { services: Record<Name, ComposeService> } = parse(text, { merge: true });
	return file.services;
}

/** With the values of what its user sets in the environment: `${NAME:?what is missing without}`. */
export const filledIn = (text: string, variables: Record<string, string>): string =>
	text.replace(/\$\{(\w+):\?([^}]*)\}/g, (_, name: string, missing: string) => {
		const value = variables[name];
		if (value === undefined) throw new Error(`${name} is missing: ${missing}`);
		return value;
	});

/**
 * What a file says of addresses, as it is on this machine: services are hosts of a network of their
 * own there, where each can have the port that it likes.
 */
export class Addresses {
	/** @param ports by the ports in the file */
	constructor(
		private readonly hosts: string[],
		private readonly ports: Record<string, string>,
	) {}

	/** The settings of a container. */
	of(environment: Record<string, string>): Record<string, string> {
		const here = ([name, value]: [string, string]) => [name, this.setting(value)] as const;
		return Object.fromEntries(Object.entries(environment).map(here));
	}

	/** A part of a command. */
	in(text: string): string {
		return text.replace(/\d{4,}/g, (number) => this.ports[number] ?? number);
	}

	private setting(value: string): string {
		return this.hosts.includes(value) ? HOST : (this.ports[value] ?? value);
	}
}

export const HOST = '127.0.0.1';
