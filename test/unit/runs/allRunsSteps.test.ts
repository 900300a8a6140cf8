import { readAllRuns } from '../../../nodes/DocScore/runs/allRuns';
import type { RunSearch } from '../../../nodes/DocScore/runs/search';
import { readSummary } from '../../../nodes/DocScore/service/readRun';
import type { RunPage, RunQuery } from '../../../nodes/DocScore/service/types';

const NOON = Date.UTC(2026, 0, 5, 12);

/** Runs by their times in ms since noon; it tells what it was asked for. */
class Service {
	readonly asked: string[] = [];

	isNewestFirst = true;

	/** Of which run no list shows when it was created. */
	undated: number | null = null;

	/** Called before each answer. */
	onRequest: (asked: string) => void = () => {};

	constructor(
		public times: number[],
		private readonly zone = 'Z',
	) {}

	readonly query = async ({ filters = {}, page, limit }: RunQuery): Promise<RunPage> => {
		const [from, to] = [this.parse(filters.startTime), this.parse(filters.endTime)];
		const asked = `${from ?? ''}..${to ?? ''}${page > 1 ? ` page ${page}` : ''}`;
		this.asked.push(asked);
		await Promise.resolve();
		this.onRequest(asked);
		const found = this.times
			.filter((time) => time > (from ?? -Infinity) && time < (to ?? Infinity))
			.sort((a, b) => (this.isNewestFirst ? b - a : a - b));
		const runs = found.slice((page - 1) * limit, page * limit).flatMap((time) => {
			const shown = new Date(NOON + time).toISOString().replace('Z', this.zone);
			const created_time = time === this.undated ? null : shown;
			return readSummary({ id: `${time}`, status: 'completed', created_time }) ?? [];
		});
		return { runs, totalCount: found.length };
	};

	private parse(text: string | undefined): number | undefined {
		if (text === undefined) return undefined;
		return Date.parse(text.endsWith('Z') ? text : `${text}Z`) - NOON;
	}
}

async function read(service: Service, search: RunSearch = {}): Promise<number[]> {
	return (await readAllRuns(service, search)).map(({ id }) => Number(id));
}

const minutes = (count: number): number[] => Array.from({ length: count }, (_, at) => at * 60_000);

/** One and a half pages, the newest of them 8,940 seconds after noon. */
const MANY = minutes(150);
const EDGES = ['..', '.. page 2', '..1000', '8939000..'];
const later = { filters: { startTime: new Date(NOON - 500).toISOString() } };

describe('Return All', () => {
	it('fixes the span by its edges, reads its pages, and counts again', async () => {
		const service = new Service(MANY);
		expect(await read(service)).toEqual(MANY.toReversed());
		const pages = ['..8941000', '..8941000 page 2', '..8941000'];
		expect(service.asked.toSorted()).toEqual([...EDGES, '-1000..', '..', ...pages].toSorted());
	});

	it('leaves room for the clocks that are set back, where no zone is told', async () => {
		const service = new Service(MANY, '');
		expect(await read(service)).toHaveLength(150);
		const pages = ['..12541000', '..12541000 page 2', '..12541000'];
		expect(service.asked.toSorted()).toEqual([...EDGES, '-1000..', '..', ...pages].toSorted());
	});

	it('believes the bounds that the user gave', async () => {
		const service = new Service(MANY);
		await read(service, later);
		expect(service.asked).toEqual([
			'-500..',
			'-500.. page 2',
			'-500..1000',
			'8939000..',
			'-500..8941000',
			'-500..8941000 page 2',
			'-500..8941000',
		]);
		const other = new Service(MANY);
		const end = new Date(NOON + 9_000_000).toISOString();
		expect(await read(other, { filters: { endTime: end } })).toHaveLength(150);
		expect(other.asked.slice(-3)).toEqual(['..9000000', '..9000000 page 2', '..9000000']);
	});

	it('gives no bounds of its own where no zone is told and the user gave some', async () => {
		const service = new Service(MANY, '');
		expect(await read(service, later)).toHaveLength(150);
		const pages = ['-500..', '-500.. page 2'];
		expect(service.asked).toEqual(['-500..', ...pages, ...pages]);
	});

	it('reads the pages of one status twice, as runs may leave it', async () => {
		const service = new Service(MANY);
		await read(service, { filters: { status: 'completed' } });
		const pages = ['..8941000', '..8941000 page 2'];
		expect(service.asked.filter((asked) => asked.startsWith('..8941000'))).toEqual([
			...pages,
			...pages,
			'..8941000',
		]);
	});

	it('sets no end where the newest run shows no time, so that it is among those of a status', async () => {
		const service = new Service(MANY);
		service.undated = 8_940_000;
		expect(await read(service, { filters: { status: 'completed' } })).toHaveLength(150);
		expect(service.asked.filter((asked) => asked.startsWith('..8'))).toEqual([]);
	});

	it('leaves out a run that has left the status by the time that pages are read again', async () => {
		const service = new Service([...MANY]);
		let passes = 0;
		service.onRequest = (asked) => {
			if (asked !== '..8941000' || ++passes !== 2) return;
			service.times = service.times.filter((time) => time !== 600_000);
		};
		const left = MANY.filter((time) => time !== 600_000);
		expect(await read(service, { filters: { status: 'completed' } })).toEqual(left.toReversed());
	});

	it('counts no more where the pages of one status show fewer than are counted', async () => {
		const service = new Service(MANY);
		const query = async (asked: RunQuery) => {
			const page = await service.query(asked);
			return { ...page, totalCount: (page.totalCount ?? 0) + 1 };
		};
		const search = { filters: { status: 'completed' as const } };
		await expect(readAllRuns({ query }, search)).rejects.toThrow('151');
		expect(service.asked.filter((asked) => asked.startsWith('..8941000'))).toEqual([
			'..8941000',
			'..8941000 page 2',
			'..8941000 page 3',
		]);
	});

	it('says what to do where the service does not count', async () => {
		const service = new Service(MANY);
		const query = async (asked: RunQuery) => ({
			...(await service.query(asked)),
			totalCount: null,
		});
		await expect(readAllRuns({ query }, {})).rejects.toMatchObject({
			message: 'The service did not say how many runs there are',
			details: {
				description:
					'Without that nobody can tell whether all were read. Turn Return All off and set a Limit instead',
			},
		});
	});

	it.each([
		['looks for it among the newest', 8_940_500, []],
		['reads all pages where it is not', 8_000_500, ['..', '.. page 2', '..', '.. page 2']],
	])('where a run more is counted in the end %s', async (_, time, more) => {
		const service = new Service([...MANY]);
		service.isNewestFirst = false;
		let counts = 0;
		service.onRequest = (asked) => {
			if (asked === '..8941000' && ++counts === 2) service.times.push(time);
		};
		expect(await read(service)).toHaveLength(151);
		const at = service.asked.lastIndexOf('..8941000');
		expect(service.asked.slice(at)).toEqual(['..8941000', '8939000..8941000', ...more]);
	});

	it('counts no more once its bounds have shown what had arrived', async () => {
		const service = new Service([...MANY]);
		let counts = 0;
		service.onRequest = (asked) => {
			if (asked === '..' && ++counts === 2) service.times.push(10_000_000);
		};
		await read(service);
		expect(service.asked.filter((asked) => asked === '-1000..')).toHaveLength(2);
		expect(service.asked.filter((asked) => asked === '..')).toHaveLength(3);
	});

	it('counts five times at most, while runs arrive, whether its bounds leave any out', async () => {
		const service = new Service([...MANY]);
		service.onRequest = (asked) => {
			if (asked === '..') service.times.push(10_000_000 + service.asked.length);
		};
		expect((await read(service)).filter((time) => time < 10_000_000)).toHaveLength(150);
		expect(service.asked.filter((asked) => asked === '-1000..')).toHaveLength(6);
		expect(service.asked.filter((asked) => asked === '..')).toHaveLength(6);
	});
});
