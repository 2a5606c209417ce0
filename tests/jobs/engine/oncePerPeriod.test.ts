import { createOncePerPeriod } from '../../../bot/src/jobs/core/oncePerPeriod.ts';
import { toInstant } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { quietLog } from '../../support/worlds/teamWorldWithEngine.ts';

const aWorld = (start = '2026-12-01T06:00:00Z') => {
  const clock = fakeClock(start);
  let isDone = true;
  let worked: string[] = [];
  const poll = createOncePerPeriod(
    { clock, log: quietLog() },
    {
      period: () => toInstant(clock.now()).slice(0, 10),
      work: (shard, period) => {
        worked.push(`${shard} ${period}`);
        return Promise.resolve(isDone);
      },
      failedEvent: 'work.failed',
    },
  );
  return {
    clock,
    setDone: (value: boolean) => {
      isDone = value;
    },
    pollAt: async (instant: string): Promise<readonly string[]> => {
      clock.set(instant);
      worked = [];
      await poll(['00', '01'], () => true);
      return worked;
    },
  };
};

it('works once a period for each shard', async () => {
  const { pollAt } = aWorld();
  expect(await pollAt('2026-12-01T06:00:00Z')).toEqual(['00 2026-12-01', '01 2026-12-01']);
  expect(await pollAt('2026-12-01T23:59:00Z')).toEqual([]);
  expect(await pollAt('2026-12-02T00:00:00Z')).toEqual(['00 2026-12-02', '01 2026-12-02']);
});

it('works again in the same period if the work is not done', async () => {
  const { pollAt, setDone } = aWorld();
  setDone(false);
  expect(await pollAt('2026-12-01T06:00:00Z')).toHaveLength(2);
  expect(await pollAt('2026-12-01T06:01:00Z')).toHaveLength(2);
  setDone(true);
  expect(await pollAt('2026-12-01T06:02:00Z')).toHaveLength(2);
  expect(await pollAt('2026-12-01T06:03:00Z')).toEqual([]);
});

it('repeats no period after the clock was set back by less than two weeks', async () => {
  const { pollAt } = aWorld();
  await pollAt('2026-12-15T06:00:00Z');
  expect(await pollAt('2026-12-15T05:00:00Z')).toEqual([]);
  expect(await pollAt('2026-12-01T06:00:01Z')).toEqual([]);
});

it.each(['2027-12-01T06:00:00Z', '2026-12-15T06:00:00Z'])(
  'works again after the clock was wrong at %s and was set back',
  async (wrong) => {
    const { pollAt } = aWorld();
    expect(await pollAt(wrong)).toHaveLength(2);
    expect(await pollAt('2026-12-01T06:00:00Z')).toEqual(['00 2026-12-01', '01 2026-12-01']);
    expect(await pollAt('2026-12-01T06:01:00Z')).toEqual([]);
    expect(await pollAt('2026-12-02T06:00:00Z')).toEqual(['00 2026-12-02', '01 2026-12-02']);
  },
);
