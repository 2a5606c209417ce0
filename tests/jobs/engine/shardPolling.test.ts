import { fakeClock } from '../../support/data/fakeClock.ts';
import { createShardPoller } from '../../../bot/src/jobs/core/pollShardsEachMinute.ts';

const aWorld = () => {
  const clock = fakeClock('2026-12-01T00:06:00Z');
  const poller = createShardPoller(clock);
  const seen: string[] = [];
  const pollShards = async (
    owned: readonly string[],
    during: (shard: string, shouldContinue: () => boolean) => void = () => undefined,
  ): Promise<string[]> => {
    seen.length = 0;
    for (const shard of poller.due(owned))
      await poller.poll(
        shard,
        (text) => owned.includes(text),
        (shouldContinue) => {
          seen.push(shard);
          during(shard, shouldContinue);
          return Promise.resolve();
        },
      );
    return [...seen];
  };
  return { clock, pollShards };
};

it('reads each shard once a minute, also after the clock moved back', async () => {
  const { clock, pollShards } = aWorld();
  expect(await pollShards(['00', '01'])).toEqual(['00', '01']);
  clock.advance({ seconds: 59 });
  expect(await pollShards(['00', '01'])).toEqual([]);
  clock.advance({ seconds: 1 });
  expect(await pollShards(['00', '01'])).toEqual(['00', '01']);
  clock.advance({ seconds: -60 });
  expect(await pollShards(['00', '01'])).toEqual(['00', '01']);
});

it('reads a new or returned shard once', async () => {
  const { pollShards } = aWorld();
  expect(await pollShards([])).toEqual([]);
  const owned = ['00', '01'];
  await pollShards(owned, (shard) => {
    if (shard === '00') owned.splice(0);
  });
  expect(await pollShards(['00', '01', '02'])).toEqual(['00', '01', '02']);
});

it('continues after an interruption, also if the shard returned before', async () => {
  const { pollShards } = aWorld();
  const owned = ['00', '01'];
  await pollShards(owned, (shard, shouldContinue) => {
    if (shard !== '00') return;
    owned.splice(0);
    expect(shouldContinue()).toBe(false);
    owned.push('00', '01');
  });
  expect(await pollShards(owned)).toEqual(['00']);
  expect(await pollShards(owned)).toEqual([]);
});

it('reads again after a clock jump, because its state may be older', async () => {
  const { clock, pollShards } = aWorld();
  await pollShards(['00', '01'], (shard) => {
    if (shard === '00') clock.advance({ minutes: 7 * 24 * 60 });
  });
  expect(await pollShards(['00', '01'])).toEqual(['00', '01']);
  expect(await pollShards(['00', '01'])).toEqual([]);
});

it('repeats a failed poll in the next minute', async () => {
  const { clock, pollShards } = aWorld();
  const failing = pollShards(['00'], () => {
    throw new Error('no store');
  });
  await expect(failing).rejects.toThrow('no store');
  expect(await pollShards(['00'])).toEqual([]);
  clock.advance({ seconds: 60 });
  expect(await pollShards(['00'])).toEqual(['00']);
});
