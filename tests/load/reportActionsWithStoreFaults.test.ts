import { shardOf } from '../../bot/src/domain/core/shardOf.ts';
import { jobSettings } from '../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { resolveBlockerOf } from '../../bot/src/services/blockers/resolveBlocker.ts';
import { activateMember } from '../../bot/src/services/people/memberActivationAndOrganisation.ts';
import * as meetingState from '../../bot/src/services/meetings/deactivateDeleteOrCancelMeeting.ts';
import { startRun } from '../../bot/src/services/runs/startRun.ts';
import { startCommand } from '../../bot/src/services/chatCommands/startCommand.ts';
import * as vacations from '../../bot/src/services/daysOff/changeAndListDaysOff.ts';
import type { TableStore } from '../../bot/src/store/tableStorePort.ts';
import { aDate, aMeetingId, aZone } from '../support/data/idDateAndRecordBuilders.ts';
import { failingStore, failures } from '../support/store/storeFailingAtNthCall.ts';
import { answerAs, friday, monday, rowsOf, story } from '../support/worlds/saveAnswersAndReadMessages.ts';
import { reportFigures } from '../support/files/printFigures.ts';
import { aWorld } from '../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../support/worlds/teamWorldWithEngine.ts';

// Runs actions on a report with each store operation failing: rejected, done with a lost reply, or the last before a
// kill. After a repeated call, the result and the following days must equal those without a failure.

const meetingId = aMeetingId();

type Call = (world: World, store: TableStore) => Promise<unknown>;
const admin = (world: World) => world.actor('ann', { role: 'admin' });
const on = (world: World, store: TableStore) => ({ ...world.starting, store });

const starts: Call = (world, store) =>
  startCommand(on(world, store), admin(world), { locale: 'en', timezone: aZone('UTC') }, { query: '', thread: null });
const startsOnWeb: Call = (world, store) => startRun(on(world, store), admin(world), { meetingId });
const switches =
  (flag: boolean): Call =>
  (world, store) =>
    meetingState.deactivateMeeting(on(world, store), admin(world), { meetingId, flag });
const drops: Call = (world, store) => meetingState.deleteMeeting(on(world, store), admin(world), { meetingId });
const callsOff: Call = (world, store) => meetingState.cancelToday(on(world, store), admin(world), { meetingId });
const resolves: Call = (world, store) =>
  resolveBlockerOf(on(world, store), admin(world), { meetingId, memberId: world.member('bob') });
const holiday: Call = (world, store) =>
  vacations.saveVacation(on(world, store), admin(world), {
    ...{ objectType: 'Team', objectId: world.teamId, dates: [aDate(friday), aDate(monday)] },
  });
const vacation: Call = (world, store) =>
  vacations.saveVacation(on(world, store), admin(world), {
    ...{ objectType: 'User', objectId: world.member('bob'), dates: [aDate(monday)] },
  });
const disables: Call = (world, store) =>
  activateMember({ ...on(world, store), entra: null }, admin(world), {
    teamId: world.teamId,
    memberId: world.member('bob'),
    flag: false,
  });

const beats = async (world: World, at: string, minutes: number): Promise<void> => {
  const settings = { ...jobSettings, shards: [shardOf(world.orgId)] };
  await world.runUntil(at, minutes * 60, world.instance('only', { settings }));
};

const begun = async (opened: boolean, first: Call | null): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'bob'] });
  await world.meeting({ isReminderEnabled: false });
  if (opened) {
    await beats(world, '2026-11-20T09:10:00Z', 5);
    await answerAs(world, 'bob', { change: { blocked: 'Yes', what: 'No keys' } });
  }
  await first?.(world, world.store);
  return world;
};

const endOf = async (world: World): Promise<string> => {
  await beats(world, '2026-11-20T11:15:00Z', 15);
  world.clock.set('2026-11-23T08:55:00Z');
  await beats(world, '2026-11-23T09:05:00Z', 5);
  const runs = await Promise.all([friday, monday].map((date) => rowsOf(world, date)));
  const states = runs.map(({ run, answers }) => {
    const { state, reason, round } = run?.value ?? {};
    return `${state ?? 'none'} ${reason ?? ''} ${round ?? ''} ${answers.length} answers`;
  });
  return [...story(world).sort(), ...states].join('\n');
};

it.each<[string, boolean, Call, Call | null]>([
  ['a start by hand', false, starts, null],
  ['a start by hand in the web app', false, startsOnWeb, null],
  ['a start after it was called off', true, starts, callsOff],
  ['switching it off', true, switches(false), null],
  ['switching it on', false, switches(true), switches(false)],
  ['deleting it', true, drops, null],
  ['calling off today', true, callsOff, null],
  ['calling off today before it opens', false, callsOff, null],
  ['resolving a blocker', true, resolves, null],
  ['a holiday of the team', true, holiday, null],
  ['days off of one person', false, vacation, null],
  ['disabling somebody who owes nothing any more', true, disables, null],
  ['disabling somebody before they are asked', false, disables, null],
])('%s ends well in spite of a failure at any operation', async (_name, opened, call, first) => {
  const calm = await begun(opened, first);
  const counting = failingStore(calm.store, Number.POSITIVE_INFINITY, 'before');
  await call(calm, counting.store);
  const expected = await endOf(calm);
  const wrong: string[] = [];
  let walked = 0;
  for (const failure of failures)
    for (let n = 1; n <= counting.calls(); n += 1) {
      const world = await begun(opened, first);
      await call(world, failingStore(world.store, n, failure).store).catch(() => undefined);
      // A caller repeats the call after an error or a lost reply.
      await call(world, world.store).catch(() => undefined);
      walked += 1;
      const end = await endOf(world);
      if (end !== expected) wrong.push(`${failure} ${n}: ${end}`);
      await world.verify();
      await world.store.close();
    }
  reportFigures(`${walked} failures walked, ${wrong.length} wrong`);
  expect(wrong.map((text) => `${text}\n--- instead of ---\n${expected}`)).toEqual([]);
});
