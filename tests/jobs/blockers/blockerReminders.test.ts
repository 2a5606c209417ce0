import type { BlockerVerb } from '#contracts/blockers/blockerCardDataAndVerbs.ts';
import { blockerAction } from '../../../bot/src/services/blockers/blockerCardActions.ts';
import type { BlockerModel, NoticeModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { maxSends } from '../../../bot/src/domain/runs/lastSendInstants.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { orgMember } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import {
  meeting as meetingKind,
  meetingName,
} from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { anInstant, aMemberId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { faultsIn } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';
import { liveUntilKilled } from '../../support/worlds/processKilledWhileSending.ts';
import { rowsLeft } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import {
  addHoliday,
  blockerWorld,
  blockerRecordOf,
  bobsBlocker,
  changeBobsBlocker,
  remindersIn,
  untilNovember,
} from '../../support/worlds/blockerWorld.ts';

// The tests poll every five minutes. One poll requests the check of a blocker that is due, and the next poll sends the
// reminder.

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
  const name = (await records.get(meetingKind, { teamId, ...bobsBlocker }))?.value.name ?? '';
  await records.transact([
    records.deleteStep(meetingKind, { teamId, ...bobsBlocker }),
    records.deleteStep(meetingName, { teamId, name }),
  ]);
};

it('reminds the blocked member once a working day, and notifies the owner of the report once', async () => {
  const world = await blockerWorld();
  await untilNovember(world, '28T12:00');
  expect(remindersIn(world)).toEqual([
    '24 08:05 bob OWNER',
    '25 08:05 bob OWNER',
    '25 08:05 dan REPORT_OWNER',
    '26 08:05 bob OWNER',
    '27 08:05 bob OWNER',
  ]);
  expect(await faultsIn(world.store)).toEqual([]);
});

it('reminds the needed member after the wait since the naming, and no one after the end', async () => {
  const world = await blockerWorld({ blockerEscalationDays: 0 });
  await untilNovember(world, '23T12:00');
  await changeBobsBlocker(world, 'bob', { action: 'NEED', neededId: aMemberId('cy') });
  await untilNovember(world, '25T12:00');
  expect(remindersIn(world)).toEqual(['25 08:05 cy NEEDED']);
  await changeBobsBlocker(world, 'cy', { action: 'RESOLVE' });
  await untilNovember(world, '30T12:00');
  expect(remindersIn(world)).toHaveLength(1);
  expect(await rowsLeft(world, 'Outbox')).not.toContainEqual(expect.stringContaining('|block|'));
  expect(await faultsIn(world.store)).toEqual([]);
});

it('reminds the owner of an open blocker after the member who took it on has left', async () => {
  const world = await blockerWorld({ blockerEscalationDays: 0 });
  await untilNovember(world, '23T12:00');
  await changeBobsBlocker(world, 'bob', { action: 'NEED', neededId: aMemberId('cy') });
  await changeBobsBlocker(world, 'cy', { action: 'ACKNOWLEDGE' });
  await world.changeMember('cy', { leftOn: anInstant('2026-11-23T13:00:00Z') });
  await untilNovember(world, '25T12:00');
  expect(remindersIn(world)).toEqual(['25 08:05 bob OWNER']);
  expect(cardTo(world, 'bob')).toMatchObject({ state: 'OPEN', needed: null });
});

it('shows the text, the age and the report, and names the needed member', async () => {
  const world = await blockerWorld({ blockerReminderDays: 0, blockerEscalationDays: 1 });
  await changeBobsBlocker(world, 'bob', { action: 'NEED', neededId: aMemberId('cy') });
  await untilNovember(world, '23T12:00');
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
    const world = await blockerWorld(rule);
    expect(await rowsLeft(world, 'Outbox')).not.toContainEqual(expect.stringContaining('|block|'));
    await untilNovember(world, '27T12:00');
    expect(remindersIn(world)).toEqual([]);
  }
});

it('counts no holiday in the wait, skips vacations and quiet hours, and uses the clock of the recipient', async () => {
  const world = await blockerWorld({ blockerEscalationDays: 0 });
  await addHoliday(world, '23');
  await world.vacation('bob', '2026-11-25');
  await world.changeMember('bob', { timezone: aZone('Europe/Berlin'), quietHours: { from: 18 * 60, to: 10 * 60 } });
  await untilNovember(world, '26T12:00');
  expect(remindersIn(world)).toEqual(['26 09:05 bob OWNER']);
});

it('sends no reminder on a holiday after the wait', async () => {
  const world = await blockerWorld({ blockerEscalationDays: 0 });
  await addHoliday(world, '25');
  await untilNovember(world, '26T12:00');
  expect(remindersIn(world)).toEqual(['24 08:05 bob OWNER', '26 08:05 bob OWNER']);
});

it('escalates neither on a vacation day of the recipient nor on a holiday', async () => {
  const world = await blockerWorld({ blockerReminderDays: 0, blockerEscalationDays: 1 });
  await world.vacation('dan', '2026-11-23');
  await addHoliday(world, '24');
  await untilNovember(world, '26T12:00');
  expect(remindersIn(world)).toEqual(['25 08:05 dan REPORT_OWNER']);
});

it('sends no reminder that is eight hours late, and the next one on the next working day', async () => {
  const world = await blockerWorld({ blockerEscalationDays: 0 });
  await untilNovember(world, '23T12:00');
  world.clock.set(Date.parse('2026-11-24T16:00:00Z'));
  await untilNovember(world, '25T12:00');
  expect(remindersIn(world)).toEqual(['25 08:05 bob OWNER']);
});

it.each([
  ['09:00', ['25 08:05 bob OWNER']],
  ['07:00', ['24 08:05 bob OWNER', '25 08:05 bob OWNER']],
])('sends no reminder that was due before a restore at %s', async (at, expected) => {
  const world = await blockerWorld({ blockerEscalationDays: 0 });
  await untilNovember(world, '23T12:00');
  const restoredAt = Date.parse(`2026-11-24T${at}:00Z`);
  world.clock.set(restoredAt + 300_000);
  const engine = world.instance('restored', { restoredAt });
  await world.runUntil('2026-11-25T12:00:00Z', 300, engine);
  expect(remindersIn(world)).toEqual(expected);
});

it('reminds the owner of the blocker if the needed member left the team, and respects muted members', async () => {
  const world = await blockerWorld({ blockerEscalationDays: 0 });
  await changeBobsBlocker(world, 'bob', { action: 'NEED', neededId: aMemberId('cy') });
  await world.changeMember('cy', { leftOn: anInstant('2026-11-23T08:00:00.000Z') });
  await untilNovember(world, '24T12:00');
  expect(remindersIn(world)).toEqual(['24 08:05 bob OWNER']);
  await world.changeMember('bob', { isMuted: true });
  await untilNovember(world, '25T12:00');
  expect(remindersIn(world)).toHaveLength(1);
  expect((await blockerRecordOf(world))?.reminders?.at(-1)).toMatchObject({
    who: bobsBlocker.memberId,
    isOver: true,
    reason: 'MUTED',
  });
});

it('does not notify an owner of the report who is blocked or needed', async () => {
  const world = await blockerWorld({ blockerReminderDays: 0, createdBy: aMemberId('bob') });
  await untilNovember(world, '26T12:00');
  const other = await blockerWorld({ blockerReminderDays: 0 });
  await changeBobsBlocker(other, 'bob', { action: 'NEED', neededId: aMemberId('dan') });
  await untilNovember(other, '26T12:00');
  expect([...remindersIn(world), ...remindersIn(other)]).toEqual([]);
});

it('ends after the report is deleted', async () => {
  const world = await blockerWorld();
  await deleteReport(world);
  await untilNovember(world, '26T12:00');
  expect(remindersIn(world)).toEqual([]);
  expect(await rowsLeft(world, 'Outbox')).not.toContainEqual(expect.stringContaining('|block|'));
});

describe('the buttons of a reminder', () => {
  it('are those of the first card for the needed member, and work on an older copy', async () => {
    const world = await blockerWorld({ blockerEscalationDays: 0 });
    await changeBobsBlocker(world, 'bob', { action: 'NEED', neededId: aMemberId('cy') });
    await untilNovember(world, '24T12:00');
    const old = cardTo(world, 'cy');
    expect(old).toMatchObject({ isReminder: true, actions: ['ACKNOWLEDGE', 'RESOLVE', 'HAND_BACK'] });
    await press(world, 'cy', 'blockerOnIt')(old.data);
    await untilNovember(world, '26T12:00');
    expect(cardTo(world, 'cy')).toMatchObject({ state: 'ACKNOWLEDGED', actions: ['RESOLVE', 'HAND_BACK'] });
    const resolved = modelIn<BlockerModel>(await press(world, 'cy', 'blockerResolved')(old.data));
    expect(resolved).toMatchObject({ state: 'RESOLVED', standing: 'NEEDED', actions: [], changedBy: 'cy' });
    for (const verb of ['blockerOnIt', 'blockerResolved', 'blockerNotMe'] as const)
      expect(modelIn<BlockerModel>(await press(world, 'cy', verb)(old.data))).toMatchObject({ state: 'RESOLVED' });
  });

  it('let the blocked member resolve the blocker, and show the present state on a second press', async () => {
    const world = await blockerWorld({ blockerEscalationDays: 0 });
    await untilNovember(world, '24T12:00');
    const old = cardTo(world, 'bob');
    expect(old).toMatchObject({ reader: 'OWNER', standing: 'INFORMED', actions: ['RESOLVE'] });
    for (let count = 0; count < 2; count += 1)
      expect(modelIn<BlockerModel>(await press(world, 'bob', 'blockerResolved')(old.data))).toMatchObject({
        ...{ reader: 'OWNER', state: 'RESOLVED', changedBy: 'bob', days: 2, actions: [] },
      });
  });

  it('are for a creator of the report who is an admin, and end with that role', async () => {
    const world = await blockerWorld({ blockerReminderDays: 0 });
    const records = inOrg(world.store, world.orgId);
    await records.touch(orgMember, { memberId: aMemberId('dan') }, { role: 'admin' });
    await untilNovember(world, '25T12:00');
    const old = cardTo(world, 'dan');
    expect(old).toMatchObject({ reader: 'REPORT_OWNER', actions: ['ACKNOWLEDGE', 'RESOLVE'] });
    const refused = modelIn<BlockerModel>(await press(world, 'dan', 'blockerOnIt')(old.data));
    expect(refused).toMatchObject({ state: 'OPEN', actions: [], problem: 'error.FORBIDDEN' });
    const taken = modelIn<BlockerModel>(await press(world, 'dan', 'blockerOnIt', 'admin')(old.data));
    expect(taken).toMatchObject({ state: 'ACKNOWLEDGED', isTakenByOther: false, actions: ['RESOLVE'] });
  });

  it('change nothing when another person presses, or after the report is deleted', async () => {
    const world = await blockerWorld({ blockerEscalationDays: 0 });
    await untilNovember(world, '24T12:00');
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
    const world = await blockerWorld();
    await untilNovember(world, '25T07:58');
    const other = world.instance('two');
    for (let tick = 0; tick < 30; tick += 1) {
      await Promise.all([world.engine.poll(), other.poll()]);
      world.clock.advance({ seconds: 15 });
    }
    const before = remindersIn(world);
    expect(before).toHaveLength(3);
    world.clock.set(Date.parse('2026-11-24T07:58:00Z'));
    await untilNovember(world, '25T12:00');
    expect(remindersIn(world)).toEqual(before);
    expect(await faultsIn(world.store)).toEqual([]);
  });

  it.each(['before', 'after'] as const)(
    'a process killed %s the chat accepted the reminder sends it again, and no third time',
    async (moment) => {
      const world = await blockerWorld({ blockerEscalationDays: 0 });
      await untilNovember(world, '24T07:59');
      // The leases of the first process must expire. Otherwise the second process, which is killed, would get no work.
      world.clock.set(Date.parse('2026-11-24T08:02:00Z'));
      // This poll only requests the check of the blocker; the next poll sends the reminder.
      await world.instance('timer').poll();
      world.clock.advance({ minutes: 2 });
      expect(await liveUntilKilled(world, 'killed', { at: 1, moment })).toBe(true);
      await untilNovember(world, '24T12:00');
      // If the process ends after the chat has accepted the reminder, the reply is lost, so the reminder is sent twice.
      expect(remindersIn(world)).toHaveLength(moment === 'before' ? 1 : 2);
      expect((await blockerRecordOf(world))?.reminders).toHaveLength(1);
    },
  );

  it('repeats a refused reminder, and gives up after three sends without a reply', async () => {
    const world = await blockerWorld({ blockerEscalationDays: 0 });
    await untilNovember(world, '24T07:59');
    let tries = 0;
    world.messenger.failWhen(({ to }) => {
      if (to !== 'bob') return undefined;
      tries += 1;
      return tries < 3 ? { kind: 'TRANSIENT', wasRefused: true } : undefined;
    });
    await untilNovember(world, '24T11:00');
    expect(remindersIn(world).filter((line) => line.startsWith('24'))).toHaveLength(1);
    world.messenger.failWhen(({ to, message }) =>
      to === 'bob' && shows(message) === 'blocker' ? { kind: 'LOST' } : undefined,
    );
    const refused = world.messenger.refused.length;
    await untilNovember(world, '25T16:00');
    expect(world.messenger.refused.length - refused).toBeLessThanOrEqual(maxSends);
    expect((await blockerRecordOf(world))?.reminders?.at(-1)).toMatchObject({ isOver: true, reason: 'UNCONFIRMED' });
  });
});
