import type { BlockerModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import {
  escalationNumber,
  reminderNumber,
} from '../../../bot/src/domain/blockers/blockerReminderAndEscalationRules.ts';
import { addDays } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { withReminder } from '../../../bot/src/jobs/blockers/changeRemindersInBlockerRecord.ts';
import type { BlockerRecord } from '../../../bot/src/jobs/blockers/changeRemindersInBlockerRecord.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { orgMember } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { blockerCards } from '../../../bot/src/store/kinds/blockers/blockerCards.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { aDate, aMemberId, anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { faultsIn } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';
import {
  blockerWorld,
  blockerRecordOf,
  bobsBlocker,
  changeBobsBlocker,
  remindersIn,
  untilNovember,
} from '../../support/worlds/blockerWorld.ts';
import { liveUntilKilled } from '../../support/worlds/processKilledWhileSending.ts';

// In these tests, Bob's blocker is escalated after a working day: on Monday, 23 November 2026, at 9:00 in a zone one
// hour ahead of UTC.

const makeAdmins = async (world: World, names: readonly string[]): Promise<void> => {
  const records = inOrg(world.store, world.orgId);
  for (const name of names) await records.touch(orgMember, { memberId: aMemberId(name) }, { role: 'admin' });
};

/**
 * Returns a world in which only escalations are sent. Makes `admins` admins of the organisation; existing admins stay
 * admins.
 */
const escalating = async (admins: readonly string[] = ['ann']): Promise<World> => {
  const world = await blockerWorld({ blockerReminderDays: 0, blockerEscalationDays: 1 });
  await makeAdmins(world, admins);
  return world;
};

const left = { leftOn: anInstant('2026-11-20T12:00:00.000Z') };

const eraseMember = async (world: World, name: string): Promise<void> => {
  const records = inOrg(world.store, world.orgId);
  await records.transact([records.deleteStep(teamMember, { teamId: world.teamId, memberId: aMemberId(name) })]);
};

describe('a creator of the report who can get no message', () => {
  it.each<[string, (world: World) => Promise<void>]>([
    ['left the team', (world) => world.changeMember('dan', left)],
    ['is disabled', (world) => world.changeMember('dan', { isEnabled: false })],
    ['muted messages', (world) => world.changeMember('dan', { isMuted: true })],
    ['never was in the team', (world) => eraseMember(world, 'dan')],
    [
      'blocked the bot',
      (world) =>
        world.changeMember('dan', { unreachable: 'BLOCKED', unreachableSince: anInstant('2026-11-20T08:00:00.000Z') }),
    ],
  ])('and %s: an admin of the team gets the escalation, once', async (_, change) => {
    const world = await escalating();
    await change(world);
    await untilNovember(world, '27T12:00');
    expect(remindersIn(world)).toEqual(['23 08:05 ann REPORT_OWNER']);
  });

  it('leaves it to the first admin by id who can get a message', async () => {
    const [first = '', second = ''] = ['ann', 'cy'].sort((a, b) => (aMemberId(a) < aMemberId(b) ? -1 : 1));
    const world = await escalating(['cy', 'ann']);
    await world.changeMember('dan', left);
    await untilNovember(world, '25T12:00');
    expect(remindersIn(world)).toEqual([`23 08:05 ${first} REPORT_OWNER`]);
    const other = await escalating(['cy', 'ann']);
    await other.changeMember('dan', left);
    await other.changeMember(first, { isEnabled: false });
    await untilNovember(other, '25T12:00');
    expect(remindersIn(other)).toEqual([`23 08:05 ${second} REPORT_OWNER`]);
  });

  it('leaves it to no admin who is blocked or needed, and to no other member', async () => {
    const world = await escalating(['bob', 'cy']);
    await changeBobsBlocker(world, 'bob', { action: 'NEED', neededId: aMemberId('cy') });
    await world.changeMember('dan', left);
    await untilNovember(world, '25T12:00');
    expect(remindersIn(world)).toEqual([]);
  });

  it('gets it as soon as messages are possible again, if no admin could get it', async () => {
    const world = await escalating([]);
    await world.changeMember('dan', { isMuted: true });
    await untilNovember(world, '24T12:00');
    expect(remindersIn(world)).toEqual([]);
    await world.changeMember('dan', { isMuted: false });
    await untilNovember(world, '27T12:00');
    expect(remindersIn(world)).toEqual(['25 08:05 dan REPORT_OWNER']);
  });

  it('refuses the card: an admin gets it on the next working day', async () => {
    const world = await escalating();
    world.messenger.failWhen(({ to, message }) =>
      to === 'dan' && shows(message) === 'blocker' ? { kind: 'BLOCKED' } : undefined,
    );
    await untilNovember(world, '26T12:00');
    expect(remindersIn(world)).toEqual(['24 08:05 ann REPORT_OWNER']);
  });
});

it('reaches no admin if the creator is blocked or gets the reminders', async () => {
  const own = await blockerWorld({ blockerReminderDays: 0, blockerEscalationDays: 1, createdBy: aMemberId('bob') });
  await makeAdmins(own, ['ann']);
  await untilNovember(own, '25T12:00');
  const needed = await escalating();
  await changeBobsBlocker(needed, 'bob', { action: 'NEED', neededId: aMemberId('dan') });
  await untilNovember(needed, '25T12:00');
  expect([...remindersIn(own), ...remindersIn(needed)]).toEqual([]);
});

it('gives an admin the buttons of an admin', async () => {
  const world = await escalating();
  await world.changeMember('dan', left);
  await untilNovember(world, '23T12:00');
  const card = world.messenger.calls.find(({ to, message }) => to === 'ann' && shows(message) === 'blocker');
  expect(card === undefined ? undefined : modelIn<BlockerModel>(card.message)).toMatchObject({
    ...{ reader: 'REPORT_OWNER', actions: ['ACKNOWLEDGE', 'RESOLVE'] },
  });
});

it('is not repeated to an admin after the creator got it and left', async () => {
  const world = await escalating();
  await untilNovember(world, '23T12:00');
  await world.changeMember('dan', left);
  await untilNovember(world, '26T12:00');
  expect(remindersIn(world)).toEqual(['23 08:05 dan REPORT_OWNER']);
});

it('is sent to an admin if an earlier version recorded that the creator was muted', async () => {
  const world = await escalating();
  await world.changeMember('dan', { isMuted: true });
  const records = inOrg(world.store, world.orgId);
  const reminder = {
    ...{ who: aMemberId('dan'), number: escalationNumber(aDate('2026-11-20')), sends: 0, isOver: true },
    ...{ notBefore: anInstant('2026-11-20T10:00:00.000Z'), reason: 'MUTED', card: null },
  };
  await untilNovember(world, '20T12:00');
  const row = { memberId: bobsBlocker.memberId, told: 0, cards: [], reminders: [reminder] };
  await records.insert(blockerCards, { ...bobsBlocker, teamId: world.teamId }, row);
  await untilNovember(world, '25T12:00');
  expect(remindersIn(world)).toEqual(['23 08:05 ann REPORT_OWNER']);
});

it('stays in the record while later reminders displace the earlier ones', () => {
  const since = aDate('2026-11-20');
  const sent = (number: number) => ({
    ...{ who: aMemberId('dan'), number, sends: 1, isOver: true, reason: null, card: null },
    notBefore: anInstant('2026-11-20T10:00:00.000Z'),
  });
  let record: BlockerRecord = { memberId: aMemberId('bob'), told: 0, cards: [] };
  record = withReminder(record, sent(escalationNumber(since)));
  for (let day = 1; day <= 100; day += 1) record = withReminder(record, sent(reminderNumber(addDays(since, day))));
  const numbers = record.reminders?.map(({ number }) => number) ?? [];
  expect(numbers).toHaveLength(41);
  expect(numbers[0]).toBe(escalationNumber(since));
  expect(numbers.at(-1)).toBe(reminderNumber(addDays(since, 100)));
});

describe('when something fails', () => {
  it('two instances and a clock set back two days escalate once', async () => {
    const world = await escalating(['ann', 'cy']);
    await world.changeMember('dan', left);
    await untilNovember(world, '23T07:58');
    const other = world.instance('two');
    for (let tick = 0; tick < 30; tick += 1) {
      await Promise.all([world.engine.poll(), other.poll()]);
      world.clock.advance({ seconds: 15 });
    }
    expect(remindersIn(world)).toHaveLength(1);
    world.clock.set(Date.parse('2026-11-21T07:58:00Z'));
    await untilNovember(world, '25T12:00');
    expect(remindersIn(world)).toHaveLength(1);
    expect(await faultsIn(world.store)).toEqual([]);
  });

  it.each(['before', 'after'] as const)(
    'a process killed %s the chat accepted the escalation sends it again to the same admin, and no third time',
    async (moment) => {
      const world = await escalating(['ann', 'cy']);
      await world.changeMember('dan', left);
      await untilNovember(world, '23T07:59');
      // The leases of the first process must expire. Otherwise the second process, which is killed, would get no work.
      world.clock.set(Date.parse('2026-11-23T08:02:00Z'));
      await world.instance('timer').poll();
      world.clock.advance({ minutes: 2 });
      expect(await liveUntilKilled(world, 'killed', { at: 1, moment })).toBe(true);
      await untilNovember(world, '25T12:00');
      const recipients = remindersIn(world).map((line) => line.split(' ')[2]);
      expect(recipients).toHaveLength(moment === 'before' ? 1 : 2);
      expect(new Set(recipients).size).toBe(1);
      expect((await blockerRecordOf(world))?.reminders).toHaveLength(1);
    },
  );
});
