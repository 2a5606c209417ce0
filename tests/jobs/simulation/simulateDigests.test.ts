import { aScenario, play } from '../../support/worlds/buildAndPlayScenarios.ts';
import type { Played } from '../../support/worlds/buildAndPlayScenarios.ts';

// Tests scenarios with digests: the output shows when each digest is sent, to whom, and the period that it covers.

const zones = { ann: 'Europe/Berlin', bob: 'Europe/Berlin' };
const evening = {
  ...{ id: 'evening', teamId: 'team', ownerId: 'ann', members: ['ann', 'bob'] },
  schedule: { cadence: 'DAILY', time: 1020, timezone: 'Europe/Berlin' },
};

const playWeek = (part: object = {}, digest: object = evening): Promise<Played> =>
  play({
    ...aScenario({ start: '2026-10-22T00:00:00Z', end: '2026-10-29T00:00:00Z', zones }),
    digests: [digest],
    ...part,
  });

const digests = ({ lines }: Played): string[] =>
  lines
    .filter(({ kind }) => kind === 'digest')
    .map(({ at, memberId, digest }) =>
      [at.slice(5, 16), memberId ?? 'channel', digest?.runs, digest?.isLate === true ? 'late' : ''].join(' ').trim(),
    );

it('sends a digest at the same local time before and after the time change', async () => {
  const played = await playWeek();
  expect(played.notes).toEqual([]);
  expect(digests(played).filter((line) => line.includes('ann'))).toEqual([
    '10-22T15:00 ann 1',
    '10-23T15:00 ann 1',
    '10-26T16:00 ann 1',
    '10-27T16:00 ann 1',
    '10-28T16:00 ann 1',
  ]);
});

it('sends one late digest for all dates of a downtime', async () => {
  const played = await playWeek({ downtime: [{ from: '2026-10-23T12:00:00Z', to: '2026-10-27T18:00:00Z' }] });
  expect(digests(played).filter((line) => line.includes('ann'))).toEqual([
    '10-22T15:00 ann 1',
    '10-27T18:00 ann 1 late',
    '10-28T16:00 ann 1',
  ]);
});

it('posts in the channel, and sends nothing once the owner is disabled', async () => {
  const digest = { ...evening, ownerId: 'bob', members: [], inChannel: true };
  const events = [{ do: 'disable', at: '2026-10-26T09:00:00Z', teamId: 'team', memberId: 'bob' }];
  const played = await playWeek({ events }, digest);
  expect(digests(played).slice(0, 2)).toEqual(['10-22T15:00 channel 1', '10-23T15:00 channel 1']);
  // The notice about the stop goes to Ann, the admin.
  expect(digests(played).slice(2)).toEqual(['10-26T16:00 ann 0']);
});

it('refuses a digest that the product would refuse', async () => {
  await expect(playWeek({}, { ...evening, members: [] })).rejects.toThrow(
    'digests[0]: Please choose at least one recipient.',
  );
  await expect(playWeek({}, { ...evening, ownerId: 'nobody' })).rejects.toThrow('digests[0].ownerId');
});
