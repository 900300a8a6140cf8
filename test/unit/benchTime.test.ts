import { sleep } from 'n8n-workflow';
import { DrivenTime } from '../../bench/n8n/drivenTime';
import { now } from '../../nodes/DocScore/service/clock';

const time = new DrivenTime();
afterEach(() => time.release());

test('the time that the bench holds moves every clock that nodes wait by', async () => {
	time.hold();
	const before = { date: Date.now(), monotonic: now() };
	const waited = time.during(sleep(5_000));
	let leapt = 0;
	while (leapt < 5_000) leapt += await time.leap();
	await waited;
	expect(Date.now() - before.date).toBe(5_000);
	expect(now() - before.monotonic).toBe(5_000);
});
