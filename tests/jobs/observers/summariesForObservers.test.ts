import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { explainWhyPrompted } from '../../../bot/src/services/reports/explainWhyPrompted.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { asked, usage } from '../../../bot/src/store/kinds/billing/usageLedger.ts';
import { prefixRange } from '../../../bot/src/store/tableStorePort.ts';
import { aDate, aMeetingId } from '../../support/data/idDateAndRecordBuilders.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World, WorldOptions } from '../../support/worlds/teamWorldWithEngine.ts';
import { liveUntilKilled } from '../../support/worlds/processKilledWhileSending.ts';
import { emailsSent, mailWorld } from '../../support/worlds/mailWorld.ts';
import {
  answerAs,
  kindsLeft,
  promptsTo,
  rowsOf,
  runOf,
  story,
} from '../../support/worlds/saveAnswersAndReadMessages.ts';

// Tests that observers get the summary of a report and are neither prompted nor counted nor billed.

const three = { people: ['ann', 'bob', 'eve'] } as const satisfies WorldOptions;

const observed = (world: World, change: object = {}) =>
  world.meeting({
    members: ['ann', 'bob'].map((name) => world.member(name)),
    observers: [world.member('eve')],
    isReportSummaryInChat: false,
    ...change,
  });

const summariesTo = (world: World, name: string): string[] =>
  story(world).filter((line) => line.endsWith(` summary ${name}`));

const whyNot = async (world: World, name: string): Promise<string | null> => {
  const question = { meetingId: aMeetingId(), memberId: world.member(name), date: aDate('2026-11-20') };
  return (await explainWhyPrompted(world.answering, world.actor(name), question)).reason;
};

it('get the summary once, without a prompt or reminder, and never count as missing', async () => {
  const world = await aWorld(three);
  await observed(world);
  await world.runUntil('2026-11-20T15:00:00Z');
  expect(promptsTo(world).filter((line) => line.endsWith(' eve'))).toEqual([]);
  expect(promptsTo(world)).not.toEqual([]);
  expect(summariesTo(world, 'eve')).toEqual([expect.stringMatching(/^11-20 11:0[01] summary eve$/)]);
  expect((await runOf(world))?.members.map(({ memberId }) => memberId)).not.toContain(world.member('eve'));
  expect(await kindsLeft(world, 'Outbox')).not.toContainEqual(expect.stringContaining('osum'));
  expect(await whyNot(world, 'eve')).toBe('OBSERVES');
});

it('do not delay the completion of a run', async () => {
  const world = await aWorld(three);
  await observed(world);
  await world.runUntil('2026-11-20T09:05:00Z');
  await answerAs(world, 'ann');
  await answerAs(world, 'bob');
  await world.runUntil('2026-11-20T09:06:00Z', 5);
  expect(await runOf(world)).toMatchObject({ state: 'COMPLETED', reason: 'ALL_ANSWERED' });
  expect(summariesTo(world, 'eve')).toHaveLength(1);
  await answerAs(world, 'bob', { change: { done: 'More' } });
  await world.runUntil('2026-11-20T12:00:00Z');
  expect(summariesTo(world, 'eve')).toHaveLength(1);
});

it('get no summary of a run without prompts', async () => {
  const world = await aWorld(three);
  await observed(world);
  await world.changeMember('ann', { isEnabled: false });
  await world.changeMember('bob', { isEnabled: false });
  await world.runUntil('2026-11-20T15:00:00Z');
  expect(await runOf(world)).toMatchObject({ state: 'COMPLETED', reason: 'AWAY' });
  expect(story(world)).toEqual([]);
});

it('cannot answer, and are in no billing ledger', async () => {
  const world = await aWorld(three);
  await observed(world);
  await world.runUntil('2026-11-20T09:05:00Z');
  await answerAs(world, 'ann');
  await expect(answerAs(world, 'eve')).rejects.toMatchObject({ code: 'NOT_ASKED' });
  await world.runUntil('2026-11-20T15:00:00Z');
  const records = inOrg(world.store, world.orgId);
  const month = { month: '202611' };
  const prompted = await records.list(asked, month, prefixRange('q|'));
  const billed = await records.list(usage, month, prefixRange('m|'));
  const idsOf = (rows: readonly { readonly key: { readonly rk: string } }[]) => rows.map(({ key }) => key.rk.slice(2));
  expect(idsOf(prompted).sort()).toEqual([world.member('ann'), world.member('bob')].sort());
  expect(idsOf(billed)).toEqual([world.member('ann')]);
});

it('who became observers after the opening stay prompted today, and observe from the next run on', async () => {
  const world = await aWorld({ people: ['ann', 'bob'] });
  await observed(world, { observers: [] });
  await world.runUntil('2026-11-20T09:05:00Z');
  await world.changeMeeting({ members: [world.member('ann')], observers: [world.member('bob')] });
  await world.runUntil('2026-11-20T10:30:00Z');
  expect(promptsTo(world).filter((line) => line.startsWith('11-20') && line.endsWith(' bob'))).toHaveLength(2);
  expect(await whyNot(world, 'bob')).toBeNull();
  await answerAs(world, 'ann');
  await world.runUntil('2026-11-20T10:31:00Z');
  expect((await runOf(world))?.state).toBe('OPEN');
  await answerAs(world, 'bob');
  await world.runUntil('2026-11-23T12:00:00Z', 300);
  expect((await runOf(world))?.reason).toBe('ALL_ANSWERED');
  expect(promptsTo(world).filter((line) => line.startsWith('11-23'))).not.toContainEqual(
    expect.stringMatching(/ bob$/),
  );
  expect(summariesTo(world, 'bob')).toHaveLength(2);
});

it('whom the run had removed before are not prompted again in it', async () => {
  const world = await aWorld({ people: ['ann', 'bob'] });
  await observed(world, { observers: [] });
  await world.runUntil('2026-11-20T09:05:00Z');
  await world.changeMeeting({ members: [world.member('ann')] });
  await answerAs(world, 'ann');
  await world.runUntil('2026-11-20T09:06:00Z');
  const dropped = (run: Awaited<ReturnType<typeof runOf>>): readonly MemberId[] =>
    run?.members.filter((member) => member.dropped).map((member) => member.memberId) ?? [];
  expect(dropped(await runOf(world))).toEqual([world.member('bob')]);
  await world.changeMeeting({ observers: [world.member('bob')] });
  await world.runUntil('2026-11-20T12:00:00Z');
  expect(dropped(await runOf(world))).toEqual([world.member('bob')]);
});

it('who left, were disabled or were removed from the list get no summary', async () => {
  const world = await aWorld({ people: ['ann', 'eve', 'fay', 'gus'] });
  await observed(world, {
    members: [world.member('ann')],
    observers: ['eve', 'fay', 'gus'].map((name) => world.member(name)),
  });
  await world.runUntil('2026-11-20T09:05:00Z');
  await world.changeMember('eve', { leftOn: '2026-11-20T09:05:00.000Z' as never });
  await world.changeMember('fay', { isEnabled: false });
  await world.changeMeeting({ observers: ['eve', 'fay'].map((name) => world.member(name)) });
  await world.runUntil('2026-11-20T15:00:00Z');
  expect(story(world).filter((line) => line.includes('summary'))).toEqual([]);
});

it.each(['before', 'after'] as const)(
  'get the summary although the process is killed %s Teams takes it, and a second process does the rest',
  async (moment) => {
    const world = await aWorld({ people: ['ann', 'eve', 'fay', 'gus'] });
    const names = ['eve', 'fay', 'gus'];
    await observed(world, { members: [world.member('ann')], observers: names.map((name) => world.member(name)) });
    await world.runUntil('2026-11-20T09:05:00Z');
    await answerAs(world, 'ann');
    await world.runUntil('2026-11-20T09:05:00Z');
    const done = (): number => names.reduce((sum, name) => sum + summariesTo(world, name).length, 0);
    expect([done(), await kindsLeft(world, 'Outbox')]).toEqual([
      0,
      expect.arrayContaining([expect.stringMatching(/ osum\.1$/)]),
    ]);
    // The leases of the first instance have expired, so the next instance takes the shard.
    world.clock.advance({ seconds: 90 });
    expect(await liveUntilKilled(world, 'killed', { at: 2, moment })).toBe(true);
    expect(done()).toBe(moment === 'before' ? 1 : 2);
    await world.runUntil('2026-11-20T12:00:00Z');
    const counts = names.map((name) => summariesTo(world, name).length);
    expect(Math.min(...counts)).toBe(1);
    // Only the message that was in flight at the kill may be sent twice.
    expect(done()).toBeLessThanOrEqual(names.length + (moment === 'after' ? 1 : 0));
    const states = [...(await rowsOf(world)).deliveries].filter(([key]) => key.endsWith('|observerSummary'));
    expect(states.map(([, { value }]) => value.state)).toEqual(['SENT', 'SENT', 'SENT']);
  },
);

it('get it once from two instances', async () => {
  const world = await aWorld(three);
  await observed(world);
  const second = world.instance('two');
  await world.runUntil('2026-11-20T10:59:00Z');
  for (let beat = 0; beat < 20; beat += 1) {
    await Promise.all([world.engine.poll(), second.poll()]);
    world.clock.advance({ seconds: 10 });
  }
  expect(summariesTo(world, 'eve')).toHaveLength(1);
});

describe('by their preference', () => {
  const delivered = async (summaryDelivery: 'CHAT' | 'EMAIL' | 'BOTH' | null, change: object = {}) => {
    const world = await mailWorld([...three.people]);
    await observed(world, change);
    await world.changeMember('eve', { summaryDelivery });
    await world.runUntil('2026-11-20T13:00:00Z');
    return [summariesTo(world, 'eve').length, emailsSent(world)];
  };
  const email = 'SUMMARY eve@example.org';

  it.each([
    [null, 1, []],
    ['CHAT', 1, []],
    ['EMAIL', 0, [email]],
    ['BOTH', 1, [email]],
  ] as const)('%s', async (delivery, cards, emails) => {
    expect(await delivered(delivery)).toEqual([cards, emails]);
  });

  it('get one email if the report lists their address as well', async () => {
    expect(await delivered('BOTH', { reportSummaryEmail: 'Eve@example.org' })).toEqual([1, [email]]);
  });

  it('get one email and no card if they chose email and the report lists their address', async () => {
    expect(await delivered('EMAIL', { reportSummaryEmail: 'eve@example.org' })).toEqual([0, [email]]);
  });

  it('get an email if the chat refuses the card, and no second one after a change of the preference', async () => {
    const world = await mailWorld([...three.people]);
    await observed(world);
    world.messenger.failWhen(({ to }) => (to === 'eve' ? { kind: 'BLOCKED' } : undefined));
    await world.runUntil('2026-11-20T12:00:00Z');
    expect(emailsSent(world)).toEqual([email]);
    await world.changeMember('eve', { summaryDelivery: 'CHAT', unreachable: null, unreachableSince: null });
    await answerAs(world, 'bob');
    await world.runUntil('2026-11-20T14:00:00Z');
    expect([summariesTo(world, 'eve').length, emailsSent(world)]).toEqual([0, [email]]);
  });
});
