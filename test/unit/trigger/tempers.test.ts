// Sources: trigger/account.ts, trigger/memory/serviceClock.ts
import type { ServiceError } from '../../../nodes/DocScore/service/errors';
import { ServiceClock } from '../../../nodes/DocScore/trigger/memory/serviceClock';
import { NOON, range } from '../runs/fakeRuns';
import { failure } from '../runs/fakeService';
import { Load, type LoadRun } from './load';
import { evenly } from './loadRuns';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

async function begun(load = new Load()): Promise<Load> {
	load.time -= HOUR_MS;
	load.burst(10, 10 * MINUTE_MS);
	load.time += HOUR_MS;
	await load.poll();
	return load;
}

const run = (id: string, created: number, more: Partial<LoadRun> = {}): LoadRun => ({
	id,
	created,
	finishAt: created,
	...more,
});

async function polls(load: Load, count: number): Promise<void> {
	for (let poll = 0; poll < count; poll++) await load.poll();
}

const emitted = (load: Load): string[] => load.emitted.map(({ id }) => id).sort();

const rejection = (status: number, isOwnBody = true): ServiceError =>
	failure(status, { isOwnBody, transient: status >= 500 });

describe('unreadable runs', () => {
	test.each([400, 403, 410, 500])('with status %i do not delay other runs', async (status) => {
		const load = await begun();
		const unreadable = new Set(load.burst(40, MINUTE_MS));
		load.time += MINUTE_MS;
		const others = load.burst(40, MINUTE_MS);
		load.fault = (asked) => {
			if (typeof asked === 'string' && unreadable.has(asked)) throw rejection(status);
		};
		await polls(load, 6);
		expect(emitted(load)).toEqual([...others].sort());
		expect(load.logs.filter((line) => line.includes('cannot be read'))).toHaveLength(40);
		load.errors.length = 0;
		const before = load.requests;
		await polls(load, 60);
		expect(load.errors).toEqual([]);
		expect(load.requests - before).toBeLessThan(60 * 3 + 40 * 7);
		load.fault = () => {};
		await polls(load, 61);
		expect(load.emitted).toHaveLength(80);
	});

	test('are reported once in the error of a poll', async () => {
		const load = await begun();
		const [id = ''] = load.burst(1, 1);
		load.fault = (asked) => {
			if (asked === id) throw rejection(410);
		};
		await polls(load, 30);
		const message = expect.stringContaining(`Run ${id} cannot be read`);
		expect(load.errors).toEqual([expect.objectContaining({ message })]);
		expect(load.errors).toMatchObject([{ details: { status: 410, transient: true } }]);
		expect(load.logs).toHaveLength(1);
	});

	test.each([
		['are kept if the 404 is from a gateway', false, true],
		['are kept if the lists still show them', true, false],
		['are dropped after three polls if the service deleted them', true, true],
	])('%s', async (_, isOwnBody, isUnlisted) => {
		const load = new Load();
		load.add([run('late', load.time - 6 * HOUR_MS, { finishAt: Infinity })]);
		load.time -= 3 * HOUR_MS;
		load.burst(200, HOUR_MS);
		load.time += 3 * HOUR_MS;
		await load.poll();
		load.fault = (asked) => {
			if (asked === 'late') throw rejection(404, isOwnBody);
		};
		load.change('late', { finishAt: load.time });
		if (isUnlisted) load.hide('late');
		const saysDropped = () => load.logs.some((line) => line.includes('no longer waited for'));
		await polls(load, 2);
		expect(saysDropped()).toBe(false);
		expect(await load.poll()).toBeLessThanOrEqual(5);
		const isDropped = isOwnBody && isUnlisted;
		expect(saysDropped()).toBe(isDropped);
		load.fault = () => {};
		await polls(load, 20);
		expect(emitted(load)).toEqual(isDropped ? [] : ['late']);
	});

	test('that the service deleted are all looked for in the next poll', async () => {
		const load = await begun();
		const ids = load.burst(40, MINUTE_MS, HOUR_MS);
		await polls(load, 2);
		load.delete(ids);
		expect(await load.poll()).toBeGreaterThanOrEqual(40);
	});

	test('do not fail a poll whose lists show meanwhile that they have ended', async () => {
		const load = new Load('newest', { min: 1, max: 5_000 });
		load.settings.events = ['completed'];
		const second = load.time - 6 * HOUR_MS;
		const ids = range(10, 1).map(String);
		load.add(ids.map((id) => run(id, second, { ends: 'failed', finishAt: Infinity })));
		await begun(load);
		load.delete(['0']);
		await polls(load, 2);
		load.finish(({ id }) => ids.includes(id));
		await polls(load, 2);
		expect([load.errors, load.emitted]).toEqual([[], []]);
	});

	test('of which there are 500 delay no new run by a poll, and cost few requests', async () => {
		const load = await begun();
		const unreadable = new Set(load.burst(500, MINUTE_MS));
		load.fault = (asked) => {
			if (typeof asked === 'string' && unreadable.has(asked)) throw rejection(500);
		};
		for (let poll = 1; poll <= 60; poll++) {
			load.add([run(`new ${poll}`, load.time)]);
			expect(await load.poll()).toBeLessThanOrEqual(100);
			// In the first polls, they are as new.
			if (poll > 20) expect(load.emitted).toHaveLength(poll);
		}
	});

	test('with an unknown last status cost few requests, and are emitted when it changes', async () => {
		const load = await begun();
		load.add(
			Array.from({ length: 300 }, (_, n) => run(`odd ${n}`, load.time + n, { ends: 'archived' })),
		);
		await polls(load, 10);
		const before = load.requests;
		await polls(load, 60);
		expect(load.requests - before).toBeLessThan(900);
		load.change('odd 7', { ends: 'completed' });
		await polls(load, 61);
		expect(emitted(load)).toEqual(['odd 7']);
	});
});

describe('clocks', () => {
	test('the time that is surely past at the service lags 1 ms behind in each second', () => {
		let now = 5_000;
		const clock = new ServiceClock(() => now);
		expect(clock.now()).toBe(-Infinity);
		clock.note(NOON);
		now += 2_000;
		clock.note(NOON + 1_000);
		expect(clock.now()).toBe(NOON + 1_998);
	});

	test.each([3, 24])('a run dated %i hours ahead hides no other runs', async (hours) => {
		const load = await begun();
		load.add([
			run('ahead', load.time + hours * HOUR_MS, { visibleAt: load.time, finishAt: load.time }),
		]);
		for (let poll = 0; poll < 120; poll++) {
			load.add([run(`run ${poll}`, load.time)]);
			await load.poll();
		}
		expect(load.emitted).toHaveLength(121);
	});

	test('four runs dated ahead hide no other runs', async () => {
		const load = await begun();
		for (let poll = 0; poll < 120; poll++) {
			const hours = poll < 4 ? 3 : 0;
			load.add([
				run(`run ${poll}`, load.time + hours * HOUR_MS, {
					visibleAt: load.time,
					finishAt: load.time,
				}),
			]);
			await load.poll();
		}
		expect(load.emitted).toHaveLength(120);
	});

	test('a run dated ahead that a deleted one hides in the totals is emitted when the cursor moves', async () => {
		const load = await begun(new Load('id'));
		const [deleted = ''] = load.burst(300, MINUTE_MS);
		await polls(load, 3);
		expect(load.emitted).toHaveLength(300);
		load.delete([deleted]);
		load.add([run('8', load.time + 24 * HOUR_MS, { visibleAt: 0, finishAt: load.time })]);
		await polls(load, 10);
		expect(load.emitted.slice(300)).toMatchObject([{ id: '8' }]);
	});

	test.each([
		[30, 0],
		[0, 3_000],
	])(
		'a clock that is set back by an hour after %i polls, with %i older runs, loses none',
		async (after, older) => {
			const load = new Load();
			load.time -= 2 * HOUR_MS;
			load.burst(older, HOUR_MS / 2);
			load.time += 2 * HOUR_MS;
			load.add(['a', 'b', 'c', 'd', 'e'].map((id) => run(id, load.time)));
			await begun(load);
			for (let poll = 0; poll < 120; poll++) {
				const back = poll < after ? 0 : HOUR_MS;
				load.add([run(`run ${poll}`, load.time - back, { visibleAt: load.time })]);
				await load.poll();
			}
			expect(load.emitted).toHaveLength(120);
		},
	);

	test('a service without creation times prevents the bootstrap if there is more than one page', async () => {
		const load = new Load();
		load.isDated = false;
		load.time -= HOUR_MS;
		load.burst(300, HOUR_MS / 2);
		load.time += HOUR_MS;
		await polls(load, 2);
		expect(load.errors.map(String)).toEqual([
			expect.stringContaining('returns no creation times'),
			expect.stringContaining('returns no creation times'),
		]);
		const description = expect.stringContaining('Use Schedule Trigger and Get Many');
		const details = { description, outcome: 'rejected', transient: false };
		expect(load.errors[0]).toMatchObject({ details });
		expect(load.emitted).toEqual([]);
	});

	test('runs without creation times are left out, with one line in the log', async () => {
		const load = await begun();
		load.isDated = false;
		load.burst(2, 1);
		await polls(load, 2);
		expect(load.logs).toEqual([expect.stringContaining('have no created_time')]);
		expect(load.emitted).toEqual([]);
	});
});

describe('changed settings', () => {
	test('emit no runs from the past if events were added after a restart', async () => {
		const load = new Load();
		load.settings = { ...load.settings, events: ['failed'] };
		await begun(load);
		const { data } = load;
		load.data = { ...data };
		load.burst(700, HOUR_MS);
		load.time += HOUR_MS;
		await load.poll();
		expect(load.emitted).toEqual([]);
		// n8n kept nothing of the polls that emitted nothing.
		load.data = data;
		load.restart();
		load.settings = { ...load.settings, events: ['completed', 'failed'] };
		await polls(load, 3);
		expect(load.emitted).toEqual([]);
		load.add([run('new', load.time)]);
		await polls(load, 1);
		expect(emitted(load)).toEqual(['new']);
	});

	test.each([
		['the lists fail', (isList: boolean) => isList],
		['no run can be read', (isList: boolean) => !isList],
	])('emit no runs from before events were added if %s meanwhile', async (_, fails) => {
		const load = new Load();
		load.settings.events = ['completed'];
		const created = load.time - 6 * HOUR_MS;
		const old = evenly('old ', 40, [created, created + HOUR_MS], () => endless);
		load.add(old.map((each) => ({ ...each, ends: 'failed' })));
		await begun(load);
		load.finish(({ id }) => id.startsWith('old'));
		load.settings.events = ['completed', 'failed'];
		load.fault = (asked) => {
			if (fails(typeof asked !== 'string')) throw failure(500, { transient: true });
		};
		await load.poll();
		load.fault = () => {};
		await load.poll();
		for (const id of ['first', 'second']) {
			load.add([run(id, load.time, { ends: 'failed' })]);
			await load.poll();
		}
		expect(emitted(load)).toEqual(['first', 'second']);
	});

	test.each([
		['cannot be read', () => 'no state'],
		[
			'copied from another workflow',
			(text: string) => text.replace('"workflow":"w"', '"workflow":"v"'),
		],
	])('start anew if what was known is %s', async (line, change) => {
		const load = await begun();
		load.data = { runs: change(load.state) };
		load.restart();
		load.add([run('past', load.time)]);
		await polls(load, 2);
		expect([load.emitted, load.logs]).toEqual([[], [expect.stringContaining(line)]]);
	});

	test('start anew with a line in the log after a change of the account', async () => {
		const load = await begun();
		load.burst(3, MINUTE_MS, HOUR_MS);
		await polls(load, 2);
		load.fault = (asked) => {
			if (typeof asked === 'string') throw rejection(404);
		};
		load.settings = { ...load.settings, accountHash: 'b' };
		load.restart();
		load.add([run('past', load.time)]);
		await load.poll();
		expect(load.logs).toEqual([expect.stringContaining('another account')]);
		load.fault = () => {};
		load.add([run('new', load.time)]);
		await load.poll();
		expect(emitted(load)).toEqual(['new']);
	});

	test('continue after a change of the key within the account', async () => {
		const load = await begun();
		load.settings = { ...load.settings, accountHash: 'b' };
		load.restart();
		load.add([run('past', load.time)]);
		// One of three known runs is enough.
		let deleted = 2;
		load.fault = (asked) => {
			if (typeof asked === 'string' && deleted-- > 0) throw rejection(404);
		};
		await load.poll();
		expect(load.logs).toEqual([]);
		expect(emitted(load)).toEqual(['past']);
		expect(await load.poll()).toBe(1);
	});

	test('delay no new runs because as many match the former filters only', async () => {
		const load = await begun(new Load('oldest'));
		const named = (name: string, count: number) =>
			evenly(`${name} ${load.polls} `, count, [load.time, load.time + SECOND_MS], () => ({ name }));
		load.add([...named('invoice', 120), ...named('letter', 60)]);
		await polls(load, 3);
		load.settings = { ...load.settings, criteria: { filters: { filename: 'invoice' } } };
		await polls(load, 2);
		expect(load.emitted).toHaveLength(180);
		// The ten runs of the beginning do not match, either. The first page shows only known runs.
		load.add(named('invoice', 70));
		await polls(load, 1);
		expect(load.emitted).toHaveLength(250);
	});

	test('emit no runs twice if the node is renamed and renamed back', async () => {
		const load = await begun();
		load.add([run('a', load.time)]);
		await load.poll();
		const { data } = load;
		load.node = 'Other';
		load.data = {};
		load.add([run('b', load.time)]);
		await load.poll();
		load.node = 'Node';
		load.data = data;
		load.add([run('c', load.time)]);
		await polls(load, 2);
		expect(emitted(load)).toEqual(['a', 'b', 'c']);
	});
});

const endless = { finishAt: Infinity };

/** A trigger that follows a slow run and two that never end, all older than its cursor. */
async function followingSlow(): Promise<Load> {
	const load = new Load();
	const created = load.time - 6 * HOUR_MS;
	load.add([
		run('stuck', created - HOUR_MS, endless),
		run('slow', created, endless),
		run('stuck too', created + HOUR_MS, endless),
	]);
	load.time -= 3 * HOUR_MS;
	load.burst(200, HOUR_MS);
	load.time += 3 * HOUR_MS;
	await load.poll();
	return load;
}

test('an open run that lists lack is emitted by the poll after its end, however long that takes', async () => {
	const load = await followingSlow();
	load.hide('slow');
	await polls(load, 12);
	load.change('slow', { finishAt: load.time });
	await load.poll();
	expect(emitted(load)).toEqual(['slow']);
});

test('a run that a list shows as open long after its end is emitted once', async () => {
	const load = await followingSlow();
	load.change('slow', { finishAt: load.time });
	// The cursor moves on, so that the end is forgotten.
	for (let minute = 0; minute < 30; minute++) {
		load.burst(1, 1);
		await load.poll();
	}
	load.change('slow', endless);
	await polls(load, 2);
	load.change('slow', { finishAt: load.time });
	await polls(load, 4);
	expect(emitted(load).filter((id) => id === 'slow')).toHaveLength(1);
	expect(emitted(load)).toHaveLength(31);
});

test('after a restart, polls forget what is long past, so that the state stays small', async () => {
	const load = await begun();
	load.restart();
	for (let minute = 0; minute < 500; minute++) {
		load.burst(1, 1);
		await load.poll();
	}
	expect(load.emitted).toHaveLength(500);
	// Some 100 of them are remembered.
	expect(load.state.length).toBeLessThan(10_000);
});
