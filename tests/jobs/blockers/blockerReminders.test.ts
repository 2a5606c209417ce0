import { changeBlockerOf } from '../../../bot/src/services/blockers/changeBlocker.ts';
import type { NoticeModel } from '../../../bot/src/services/core/cardPresenter.ts';
import { maxSends } from '../../../bot/src/domain/runs/sendDecisions.ts';
import { inOrg } from '../../../bot/src/store/records.ts';
import { blockerCards } from '../../../bot/src/store/kinds/run.ts';
import { holiday, meeting as meetingKind, meetingName } from '../../../bot/src/store/kinds/team.ts';
import { aDate, anInstant, aMeetingId, aMemberId, aZone } from '../../support/data/builders.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenter.ts';
import { aWorld, faultsIn } from '../../support/worlds/aWorld.ts';
import type { World } from '../../support/worlds/aWorld.ts';
import { liveUntilKilled } from '../../support/worlds/killedProcess.ts';
import { answerAs, rowsLeft } from '../../support/worlds/runWorld.ts';
import type { Meeting } from '#contracts/meetings/meeting.ts';

// Bob is blocked since Friday, 20 November 2026. The report reminds after 2 working days and escalates after 3. Dan created it. Its clock
// is an hour ahead of UTC, and the polls are five minutes apart.

const key = { meetingId: aMeetingId(), memberId: aMemberId('bob') };

const change = (world: World, name: string, more: Pick<Parameters<typeof changeBlockerOf>[2], 'action' | 'neededId'>) =>
  changeBlockerOf(world.answering, world.actor(name), { ...key, ...more });

const blocked = async (rule: Partial<Meeting> = {}): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'bob', 'cy', 'dan'] });
  await world.meeting({
    isReminderEnabled: false,
    createdBy: aMemberId('dan'),
    ...{ blockerReminderDays: 2, blockerEscalationDays: 3, ...rule },
  });
  await world.runUntil('2026-11-20T09:05:00Z', 60);
  await answerAs(world, 'bob', { change: { blocked: 'Yes', what: 'No keys' } });
  return world;
};

const reminderTitles = ['card.blockerStill', 'card.blockerStillNeeded', 'card.blockerEscalated'];

/** Returns the reminders as lines of day, time, recipient and title, such as "24 08:05 bob card.blockerStill". */
const reminders = (world: World): string[] =>
  world.messenger.calls.flatMap(({ at, to, message }) => {
    if (shows(message) !== 'notice') return [];
    const { key: title } = modelIn<NoticeModel>(message).title;
    return reminderTitles.includes(title) ? [`${at.slice(8, 16).replace('T', ' ')} ${to} ${title}`] : [];
  });

const recordOf = async (world: World) =>
  (await inOrg(world.store, world.orgId).get(blockerCards, { ...key, teamId: world.teamId }))?.value;

const until = (world: World, at: string): Promise<void> => world.runUntil(`2026-11-${at}:00Z`, 300);

it('reminds the blocked member once a working day, and notifies the owner of the report once', async () => {
  const world = await blocked();
  await until(world, '28T12:00');
  expect(reminders(world)).toEqual([
    '24 08:05 bob card.blockerStill',
    '25 08:05 bob card.blockerStill',
    '25 08:05 dan card.blockerEscalated',
    '26 08:05 bob card.blockerStill',
    '27 08:05 bob card.blockerStill',
  ]);
  expect(await faultsIn(world.store)).toEqual([]);
});

it('reminds the needed member after the wait since the naming, and no one after the end', async () => {
  const world = await blocked({ blockerEscalationDays: 0 });
  await until(world, '23T12:00');
  await change(world, 'bob', { action: 'NEED', neededId: aMemberId('cy') });
  await until(world, '25T12:00');
  expect(reminders(world)).toEqual(['25 08:05 cy card.blockerStillNeeded']);
  await change(world, 'cy', { action: 'RESOLVE' });
  await until(world, '30T12:00');
  expect(reminders(world)).toHaveLength(1);
  expect(await rowsLeft(world, 'Outbox')).not.toContainEqual(expect.stringContaining('|block|'));
  expect(await faultsIn(world.store)).toEqual([]);
});

it('shows the text, the age and the report, and says who is needed', async () => {
  const world = await blocked({ blockerReminderDays: 0, blockerEscalationDays: 1 });
  await change(world, 'bob', { action: 'NEED', neededId: aMemberId('cy') });
  await until(world, '23T12:00');
  const call = world.messenger.calls.find((item) => item.to === 'dan' && shows(item.message) === 'notice');
  expect(call === undefined ? undefined : modelIn<NoticeModel>(call.message)).toMatchObject({
    title: { key: 'card.blockerEscalated', values: { name: 'bob' } },
    lines: [
      { key: 'card.blockerText', values: { text: 'No keys' } },
      { key: 'card.blockerNeeds', values: { name: 'cy' } },
      { key: 'card.blockerSince', values: { days: 1 }, date: '2026-11-20' },
    ],
  });
});

it('sends nothing if both are off, or if the report has no such setting', async () => {
  for (const rule of [
    { blockerReminderDays: 0, blockerEscalationDays: 0 },
    { blockerReminderDays: null, blockerEscalationDays: undefined },
  ]) {
    const world = await blocked(rule);
    expect(await rowsLeft(world, 'Outbox')).not.toContainEqual(expect.stringContaining('|block|'));
    await until(world, '27T12:00');
    expect(reminders(world)).toEqual([]);
  }
});

it('skips holidays, vacations and quiet hours of the recipient, and uses the clock of the recipient', async () => {
  const world = await blocked({ blockerEscalationDays: 0 });
  const date = aDate('2026-11-23');
  await inOrg(world.store, world.orgId).insert(holiday, { teamId: world.teamId, date }, { date, name: 'Off' });
  await world.vacation('bob', '2026-11-25');
  await world.changeMember('bob', { timezone: aZone('Europe/Berlin'), quietHours: { from: 18 * 60, to: 10 * 60 } });
  await until(world, '26T12:00');
  expect(reminders(world)).toEqual(['26 09:05 bob card.blockerStill']);
});

it('sends no reminder that is eight hours late, and the next one on the next working day', async () => {
  const world = await blocked({ blockerEscalationDays: 0 });
  await until(world, '23T12:00');
  world.clock.set(Date.parse('2026-11-24T17:00:00Z'));
  await until(world, '25T12:00');
  expect(reminders(world)).toEqual(['25 08:05 bob card.blockerStill']);
});

it('reminds the owner of the blocker if the needed member left the team, and respects muted members', async () => {
  const world = await blocked({ blockerEscalationDays: 0 });
  await change(world, 'bob', { action: 'NEED', neededId: aMemberId('cy') });
  await world.changeMember('cy', { leftOn: anInstant('2026-11-23T08:00:00.000Z') });
  await until(world, '24T12:00');
  expect(reminders(world)).toEqual(['24 08:05 bob card.blockerStill']);
  await world.changeMember('bob', { isMuted: true });
  await until(world, '25T12:00');
  expect(reminders(world)).toHaveLength(1);
  expect((await recordOf(world))?.reminders?.at(-1)).toMatchObject({
    who: key.memberId,
    isOver: true,
    reason: 'MUTED',
  });
});

it('does not notify an owner of the report who is blocked or needed', async () => {
  const world = await blocked({ blockerReminderDays: 0, createdBy: aMemberId('bob') });
  await until(world, '26T12:00');
  const other = await blocked({ blockerReminderDays: 0 });
  await change(other, 'bob', { action: 'NEED', neededId: aMemberId('dan') });
  await until(other, '26T12:00');
  expect([...reminders(world), ...reminders(other)]).toEqual([]);
});

it('ends after the report is deleted', async () => {
  const world = await blocked();
  const records = inOrg(world.store, world.orgId);
  const { teamId } = world;
  const name = (await records.get(meetingKind, { teamId, ...key }))?.value.name ?? '';
  await records.transact([
    records.deleteStep(meetingKind, { teamId, ...key }),
    records.deleteStep(meetingName, { teamId, name }),
  ]);
  await until(world, '26T12:00');
  expect(reminders(world)).toEqual([]);
  expect(await rowsLeft(world, 'Outbox')).not.toContainEqual(expect.stringContaining('|block|'));
});

describe('when something fails', () => {
  it('two instances and a clock set back a day remind no one twice', async () => {
    const world = await blocked();
    await until(world, '25T07:58');
    const other = world.instance('two');
    for (let tick = 0; tick < 30; tick += 1) {
      await Promise.all([world.engine.poll(), other.poll()]);
      world.clock.advance({ seconds: 15 });
    }
    const before = reminders(world);
    expect(before).toHaveLength(3);
    world.clock.set(Date.parse('2026-11-24T07:58:00Z'));
    await until(world, '25T12:00');
    expect(reminders(world)).toEqual(before);
    expect(await faultsIn(world.store)).toEqual([]);
  });

  it.each(['before', 'after'] as const)(
    'a process killed %s the chat accepted the reminder loses and doubles none',
    async (moment) => {
      const world = await blocked({ blockerEscalationDays: 0 });
      await until(world, '24T07:59');
      const sentBefore = world.messenger.calls.length;
      world.clock.set(Date.parse('2026-11-24T08:00:01Z'));
      await liveUntilKilled(world, 'killed', { at: 1, moment });
      world.clock.advance({ minutes: 2 });
      await until(world, '24T12:00');
      expect(world.messenger.calls.length).toBeGreaterThan(sentBefore);
      // The reply of an accepted reminder is lost with the process, so the reminder may be sent once more.
      const count = reminders(world).filter((line) => line.startsWith('24')).length;
      expect(count).toBeGreaterThanOrEqual(1);
      expect(count).toBeLessThanOrEqual(moment === 'before' ? 1 : 2);
      expect((await recordOf(world))?.reminders).toHaveLength(1);
    },
  );

  it('repeats a refused reminder, and gives up after three sends without a reply', async () => {
    const world = await blocked({ blockerEscalationDays: 0 });
    await until(world, '24T07:59');
    let tries = 0;
    world.messenger.failWhen(({ to }) => {
      if (to !== 'bob') return undefined;
      tries += 1;
      return tries < 3 ? { kind: 'TRANSIENT', wasRefused: true } : undefined;
    });
    await until(world, '24T11:00');
    expect(reminders(world).filter((line) => line.startsWith('24'))).toHaveLength(1);
    world.messenger.failWhen(({ to, message }) =>
      to === 'bob' && shows(message) === 'notice' ? { kind: 'LOST' } : undefined,
    );
    const refused = world.messenger.refused.length;
    await until(world, '25T16:00');
    expect(world.messenger.refused.length - refused).toBeLessThanOrEqual(maxSends);
    expect((await recordOf(world))?.reminders?.at(-1)).toMatchObject({ isOver: true, reason: 'UNCONFIRMED' });
  });
});
