import { getReport } from '../../../bot/src/services/reports/getDailyReport.ts';
import { listMembers } from '../../../bot/src/services/organisations/listTeamsAndMembers.ts';
import { syncSender } from '../../../bot/src/services/teamsSync/senderSyncAndPersonalInstall.ts';
import { promptsTo } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests that lists show an unreachable member with the reason, until the member contacts the bot or a message to the
// member succeeds.

const statesIn = async (world: World) => {
  const actor = world.actor('bob', { role: 'admin' });
  const { teamId } = world;
  const listed = (await listMembers(world.deps, actor, { teamId })).find((member) => member.name === 'ann');
  const day = await getReport(world.deps, actor, { teamId, date: '2026-11-20' });
  const shown = day.reports[0]?.members.find((member) => member.name === 'ann');
  return { list: listed?.unreachable, since: listed?.unreachableSince, report: shown?.unreachable };
};

const reachable = { list: null, since: null, report: null };

it.each([
  ['BLOCKED', 'BLOCKED', '2026-11-20T09:00'],
  // The engine creates a missing chat again once, after five minutes.
  ['GONE', 'GONE', '2026-11-20T09:05'],
] as const)(
  '%s by the chat service: shown in both lists until any activity of the member',
  async (fault, reason, at) => {
    const world = await aWorld();
    await world.meeting({ isReminderEnabled: false });
    world.messenger.failWhen((call) => (call.to === 'ann' ? { kind: fault } : undefined));
    await world.runUntil('2026-11-20T09:30:00Z');
    expect(promptsTo(world)).toEqual(['11-20 09:00 bob']);
    const { since, ...states } = await statesIn(world);
    expect(since).toContain(at);
    expect(states).toEqual({ list: reason, report: reason });
    await syncSender(world.deps, world.sender('ann'));
    expect(await statesIn(world)).toEqual(reachable);
    world.messenger.failWhen(() => undefined);
    await world.runUntil('2026-11-23T09:01:00Z', 600);
    expect(promptsTo(world)).toContain('11-23 09:00 ann');
  },
);

it('is cleared by a weekly attempt that succeeds', async () => {
  const world = await aWorld();
  await world.meeting({ isReminderEnabled: false });
  world.messenger.failWhen((call) => (call.to === 'ann' ? { kind: 'BLOCKED' } : undefined));
  await world.runUntil('2026-11-20T09:30:00Z');
  world.messenger.failWhen(() => undefined);
  await world.runUntil('2026-11-26T12:00:00Z', 1800);
  expect(promptsTo(world).filter((line) => line.endsWith('ann'))).toEqual([]);
  await world.runUntil('2026-11-27T09:30:00Z', 600);
  expect(promptsTo(world)).toContain('11-27 09:00 ann');
  expect(await statesIn(world)).toEqual(reachable);
});
