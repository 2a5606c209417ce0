import type { BlockerVerb } from '#contracts/blockers/blockerCard.ts';
import { blockerAction } from '../../../bot/src/services/blockers/blockerCardActions.ts';
import { changeBlockerOf } from '../../../bot/src/services/blockers/changeBlocker.ts';
import type { BlockerModel, NoticeModel } from '../../../bot/src/services/core/cardPresenter.ts';
import { maxSends } from '../../../bot/src/domain/runs/sendDecisions.ts';
import { inOrg } from '../../../bot/src/store/records.ts';
import { blockerCards } from '../../../bot/src/store/kinds/runsAnswersTimesheets.ts';
import { orgMember } from '../../../bot/src/store/kinds/organisationsAndMembers.ts';
import { holiday, meeting as meetingKind, meetingName } from '../../../bot/src/store/kinds/teamsMeetingsHolidays.ts';
import { aDate, anInstant, aMeetingId, aMemberId, aZone } from '../../support/data/builders.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenter.ts';
import { aWorld, faultsIn } from '../../support/worlds/aWorld.ts';
import type { World } from '../../support/worlds/aWorld.ts';
import { liveUntilKilled } from '../../support/worlds/processKilledWhileSending.ts';
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

/** Returns the reminders as lines of day, time, recipient and the reader of the card, such as "24 08:05 bob OWNER". */
const reminders = (world: World): string[] =>
  world.messenger.calls.flatMap(({ do: what, at, to, message }) => {
    if (what !== 'send' || shows(message) !== 'blocker') return [];
    const { isReminder, reader } = modelIn<BlockerModel>(message);
    return isReminder ? [`${at.slice(8, 16).replace('T', ' ')} ${to} ${reader}`] : [];
  });

const cardTo = (world: World, name: string): BlockerModel => {
  const call = world.messenger.calls.findLast((item) => item.to === name && shows(item.message) === 'blocker');
  if (call === undefined) throw new Error(`${name} got no card.`);
  return modelIn<BlockerModel>(call.message);
};

const press = (world: World, name: string, verb: BlockerVerb, role: 'admin' | 'user' = 'user') => {
  const known = { actor: world.actor(name, { role }), reader: { locale: 'en', timezone: aZone('UTC') } };
  const deps = { ...world.answering, publicUrl: world.deps.publicUrl };
  return (data: object) => blockerAction(deps, known, { verb, data });
};

const deleteReport = async (world: World): Promise<void> => {
  const records = inOrg(world.store, world.orgId);
  const { teamId } = world;
  const name = (await records.get(meetingKind, { teamId, ...key }))?.value.name ?? '';
  await records.transact([
    records.deleteStep(meetingKind, { teamId, ...key }),
    records.deleteStep(meetingName, { teamId, name }),
  ]);
};

const recordOf = async (world: World) =>
  (await inOrg(world.store, world.orgId).get(blockerCards, { ...key, teamId: world.teamId }))?.value;

const until = (world: World, at: string): Promise<void> => world.runUntil(`2026-11-${at}:00Z`, 300);

it('reminds the blocked member once a working day, and notifies the owner of the report once', async () => {
  const world = await blocked();
  await until(world, '28T12:00');
  expect(reminders(world)).toEqual([
    '24 08:05 bob OWNER',
    '25 08:05 bob OWNER',
    '25 08:05 dan REPORT_OWNER',
    '26 08:05 bob OWNER',
    '27 08:05 bob OWNER',
  ]);
  expect(await faultsIn(world.store)).toEqual([]);
});

it('reminds the needed member after the wait since the naming, and no one after the end', async () => {
  const world = await blocked({ blockerEscalationDays: 0 });
  await until(world, '23T12:00');
  await change(world, 'bob', { action: 'NEED', neededId: aMemberId('cy') });
  await until(world, '25T12:00');
  expect(reminders(world)).toEqual(['25 08:05 cy NEEDED']);
  await change(world, 'cy', { action: 'RESOLVE' });
  await until(world, '30T12:00');
  expect(reminders(world)).toHaveLength(1);
  expect(await rowsLeft(world, 'Outbox')).not.toContainEqual(expect.stringContaining('|block|'));
  expect(await faultsIn(world.store)).toEqual([]);
});

it('reminds the owner of an open blocker after the member who took it on has left', async () => {
  const world = await blocked({ blockerEscalationDays: 0 });
  await until(world, '23T12:00');
  await change(world, 'bob', { action: 'NEED', neededId: aMemberId('cy') });
  await change(world, 'cy', { action: 'ACKNOWLEDGE' });
  await world.changeMember('cy', { leftOn: anInstant('2026-11-23T13:00:00Z') });
  await until(world, '25T12:00');
  expect(reminders(world)).toEqual(['25 08:05 bob OWNER']);
  expect(cardTo(world, 'bob')).toMatchObject({ state: 'OPEN', needed: null });
});

it('shows the text, the age and the report, and says who is needed', async () => {
  const world = await blocked({ blockerReminderDays: 0, blockerEscalationDays: 1 });
  await change(world, 'bob', { action: 'NEED', neededId: aMemberId('cy') });
  await until(world, '23T12:00');
  expect(cardTo(world, 'dan')).toMatchObject({
    ...{ reader: 'REPORT_OWNER', standing: 'INFORMED', owner: 'bob', needed: 'cy' },
    ...{ text: 'No keys', days: 1, since: '2026-11-20', actions: [] },
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
  expect(reminders(world)).toEqual(['26 09:05 bob OWNER']);
});

it('sends no reminder that is eight hours late, and the next one on the next working day', async () => {
  const world = await blocked({ blockerEscalationDays: 0 });
  await until(world, '23T12:00');
  world.clock.set(Date.parse('2026-11-24T17:00:00Z'));
  await until(world, '25T12:00');
  expect(reminders(world)).toEqual(['25 08:05 bob OWNER']);
});

it('reminds the owner of the blocker if the needed member left the team, and respects muted members', async () => {
  const world = await blocked({ blockerEscalationDays: 0 });
  await change(world, 'bob', { action: 'NEED', neededId: aMemberId('cy') });
  await world.changeMember('cy', { leftOn: anInstant('2026-11-23T08:00:00.000Z') });
  await until(world, '24T12:00');
  expect(reminders(world)).toEqual(['24 08:05 bob OWNER']);
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
  await deleteReport(world);
  await until(world, '26T12:00');
  expect(reminders(world)).toEqual([]);
  expect(await rowsLeft(world, 'Outbox')).not.toContainEqual(expect.stringContaining('|block|'));
});

describe('the buttons of a reminder', () => {
  it('are those of the first card for the needed member, and work on an older copy', async () => {
    const world = await blocked({ blockerEscalationDays: 0 });
    await change(world, 'bob', { action: 'NEED', neededId: aMemberId('cy') });
    await until(world, '24T12:00');
    const old = cardTo(world, 'cy');
    expect(old).toMatchObject({ isReminder: true, actions: ['ACKNOWLEDGE', 'RESOLVE', 'HAND_BACK'] });
    await press(world, 'cy', 'blockerOnIt')(old.data);
    await until(world, '26T12:00');
    expect(cardTo(world, 'cy')).toMatchObject({ state: 'ACKNOWLEDGED', actions: ['RESOLVE', 'HAND_BACK'] });
    const resolved = modelIn<BlockerModel>(await press(world, 'cy', 'blockerResolved')(old.data));
    expect(resolved).toMatchObject({ state: 'RESOLVED', standing: 'NEEDED', actions: [], changedBy: 'cy' });
    for (const verb of ['blockerOnIt', 'blockerResolved', 'blockerNotMe'] as const)
      expect(modelIn<BlockerModel>(await press(world, 'cy', verb)(old.data))).toMatchObject({ state: 'RESOLVED' });
  });

  it('let the blocked member resolve the blocker, and show the present state on a second press', async () => {
    const world = await blocked({ blockerEscalationDays: 0 });
    await until(world, '24T12:00');
    const old = cardTo(world, 'bob');
    expect(old).toMatchObject({ reader: 'OWNER', standing: 'INFORMED', actions: ['RESOLVE'] });
    for (let count = 0; count < 2; count += 1)
      expect(modelIn<BlockerModel>(await press(world, 'bob', 'blockerResolved')(old.data))).toMatchObject({
        ...{ reader: 'OWNER', state: 'RESOLVED', changedBy: 'bob', days: 2, actions: [] },
      });
  });

  it('are for a creator of the report who is an admin, and end with that role', async () => {
    const world = await blocked({ blockerReminderDays: 0 });
    const records = inOrg(world.store, world.orgId);
    await records.touch(orgMember, { memberId: aMemberId('dan') }, { role: 'admin' });
    await until(world, '25T12:00');
    const old = cardTo(world, 'dan');
    expect(old).toMatchObject({ reader: 'REPORT_OWNER', actions: ['ACKNOWLEDGE', 'RESOLVE'] });
    const refused = modelIn<BlockerModel>(await press(world, 'dan', 'blockerOnIt')(old.data));
    expect(refused).toMatchObject({ state: 'OPEN', actions: [], problem: 'error.FORBIDDEN' });
    const taken = modelIn<BlockerModel>(await press(world, 'dan', 'blockerOnIt', 'admin')(old.data));
    expect(taken).toMatchObject({ state: 'ACKNOWLEDGED', isTakenByOther: false, actions: ['RESOLVE'] });
  });

  it('change nothing when another person presses, or after the report is deleted', async () => {
    const world = await blocked({ blockerEscalationDays: 0 });
    await until(world, '24T12:00');
    const { data } = cardTo(world, 'bob');
    const notice = (reply: Awaited<ReturnType<ReturnType<typeof press>>>) =>
      modelIn<NoticeModel>(reply).lines.map(({ key: line }) => line);
    const foreign = await press(world, 'ann', 'blockerResolved')(data);
    expect(foreign).toMatchObject({ replacesCard: false });
    expect(notice(foreign)).toEqual(['error.NOT_YOUR_CARD']);
    await deleteReport(world);
    expect(notice(await press(world, 'bob', 'blockerResolved')(data))).toEqual(['blocker.gone']);
  });
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
    'a process killed %s the chat accepted the reminder sends it again, and no third time',
    async (moment) => {
      const world = await blocked({ blockerEscalationDays: 0 });
      await until(world, '24T07:59');
      // The leases of the first process must have expired, otherwise the killed one would do nothing.
      world.clock.set(Date.parse('2026-11-24T08:02:00Z'));
      // A timer requests the check of the blocker, so the next poll sends.
      await world.instance('timer').poll();
      world.clock.advance({ minutes: 2 });
      expect(await liveUntilKilled(world, 'killed', { at: 1, moment })).toBe(true);
      await until(world, '24T12:00');
      // The reply of an accepted reminder is lost with the process, so that reminder is sent twice.
      expect(reminders(world)).toHaveLength(moment === 'before' ? 1 : 2);
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
      to === 'bob' && shows(message) === 'blocker' ? { kind: 'LOST' } : undefined,
    );
    const refused = world.messenger.refused.length;
    await until(world, '25T16:00');
    expect(world.messenger.refused.length - refused).toBeLessThanOrEqual(maxSends);
    expect((await recordOf(world))?.reminders?.at(-1)).toMatchObject({ isOver: true, reason: 'UNCONFIRMED' });
  });
});
