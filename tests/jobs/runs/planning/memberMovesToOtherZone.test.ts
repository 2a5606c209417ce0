import type { Instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import { inOrg } from '../../../../bot/src/store/recordKindsAndAccess.ts';
import { removeVacation, saveVacation } from '../../../../bot/src/services/daysOff/changeAndListDaysOff.ts';
import { deactivateMeeting } from '../../../../bot/src/services/meetings/deactivateDeleteOrCancelMeeting.ts';
import { activateMember } from '../../../../bot/src/services/people/memberActivationAndOrganisation.ts';
import { writeOutbox } from '../../../../bot/src/services/runs/writeOutboxAndDueRows.ts';
import { memberMessages } from '../../../../bot/src/services/runs/buildRunMessages.ts';
import { planSavedMeeting } from '../../../../bot/src/services/runs/planNextRun.ts';
import { zonesOfMeetingMembers } from '../../../../bot/src/services/runs/zonesOfMeetingMembers.ts';
import { replanForZone } from '../../../../bot/src/services/runs/replanForZoneOrReturn.ts';
import { aDate, aMeetingId, anInstant, aZone } from '../../../support/data/idDateAndRecordBuilders.ts';
import { failingStore, failures } from '../../../support/store/storeFailingAtNthCall.ts';
import type { Failure } from '../../../support/store/storeFailingAtNthCall.ts';
import { shows } from '../../../support/fakes/fakePresenterAndShownModels.ts';
import { callsBetweenFaults } from '../../../support/store/callsBetweenFaults.ts';
import { randomFrom } from '../../../support/data/seededRandom.ts';
import { answerAs, kindsLeft, promptsTo, rowsOf, runOf } from '../../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld, faultsIn } from '../../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../../support/worlds/teamWorldWithEngine.ts';

// Tests that reports by member time follow people who move (docs/product-rules.md, Members who join, leave or move).
// 10:00 is 01:00 UTC in Tokyo, 09:00 in Berlin, 10:00 in London, 15:00 in New York.

const zones = { ann: 'Europe/Berlin', bob: 'Europe/London' };
const newYork = 'America/New_York';

/** Moves a member as a chat activity does: first plans the reports again, then changes the member row. */
const move = async (world: World, name: string, zone: string, store = world.store): Promise<void> => {
  const teamIds = [world.teamId];
  await replanForZone({ ...world.deps, store }, inOrg(store, world.orgId), {
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

/** Returns the first prompt or reminder to each person on each day. */
const firstTo = (world: World): string[] => {
  const seen = new Set<string>();
  return promptsTo(world).filter((line) => {
    const [day = '', , name = ''] = line.split(' ');
    const isFirst = !seen.has(`${day} ${name}`);
    seen.add(`${day} ${name}`);
    return isFirst;
  });
};

it('prompts a person who moved before the prompt once, at the new time', async () => {
  const world = await byMember('2026-11-20T06:00:00Z');
  await world.runUntil('2026-11-20T09:30:00Z');
  await move(world, 'bob', 'America/New_York');
  await world.runUntil('2026-11-20T18:00:00Z');
  expect(firstTo(world)).toEqual(['11-20 09:00 ann', '11-20 15:00 bob']);
  const bob = promptsTo(world).filter((line) => line.endsWith('bob'));
  // The prompt and the reminders follow New York's window only.
  expect(bob).toEqual(['11-20 15:00 bob', '11-20 16:00 bob', '11-20 16:45 bob']);
  expect((await runOf(world))?.state).toBe('COMPLETED');
});

it('prompts a person who moved after an edit at the time that the run had when it was made', async () => {
  const world = await byMember('2026-11-20T06:00:00Z');
  await world.runUntil('2026-11-20T09:30:00Z');
  await world.changeMeeting({ time: 780, reportSummaryTime: 60, isReminderEnabled: false });
  await move(world, 'bob', newYork);
  await world.runUntil('2026-11-20T22:00:00Z');
  const bob = promptsTo(world).filter((line) => line.endsWith('bob'));
  expect(bob).toEqual(['11-20 15:00 bob', '11-20 16:00 bob', '11-20 16:45 bob']);
});

it('prompts a person who moved after an edit to the meeting’s time at the time of the new zone', async () => {
  const world = await byMember('2026-11-20T06:00:00Z');
  await world.runUntil('2026-11-20T09:30:00Z');
  await world.changeMeeting({ timeBasis: 'MEETING' });
  await move(world, 'bob', newYork);
  await world.runUntil('2026-11-20T22:00:00Z');
  const bob = promptsTo(world).filter((line) => line.endsWith('bob'));
  expect(bob).toEqual(['11-20 15:00 bob', '11-20 16:00 bob', '11-20 16:45 bob']);
});

it('leaves an open run by the meeting’s time unchanged when its report is by member time and a person moves', async () => {
  const world = await aWorld({ start: '2026-11-20T06:00:00Z', zones });
  await world.meeting();
  await world.runUntil('2026-11-20T09:30:00Z');
  await world.changeMeeting({ timeBasis: 'MEMBER' });
  await move(world, 'bob', newYork);
  await world.runUntil('2026-11-20T22:00:00Z');
  expect(promptsTo(world).filter((line) => line.endsWith('bob'))).toEqual([
    ...['11-20 09:00 bob', '11-20 10:00 bob', '11-20 10:45 bob'],
  ]);
});

it('prompts a person who moved after becoming an observer at the time of the new zone', async () => {
  const world = await byMember('2026-11-20T06:00:00Z');
  await world.runUntil('2026-11-20T09:30:00Z');
  await world.changeMeeting({ members: [world.member('ann')], observers: [world.member('bob')] });
  await move(world, 'bob', newYork);
  await world.runUntil('2026-11-20T22:00:00Z');
  const bob = promptsTo(world).filter((line) => line.endsWith('bob'));
  expect(bob).toEqual(['11-20 15:00 bob', '11-20 16:00 bob', '11-20 16:45 bob']);
});

it('prompts a person who moved during a vacation that is then removed at the time of the new zone', async () => {
  const world = await byMember('2026-11-20T06:00:00Z');
  const days = { objectType: 'User' as const, objectId: world.member('bob'), dates: [aDate('2026-11-20')] };
  await saveVacation(world.answering, world.actor('bob'), days);
  await world.runUntil('2026-11-20T09:30:00Z');
  await move(world, 'bob', newYork);
  await removeVacation(world.answering, world.actor('bob'), days);
  await world.runUntil('2026-11-20T22:00:00Z');
  expect(firstTo(world)).toEqual(['11-20 09:00 ann', '11-20 15:00 bob']);
});

it('prompts a person who moved while disabled and is then enabled at the time of the new zone', async () => {
  const world = await byMember('2026-11-20T06:00:00Z');
  await world.runUntil('2026-11-20T09:30:00Z');
  const admin = world.actor('ann', { role: 'admin' });
  const enable = (flag: boolean) =>
    activateMember({ ...world.answering, entra: null }, admin, {
      ...{ teamId: world.teamId, memberId: world.member('bob'), flag },
    });
  await enable(false);
  await move(world, 'bob', newYork);
  await enable(true);
  await world.runUntil('2026-11-20T22:00:00Z');
  expect(firstTo(world)).toEqual(['11-20 09:00 ann', '11-20 15:00 bob']);
});

it('recognises zones in another spelling, and prompts once when the canonical one arrives', async () => {
  const world = await byMember('2026-11-20T06:00:00Z', { ann: 'eUrOpE/bErLiN', bob: 'eUrOpE/lOnDoN' });
  await world.runUntil('2026-11-20T09:30:00Z');
  await move(world, 'ann', 'Europe/Berlin');
  await move(world, 'bob', 'Europe/London');
  await world.runUntil('2026-11-20T18:00:00Z');
  expect(promptsTo(world)).toEqual([
    ...['11-20 09:00 ann', '11-20 10:00 ann', '11-20 10:00 bob'],
    ...['11-20 10:45 ann', '11-20 11:00 bob', '11-20 11:45 bob'],
  ]);
  expect((await runOf(world))?.state).toBe('COMPLETED');
});

it('counts no member as missing before their new close', async () => {
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

it('sends no second prompt to a member who moves after the first', async () => {
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
])('prompts at once a person who moves to where the time passed %s ago', async (_, at, requested) => {
  const world = await byMember('2026-11-20T06:00:00Z');
  await world.runUntil(at);
  await move(world, 'bob', 'Europe/Paris');
  await world.runUntil('2026-11-20T18:00:00Z');
  expect(firstTo(world)).toEqual(requested);
  expect((await rowsOf(world)).deliveries.get(`${world.member('bob')}|prompt`)?.value.isLate).toBe(true);
});

it('prompts no member at a wrong hour: a long-passed time is recorded, and the answer is accepted', async () => {
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

it('prompts a member at their own time after a short stay in a zone that had passed it', async () => {
  const world = await byMember('2026-11-20T06:00:00Z', { ann: 'Europe/Berlin', bob: newYork });
  await world.runUntil('2026-11-20T11:00:00Z');
  await move(world, 'bob', 'Asia/Kolkata');
  await world.runUntil('2026-11-20T11:10:00Z');
  expect((await rowsOf(world)).deliveries.get(`${world.member('bob')}|prompt`)?.value.reason).toBe('TOO_LATE');
  await move(world, 'bob', newYork);
  expect(await faultsIn(world.store)).toEqual([]);
  await world.runUntil('2026-11-20T18:00:00Z');
  const bob = promptsTo(world).filter((line) => line.endsWith('bob'));
  expect(bob).toEqual(['11-20 15:00 bob', '11-20 16:00 bob', '11-20 16:45 bob']);
});

it('sends no second prompt after an answer in a zone where the time had passed', async () => {
  const people = { ann: 'Europe/Berlin', bob: newYork, cy: newYork };
  const world = await byMember('2026-11-20T06:00:00Z', people);
  await world.runUntil('2026-11-20T11:00:00Z');
  for (const name of ['bob', 'cy']) await move(world, name, 'Asia/Kolkata');
  await world.runUntil('2026-11-20T11:10:00Z');
  await answerAs(world, 'bob');
  await move(world, 'bob', newYork);
  await move(world, 'cy', 'Asia/Tokyo');
  await world.runUntil('2026-11-20T18:00:00Z');
  expect(firstTo(world)).toEqual(['11-20 09:00 ann']);
  const reason = (name: string, rows: Awaited<ReturnType<typeof rowsOf>>) =>
    rows.deliveries.get(`${world.member(name)}|prompt`)?.value.reason;
  const rows = await rowsOf(world);
  expect([reason('bob', rows), reason('cy', rows)]).toEqual(['TOO_LATE', 'TOO_LATE']);
});

it('keeps the opening of the run when a person moves to an earlier zone', async () => {
  const world = await byMember('2026-11-20T06:00:00Z', { ann: 'Europe/Berlin', bob: newYork });
  await world.runUntil('2026-11-20T11:00:00Z');
  await move(world, 'bob', 'Asia/Tokyo');
  const run = await runOf(world);
  expect(run?.opensAt).toBe('2026-11-20T09:00:00.000Z');
  expect(run?.instants.map((set) => set.opensAt)).toContain('2026-11-20T01:00:00.000Z');
  expect(await faultsIn(world.store)).toEqual([]);
});

it('opens the run earlier for a person who moves to a zone where the day begins', async () => {
  const world = await byMember('2026-11-20T12:00:00Z');
  await world.runUntil('2026-11-20T20:00:00Z');
  world.messenger.calls.length = 0;
  await move(world, 'bob', 'Asia/Tokyo');
  await world.runUntil('2026-11-23T12:00:00Z', 600);
  expect(firstTo(world)).toEqual(['11-23 01:00 bob', '11-23 09:00 ann']);
});

/**
 * 21:00 on Thursday in New York. Friday's run would open at 01:00 UTC for Tokyo, but no member is in the zone of Tokyo
 * any more.
 */
const eveningBefore = '2026-11-20T02:00:00Z';
const emptied: readonly (readonly [string, (world: World) => Promise<void>])[] = [
  ['has moved west', (world) => move(world, 'cy', newYork)],
  ['was disabled', (world) => world.changeMember('cy', { isEnabled: false })],
  ['has left', (world) => world.changeMember('cy', { leftOn: '2026-11-19T12:00:00.000Z' as Instant })],
];

const lastInTheEast = async (leave: (world: World) => Promise<void>): Promise<World> => {
  const start = '2026-11-19T16:00:00Z';
  const world = await aWorld({ start, people: ['ann', 'cy'], zones: { ann: newYork, cy: 'Asia/Tokyo' } });
  await world.meeting({ timeBasis: 'MEMBER', isReminderEnabled: false, timezone: aZone(newYork) });
  await leave(world);
  await world.runUntil(eveningBefore, 300);
  return world;
};

it.each(emptied)('opens no run before the first zone reaches the time, when who was first %s', async (_, leave) => {
  const world = await lastInTheEast(leave);
  expect(await runOf(world)).toBeUndefined();
  // The due row of New York's opening has replaced the due row of Tokyo's opening.
  expect(await kindsLeft(world, 'Due')).toEqual(['20261120150000 prompt']);
  await world.runUntil('2026-11-20T15:00:00Z', 300);
  expect(await runOf(world)).toMatchObject({ state: 'OPEN', opensAt: '2026-11-20T15:00:00.000Z' });
  expect(firstTo(world)).toContain('11-20 15:00 ann');
});

it.each(emptied)('applies a save of the evening before, when who was first %s', async (_, leave) => {
  const world = await lastInTheEast(leave);
  await world.changeMeeting({ time: 660 });
  await world.runUntil('2026-11-20T16:30:00Z', 300);
  expect(firstTo(world)[0]).toBe('11-20 16:00 ann');
  expect((await runOf(world))?.opensAt).toBe('2026-11-20T16:00:00.000Z');
});

it('prompts all members although the report was deactivated briefly the evening before', async () => {
  const world = await lastInTheEast((existing) => move(existing, 'cy', newYork));
  const admin = world.actor('ann', { role: 'admin' });
  for (const flag of [false, true]) await deactivateMeeting(world.starting, admin, { meetingId: aMeetingId(), flag });
  await world.runUntil('2026-11-20T15:00:00Z', 300);
  expect(firstTo(world)).toEqual(['11-20 15:00 ann', '11-20 15:00 cy']);
});

it('leaves out members who had reached the time at the save, also after the first opening moves west', async () => {
  const world = await aWorld({
    start: '2026-11-20T06:00:00Z',
    people: ['ann', 'bob', 'cy'],
    zones: { ann: 'Asia/Tokyo', bob: 'Europe/Berlin', cy: newYork },
  });
  const meeting = await world.meeting({ timeBasis: 'MEMBER', isReminderEnabled: false });
  // The report is saved at 15:00 in Tokyo, so today's run is only for the other two members.
  const people = [
    { memberId: world.member('ann'), timezone: aZone('Asia/Tokyo') },
    { memberId: world.member('bob'), timezone: aZone('Europe/Berlin') },
    { memberId: world.member('cy'), timezone: aZone(newYork) },
  ].map((item) => ({ ...item, isEnabled: true, leftOn: null }));
  await planSavedMeeting(world, world.orgId, meeting, {
    zones: zonesOfMeetingMembers(meeting, people),
    now: world.clock.now(),
  });
  await world.changeMember('bob', { isEnabled: false });
  await world.runUntil('2026-11-20T12:00:00Z', 300);
  expect(await runOf(world)).toBeUndefined();
  await world.runUntil('2026-11-20T15:00:00Z', 300);
  expect((await runOf(world))?.members.map((member) => member.name)).toEqual(['cy']);
  expect(firstTo(world)).toEqual(['11-20 15:00 cy']);
});

it.each(failures)('prompts once in spite of a failure at any step of the later plan (%s)', async (failure) => {
  for (let call = 1, ended = false; !ended; call += callsBetweenFaults) {
    const start = '2026-11-20T00:58:00Z';
    const world = await aWorld({ start, people: ['ann', 'cy'], zones: { ann: newYork, cy: 'Asia/Tokyo' } });
    await world.meeting({ timeBasis: 'MEMBER', isReminderEnabled: false, timezone: aZone(newYork) });
    await world.changeMember('cy', { isEnabled: false });
    const failing = failingStore(world.store, call, failure);
    world.clock.set('2026-11-20T01:00:00Z');
    const broken = world.instance('broken', { store: failing.store });
    await broken.poll().catch(() => undefined);
    ended = failing.calls() < call;
    await world.runUntil('2026-11-20T01:02:00Z', 10);
    expect(await runOf(world)).toBeUndefined();
    expect(await kindsLeft(world, 'Due')).toEqual(['20261120150000 prompt']);
  }
});

it('does not change reports in the meeting’s own time', async () => {
  const world = await aWorld({ start: '2026-11-20T06:00:00Z', people: ['ann', 'bob'], zones });
  await world.meeting();
  await move(world, 'bob', 'Asia/Tokyo');
  await world.runUntil('2026-11-20T09:01:00Z');
  expect(firstTo(world)).toEqual(['11-20 09:00 ann', '11-20 09:00 bob']);
});

it('prompts only by the new zone, even if a message of the old one is waiting', async () => {
  const world = await byMember('2026-11-20T06:00:00Z');
  await world.runUntil('2026-11-20T09:30:00Z');
  const rows = await rowsOf(world);
  const stored = rows.run?.value;
  if (stored === undefined) throw new Error('There is no run.');
  const runRef = { orgId: world.orgId, teamId: world.teamId, meetingId: stored.meetingId, date: stored.date };
  const ready = memberMessages(runRef, stored, rows, { kind: 'prompt', at: anInstant('2026-11-20T10:00:00.000Z') });
  expect(ready.map((outbox) => outbox.who)).toEqual([world.member('bob')]);
  await writeOutbox(world.store, ready);
  await move(world, 'bob', 'America/New_York');
  await world.runUntil('2026-11-20T14:00:00Z');
  expect(promptsTo(world).filter((line) => line.endsWith('bob'))).toEqual([]);
  expect((await rowsOf(world)).deliveries.has(`${world.member('bob')}|prompt`)).toBe(false);
  await world.runUntil('2026-11-20T15:01:00Z');
  expect(promptsTo(world).filter((line) => line.endsWith('bob'))).toEqual(['11-20 15:00 bob']);
});

/**
 * Moves bob while the store call with the number `call` fails, and repeats the move if it failed. Returns false if
 * there was no such call.
 */
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

it.each(failures)(
  'prompts once in spite of a failure at any step of the move (%s) and a repetition',
  async (failure) => {
    let call = 1;
    while (await moveAgain(call, failure)) call += callsBetweenFaults;
    expect(call).toBeGreaterThan(5);
  },
);

const everywhere = [
  'Pacific/Kiritimati',
  'Australia/Sydney',
  'Asia/Kathmandu',
  'Europe/Berlin',
  'America/New_York',
  'Pacific/Honolulu',
];

// The quick tests play three of the seeds.
it.each([1, 2, 3, 4, 5, 6, 7, 8].filter((seed) => seed % callsBetweenFaults <= 1))(
  'leaves a sound store and prompts no member twice after random moves, seed %d',
  async (seed) => {
    const random = randomFrom(seed);
    const zone = (): string => everywhere[Math.floor(random() * everywhere.length)] ?? newYork;
    const names = ['ann', 'bob', 'cy', 'dan'];
    const world = await byMember('2026-11-15T18:00:00Z', Object.fromEntries(names.map((name) => [name, zone()])));
    await world.changeMeeting({ isReminderEnabled: false });
    while (world.clock.now() < Date.parse('2026-11-20T22:00:00Z')) {
      await world.engine.poll();
      world.clock.advance({ minutes: 30 });
      const name = names[Math.floor(random() * names.length)] ?? 'ann';
      if (random() < 0.2) await move(world, name, zone());
    }
    await world.engine.poll();
    const prompts = world.messenger.calls
      .filter((call) => call.do === 'send' && shows(call.message) === 'ask')
      .map(({ to, message }) => `${to} ${/\d{4}-\d\d-\d\d/.exec(JSON.stringify(message.card))?.[0] ?? ''}`);
    expect(prompts.length).toBeGreaterThan(4);
    expect(prompts).toEqual([...new Set(prompts)]);
  },
);
