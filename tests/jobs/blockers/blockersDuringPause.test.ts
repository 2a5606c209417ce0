import { changeBlockerOf } from '../../../bot/src/services/blockers/changeBlocker.ts';
import {
  deactivateMeeting,
  deleteMeeting,
} from '../../../bot/src/services/meetings/deactivateDeleteOrCancelMeeting.ts';
import type { BlockerModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { replanAtNight } from '../../../bot/src/services/dataLifecycle/replanAtNight.ts';
import { shardOf } from '../../../bot/src/domain/core/shardOf.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { orgTeam } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { aMeetingId, aMemberId, anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { failingStore, failures } from '../../support/store/storeFailingAtNthCall.ts';
import { aWorld, faultsIn } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';
import { setOrgState } from '../../support/worlds/setOrganisationState.ts';
import { answerAs, rowsLeft } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';

// In these tests, Bob has been blocked since Friday, 20 November 2026. The report reminds after one working day and
// escalates to Dan after two. The report's zone is one hour ahead of UTC.

const meetingId = aMeetingId();
const bobs = { meetingId, memberId: aMemberId('bob') };

const blocked = async (rule: Partial<Meeting> = {}): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'bob', 'cy', 'dan'] });
  await world.meeting({
    ...{ isReminderEnabled: false, createdBy: aMemberId('dan') },
    ...{ blockerReminderDays: 1, blockerEscalationDays: 2, ...rule },
  });
  await world.runUntil('2026-11-20T09:05:00Z', 60);
  await answerAs(world, 'bob', { change: { blocked: 'Yes', what: 'No keys' } });
  return world;
};

const night = (world: World, store = world.store): Promise<void> =>
  replanAtNight({ ...world.deps, newId: world.answering.newId, store }, shardOf(world.orgId));

const hourMs = 3_600_000;

/**
 * Plays until `time` (UTC). Polls each hour and every five minutes from 08:00 to 08:15, and does the nightly work at
 * midnight.
 */
const live = async (world: World, time: string): Promise<void> => {
  const end = Date.parse(`2026-${time}:00Z`);
  while (world.clock.now() < end) {
    const hour = (Math.floor(world.clock.now() / hourMs) + 1) * hourMs;
    await world.runUntil(new Date(Math.min(hour, end)).toISOString(), 3600);
    const hourOfDay = new Date(world.clock.now()).getUTCHours();
    if (hourOfDay === 0) await night(world);
    if (hourOfDay === 8) await world.runUntil(new Date(world.clock.now() + hourMs / 4).toISOString(), 300);
  }
};

/** Returns the messages about blockers as day, time, recipient and kind, such as "11-24 08h bob reminder". */
const sent = (world: World): string[] =>
  world.messenger.calls.flatMap(({ do: action, at, to, message }) => {
    if (action !== 'send' || shows(message) !== 'blocker') return [];
    const { isReminder } = modelIn<BlockerModel>(message);
    return [`${at.slice(5, 13).replace('T', ' ')}h ${to} ${isReminder ? 'reminder' : 'card'}`];
  });

const timers = async (world: World): Promise<string[]> =>
  (await rowsLeft(world, 'Outbox')).filter((rk) => rk.includes('|block|'));

const admin = (world: World) => world.actor('dan', { role: 'admin' });
const setActive = (flag: boolean) => (world: World) =>
  deactivateMeeting(world.answering, admin(world), { meetingId, flag });

const setConnected = (state: 'CONNECTED' | 'DISCONNECTED') => async (world: World) => {
  await world.changeTeam({ state });
  await inOrg(world.store, world.orgId).touch(orgTeam, { teamId: world.teamId }, { state });
};

const need = (world: World) =>
  changeBlockerOf(world.answering, world.actor('bob'), { ...bobs, action: 'NEED', neededId: aMemberId('cy') });

type Change = (world: World) => Promise<unknown>;

const pauses: readonly (readonly [string, { readonly off: Change; readonly on: Change }])[] = [
  ['the report is deactivated', { off: setActive(false), on: setActive(true) }],
  ['the team is disconnected', { off: setConnected('DISCONNECTED'), on: setConnected('CONNECTED') }],
  [
    'the organisation is deactivated',
    { off: (world) => setOrgState(world, 'DEACTIVATED'), on: (world) => setOrgState(world, 'ACTIVE') },
  ],
  [
    'the organisation is read-only',
    {
      off: (world) => setOrgState(world, 'ACTIVE', '2026-11-01T08:00:00Z'),
      on: (world) => setOrgState(world, 'ACTIVE'),
    },
  ],
];

describe.each(pauses)('while %s', (_pause, { off, on }) => {
  it('no reminder is sent, and afterwards one each working day and one escalation', async () => {
    const world = await blocked();
    await off(world);
    await live(world, '11-27T12:00');
    expect(sent(world)).toEqual([]);
    expect(await timers(world)).toEqual([]);
    await on(world);
    await live(world, '12-01T12:00');
    expect(sent(world)).toEqual(['11-30 08h bob reminder', '11-30 08h dan reminder', '12-01 08h bob reminder']);
    expect(await faultsIn(world.store)).toEqual([]);
  });

  it('no reminder follows if the blocker is resolved, or its owner has left', async () => {
    for (const end of ['RESOLVE', 'LEAVE'] as const) {
      const world = await blocked();
      await off(world);
      await live(world, '11-24T12:00');
      if (end === 'LEAVE') await world.changeMember('bob', { leftOn: anInstant('2026-11-24T12:00:00.000Z') });
      else await changeBlockerOf(world.answering, world.actor('bob'), { ...bobs, action: 'RESOLVE' });
      await on(world);
      await live(world, '11-27T12:00');
      expect(sent(world)).toEqual([]);
    }
  });
});

describe.each(pauses.slice(1))('while %s', (_pause, { off, on }) => {
  it('no card to a needed member is sent, and one on the next working day afterwards', async () => {
    const world = await blocked({ blockerReminderDays: 0, blockerEscalationDays: 0 });
    await off(world);
    await need(world);
    await live(world, '11-21T12:00');
    expect(sent(world)).toEqual([]);
    await on(world);
    await live(world, '11-25T12:00');
    expect(sent(world)).toEqual(['11-23 08h cy card']);
  });
});

it('a deactivated report still sends the card that a person requests by naming a needed member', async () => {
  const world = await blocked();
  await setActive(false)(world);
  await need(world);
  await live(world, '11-25T12:00');
  expect(sent(world).map((line) => line.slice(10))).toEqual(['cy card']);
});

it('a reminder that the chat refused is not repeated after the report was deactivated', async () => {
  const world = await blocked({ blockerEscalationDays: 0 });
  let refusals = 0;
  world.messenger.failWhen(({ message }) => {
    if (shows(message) !== 'blocker' || refusals > 0) return undefined;
    refusals += 1;
    return { kind: 'TRANSIENT', wasRefused: true };
  });
  await world.runUntil('2026-11-23T08:00:00Z', 300);
  for (let waits = 0; refusals === 0 && waits < 60; waits += 1) {
    world.clock.advance({ seconds: 1 });
    await world.engine.poll();
  }
  expect(refusals).toBe(1);
  await setActive(false)(world);
  await live(world, '11-25T12:00');
  expect(sent(world)).toEqual([]);
  await setActive(true)(world);
  await live(world, '11-27T12:00');
  expect(sent(world)).toEqual(['11-26 08h bob reminder', '11-27 08h bob reminder']);
});

it('a report that is deleted, before or during a pause, sends nothing more and leaves no row', async () => {
  for (const isPausedFirst of [false, true]) {
    const world = await blocked();
    await need(world);
    await world.runUntil('2026-11-20T09:30:00Z', 60);
    if (isPausedFirst) await setActive(false)(world);
    await live(world, '11-23T07:00');
    const before = sent(world);
    await deleteMeeting(world.answering, admin(world), { meetingId });
    await live(world, '11-26T12:00');
    expect(before).toHaveLength(1);
    expect(sent(world)).toEqual(before);
    expect(await timers(world)).toEqual([]);
    expect(await faultsIn(world.store)).toEqual([]);
  }
});

describe('the nightly request of checks', () => {
  /**
   * Returns a world in which Bob and Cy are blocked. The organisation was deactivated when their first check ran, so no
   * further check is planned.
   */
  const paused = async (): Promise<World> => {
    const world = await blocked();
    await answerAs(world, 'cy', { change: { blocked: 'Yes', what: 'No desk' } });
    await setOrgState(world, 'DEACTIVATED');
    await world.runUntil('2026-11-20T12:15:00Z', 300);
    await setOrgState(world, 'ACTIVE');
    world.clock.set(Date.parse('2026-11-24T00:00:00Z'));
    expect(await timers(world)).toEqual([]);
    return world;
  };

  it('writes one row for each open blocker, however often it runs, also after the clock is set back', async () => {
    const world = await paused();
    await night(world);
    const once = await timers(world);
    expect(once).toHaveLength(2);
    await night(world);
    world.clock.set(Date.parse('2026-11-23T20:00:00Z'));
    await night(world);
    expect(await timers(world)).toEqual(once);
    await live(world, '11-24T12:00');
    const owners = sent(world).filter((line) => !line.includes('dan'));
    expect(owners.sort()).toEqual(['11-24 08h bob reminder', '11-24 08h cy reminder']);
  });

  it('is complete after a failure at any call to the store', async () => {
    const whole = await paused();
    await night(whole);
    const expected = await timers(whole);
    for (const failure of failures)
      for (let call = 1, isOver = false; !isOver; call += callsBetweenFaults) {
        const world = await paused();
        const failing = failingStore(world.store, call, failure);
        await night(world, failing.store).catch(() => undefined);
        isOver = failing.calls() < call;
        await night(world);
        expect([failure, call, await timers(world)]).toEqual([failure, call, expected]);
        world.log.errors.splice(0);
      }
  });

  it('leaves out deactivated reports, and blockers about which no message can be sent', async () => {
    const world = await paused();
    await world.changeMeeting({ blockerReminderDays: 0, blockerEscalationDays: 0 });
    await night(world);
    expect(await timers(world)).toEqual([]);
    await world.changeMeeting({ blockerReminderDays: 1 });
    await setActive(false)(world);
    await night(world);
    expect(await timers(world)).toEqual([]);
  });
});
