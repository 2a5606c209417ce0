import { inOrg } from '../../bot/src/store/kind.ts';
import { memberMessages, writeOutbox } from '../../bot/src/services/outboxRows.ts';
import { followZone } from '../../bot/src/services/zoneMoves.ts';
import { anInstant, aZone } from '../support/builders.ts';
import { failingStore, failures } from '../support/failingStore.ts';
import type { Failure } from '../support/failingStore.ts';
import { answerAs, promptsTo, rowsOf, runOf } from '../support/runs.ts';
import { aWorld } from '../support/world.ts';
import type { World } from '../support/world.ts';

// Reports by member time follow people who move (decisions.md D3). 10:00 is 01:00 UTC in Tokyo, 09:00 in Berlin,
// 10:00 in London, 15:00 in New York.

const zones = { ann: 'Europe/Berlin', bob: 'Europe/London' };

/** As an activity of theirs does it: the reports first, then the member. */
const move = async (world: World, name: string, zone: string, store = world.store): Promise<void> => {
  const teamIds = [world.teamId];
  await followZone({ ...world.deps, store }, inOrg(store, world.orgId), {
    memberId: world.member(name),
    teamIds,
    zone: aZone(zone),
  });
  await world.changeMember(name, { timezone: aZone(zone) });
};

const byMember = async (start: string, people: Readonly<Record<string, string>> = zones): Promise<World> => {
  const world = await aWorld({ start, people: Object.keys(people), zones: people });
  await world.meeting({ timeBasis: 'MEMBER', firstReminderMessage: '', secondReminderMessage: '' });
  return world;
};

/** First of the messages to each person on the day. */
const firstTo = (world: World): string[] => {
  const seen = new Set<string>();
  return promptsTo(world).filter((line) => {
    const [day = '', , name = ''] = line.split(' ');
    const isFirst = !seen.has(`${day} ${name}`);
    seen.add(`${day} ${name}`);
    return isFirst;
  });
};

it('asks somebody who moved before they were asked at their new time, once', async () => {
  const world = await byMember('2026-11-20T06:00:00Z');
  await world.runUntil('2026-11-20T09:30:00Z');
  await move(world, 'bob', 'America/New_York');
  await world.runUntil('2026-11-20T18:00:00Z');
  expect(firstTo(world)).toEqual(['11-20 09:00 ann', '11-20 15:00 bob']);
  const bob = promptsTo(world).filter((line) => line.endsWith('bob'));
  // The prompt, and reminders by New York's window alone.
  expect(bob).toEqual(['11-20 15:00 bob', '11-20 16:00 bob', '11-20 16:45 bob']);
  expect((await runOf(world))?.state).toBe('COMPLETED');
});

it('calls nobody missing before their new close', async () => {
  const world = await byMember('2026-11-20T06:00:00Z');
  await world.runUntil('2026-11-20T09:30:00Z');
  await move(world, 'bob', 'America/New_York');
  await answerAs(world, 'ann');
  await world.runUntil('2026-11-20T16:30:00Z');
  expect((await runOf(world))?.state).toBe('OPEN');
  await answerAs(world, 'bob');
  await world.runUntil('2026-11-20T16:32:00Z', 5);
  expect(await runOf(world)).toMatchObject({ state: 'COMPLETED', reason: 'ALL_ANSWERED' });
});

it('does not ask again who was asked before they moved', async () => {
  const world = await byMember('2026-11-20T06:00:00Z');
  await world.runUntil('2026-11-20T09:30:00Z');
  await move(world, 'ann', 'America/New_York');
  await world.runUntil('2026-11-20T22:00:00Z');
  expect(promptsTo(world).filter((line) => line.endsWith('ann'))).toEqual([
    '11-20 09:00 ann',
    '11-20 10:00 ann',
    '11-20 10:45 ann',
  ]);
});

it.each([
  ['20 minutes', '2026-11-20T09:20:00Z', ['11-20 09:00 ann', '11-20 09:20 bob']],
  ['59 minutes', '2026-11-20T09:59:00Z', ['11-20 09:00 ann', '11-20 09:59 bob']],
])('asks at once somebody who comes where the time passed %s ago', async (_, at, asked) => {
  const world = await byMember('2026-11-20T06:00:00Z');
  await world.runUntil(at);
  await move(world, 'bob', 'Europe/Paris');
  await world.runUntil('2026-11-20T18:00:00Z');
  expect(firstTo(world)).toEqual(asked);
  expect((await rowsOf(world)).deliveries.get(`${world.member('bob')}|prompt`)?.value.isLate).toBe(true);
});

it('asks nobody at a wrong hour: where the time passed long ago, that is recorded and the answer still taken', async () => {
  const world = await byMember('2026-11-20T06:00:00Z', { ann: 'Europe/Berlin', bob: 'America/New_York' });
  await world.runUntil('2026-11-20T10:30:00Z');
  await move(world, 'bob', 'Europe/Berlin');
  await world.runUntil('2026-11-20T10:35:00Z');
  expect(firstTo(world)).toEqual(['11-20 09:00 ann']);
  expect((await rowsOf(world)).deliveries.get(`${world.member('bob')}|prompt`)?.value).toMatchObject({
    state: 'SKIPPED',
    reason: 'TOO_LATE',
  });
  await expect(answerAs(world, 'bob')).resolves.toBeDefined();
});

it('opens the run earlier for somebody who moves to where the day begins', async () => {
  const world = await byMember('2026-11-20T12:00:00Z');
  await world.runUntil('2026-11-20T20:00:00Z');
  world.messenger.calls.length = 0;
  await move(world, 'bob', 'Asia/Tokyo');
  await world.runUntil('2026-11-23T12:00:00Z', 600);
  expect(firstTo(world)).toEqual(['11-23 01:00 bob', '11-23 09:00 ann']);
});

it('leaves reports in the meeting’s own time alone', async () => {
  const world = await aWorld({ start: '2026-11-20T06:00:00Z', people: ['ann', 'bob'], zones });
  await world.meeting();
  await move(world, 'bob', 'Asia/Tokyo');
  await world.runUntil('2026-11-20T09:01:00Z');
  expect(firstTo(world)).toEqual(['11-20 09:00 ann', '11-20 09:00 bob']);
});

it('asks by the new zone alone, also when the message of the old one lies ready', async () => {
  const world = await byMember('2026-11-20T06:00:00Z');
  await world.runUntil('2026-11-20T09:30:00Z');
  const rows = await rowsOf(world);
  const stored = rows.occurrence?.value;
  if (stored === undefined) throw new Error('There is no run.');
  const run = { orgId: world.orgId, teamId: world.teamId, meetingId: stored.meetingId, date: stored.date };
  // London's ten o'clock.
  const ready = memberMessages(run, stored, rows, { kind: 'prompt', at: anInstant('2026-11-20T10:00:00.000Z') });
  expect(ready.map((one) => one.who)).toEqual([world.member('bob')]);
  await writeOutbox(world.store, ready);
  await move(world, 'bob', 'America/New_York');
  await world.runUntil('2026-11-20T14:00:00Z');
  expect(promptsTo(world).filter((line) => line.endsWith('bob'))).toEqual([]);
  expect((await rowsOf(world)).deliveries.has(`${world.member('bob')}|prompt`)).toBe(false);
  await world.runUntil('2026-11-20T15:01:00Z');
  expect(promptsTo(world).filter((line) => line.endsWith('bob'))).toEqual(['11-20 15:00 bob']);
});

/** Moves bob while the n-th store call fails, then again; answers whether there was an n-th call. */
const moveAgain = async (call: number, failure: Failure): Promise<boolean> => {
  const world = await byMember('2026-11-20T08:00:00Z');
  await world.runUntil('2026-11-20T09:30:00Z', 600);
  const failing = failingStore(world.store, call, failure);
  const failed = await move(world, 'bob', 'Europe/Paris', failing.store).then(
    () => false,
    () => true,
  );
  if (failed) await move(world, 'bob', 'Europe/Paris');
  await world.runUntil('2026-11-20T09:40:00Z');
  expect(promptsTo(world)).toEqual(['11-20 09:00 ann', '11-20 09:30 bob']);
  return failing.calls() >= call;
};

it.each(failures)('asks once though any step of the move fails (%s) and it is done again', async (failure) => {
  let call = 1;
  while (await moveAgain(call, failure)) call += 1;
  expect(call).toBeGreaterThan(5);
});
