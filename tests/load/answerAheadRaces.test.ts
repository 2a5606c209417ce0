import { deactivateMeeting } from '../../bot/src/services/meetings/deactivateDeleteOrCancelMeeting.ts';
import { startCommand } from '../../bot/src/services/chatCommands/startCommand.ts';
import { inOrg } from '../../bot/src/store/recordKindsAndAccess.ts';
import { daySummary } from '../../bot/src/store/kinds/runs/daySummary.ts';
import { usage } from '../../bot/src/store/kinds/billing/usageLedger.ts';
import { StoreError } from '../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { aDate, aMeetingId, aZone } from '../support/data/idDateAndRecordBuilders.ts';
import { shows } from '../support/fakes/fakePresenterAndShownModels.ts';
import { faultMoments, playFaultyDays } from '../support/worlds/playDaysWithStoreFaults.ts';
import type { Played } from '../support/worlds/playDaysWithStoreFaults.ts';
import { createHookedStore } from '../support/store/storeWithWorkBetweenCalls.ts';
import type { HookedStore } from '../support/store/storeWithWorkBetweenCalls.ts';
import {
  answerAs,
  friday,
  kindsLeft,
  promptsTo,
  question,
  rowsLeft,
  rowsOf,
  runOf,
} from '../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../support/worlds/teamWorldWithEngine.ts';

// Tests an answer that is given before the run opens (an answer ahead) and the opening itself, in every order of their
// store calls and with each call failing.

const counts = async (world: World) => {
  const key = { teamId: world.teamId, meetingId: aMeetingId(), date: aDate(friday) };
  return (await inOrg(world.store, world.orgId).get(daySummary, key))?.value;
};

const promptsOf = (world: World, name: string): number =>
  promptsTo(world).filter((prompt) => prompt.endsWith(` ${name}`)).length;

interface Scene {
  readonly world: World;
  readonly store: HookedStore;
}

/** Creates a world on a hooked store, one second before the opening. */
const scene = async (): Promise<Scene> => {
  const store = createHookedStore(openSqliteStore({ file: ':memory:' }));
  const world = await aWorld({ store });
  await world.meeting({ isReminderEnabled: false });
  world.clock.set('2026-11-20T08:59:59Z');
  await world.engine.poll();
  return { world, store };
};

const opened = async (world: World): Promise<void> => {
  world.clock.set('2026-11-20T09:00:00Z');
  await world.engine.poll();
};

/** Returns the number of store calls of the work if nothing else runs. */
const callsOf = async (work: (world: World) => Promise<unknown>): Promise<number> => {
  const { world, store } = await scene();
  const before = store.calls();
  await work(world);
  return store.calls() - before;
};

/** Lets bob answer after Ann. Whatever was played before, the run must then be complete with both answers. */
const expectBoth = async (world: World, more: { readonly prompts: number }): Promise<void> => {
  expect((await rowsOf(world)).answers.map((answer) => answer.value.values[question('done')])).toEqual(['The report']);
  await world.runUntil('2026-11-20T09:04:00Z', 5);
  expect(await counts(world)).toMatchObject({ state: 'OPEN', asked: 2, answered: 1 });
  await answerAs(world, 'bob');
  await world.runUntil('2026-11-20T09:08:00Z', 5);
  expect(await runOf(world)).toMatchObject({ state: 'COMPLETED', reason: 'ALL_ANSWERED' });
  expect(await counts(world)).toMatchObject({ asked: 2, answered: 2 });
  expect([promptsOf(world, 'ann'), promptsOf(world, 'bob')]).toEqual([more.prompts, 1]);
  expect(world.log.errors).toEqual([]);
};

it('an opening between any two calls of the answer stores and counts it without a prompt', async () => {
  const calls = await callsOf((world) => answerAs(world, 'ann'));
  expect(calls).toBeGreaterThan(15);
  for (let n = 1; n <= calls; n += 1) {
    const { world, store } = await scene();
    store.before(n, () => opened(world));
    await answerAs(world, 'ann');
    const prompts = promptsOf(world, 'ann');
    await opened(world);
    await expectBoth(world, { prompts });
    await world.verify();
    await store.close();
  }
});

it('a manual start between any two calls of the answer does the same', async () => {
  const calls = await callsOf((world) => answerAs(world, 'ann'));
  const reader = { locale: 'en', timezone: aZone('Europe/Berlin') };
  for (let n = 1; n <= calls; n += 1) {
    const { world, store } = await scene();
    store.before(n, async () => {
      await startCommand(world.starting, world.actor('ann'), reader, { query: '', thread: null });
      await world.engine.poll();
    });
    await answerAs(world, 'ann');
    const prompts = promptsOf(world, 'ann');
    await world.runUntil('2026-11-20T09:00:00Z', 1);
    expect(await runOf(world)).toMatchObject({ source: 'MANUAL' });
    await expectBoth(world, { prompts });
    await world.verify();
    await store.close();
  }
});

it('a repeated answer counts after a manual start and the loss of the store', async () => {
  const { world, store } = await scene();
  const reader = { locale: 'en', timezone: aZone('Europe/Berlin') };
  store.beforeTransaction('Team', async () => {
    await startCommand(world.starting, world.actor('ann'), reader, { query: '', thread: null });
    store.before(1, () => Promise.reject(new StoreError('UNAVAILABLE', 'The test took the store away.')));
  });
  await expect(answerAs(world, 'ann')).rejects.toMatchObject({ fault: 'UNAVAILABLE' });
  expect((await rowsOf(world)).answers).toHaveLength(1);
  await answerAs(world, 'ann');
  await world.runUntil('2026-11-20T09:00:00Z', 1);
  await expectBoth(world, { prompts: 0 });
});

it('an answer between any two calls of the opening is stored and counted with at most one prompt', async () => {
  const calls = await callsOf(opened);
  for (let n = 1; n <= calls; n += 1) {
    const { world, store } = await scene();
    store.before(n, async () => {
      await answerAs(world, 'ann');
    });
    await opened(world);
    const prompts = promptsOf(world, 'ann');
    expect(prompts).toBeLessThanOrEqual(1);
    expect((await rowsOf(world)).answers).toHaveLength(1);
    await expectBoth(world, { prompts });
    await world.verify();
    await store.close();
  }
});

it('an answer just before the write of the run prevents its prompt, although the opening did not read it', async () => {
  const { world, store } = await scene();
  store.beforeTransaction('Team', async () => {
    await answerAs(world, 'ann');
  });
  await opened(world);
  expect((await runOf(world))?.state).toBe('OPEN');
  await expectBoth(world, { prompts: 0 });
});

it('a deactivation between any two calls of the answer stores or rejects it, and a stored answer is readable', async () => {
  const calls = await callsOf((world) => answerAs(world, 'ann'));
  for (let n = 1; n <= calls; n += 1) {
    const { world, store } = await scene();
    store.before(n, async () => {
      await deactivateMeeting({ ...world.answering }, world.actor('ann', { role: 'admin' }), {
        meetingId: aMeetingId(),
        flag: false,
      });
    });
    const outcome = await answerAs(world, 'ann').then(
      () => 'stored',
      (error: unknown) => String((error as { code?: string }).code),
    );
    const stored = (await rowsOf(world)).answers.length;
    expect([outcome, stored]).toEqual(stored === 1 ? ['stored', 1] : ['MEETING_DISABLED', 0]);
    await world.verify();
    await store.close();
  }
});

/** Plays a morning on which Ann answers before the opening, and Bob answers after his prompt. */
const playMorning = async ({ until, answered }: Played): Promise<void> => {
  await until('2026-11-20T08:30:00Z');
  await answered('ann');
  await until('2026-11-20T09:06:00Z');
  await answered('bob');
  await until('2026-11-20T09:30:00Z');
};

const checkDay = async (world: World): Promise<void> => {
  const rows = await rowsOf(world);
  expect(promptsOf(world, 'ann')).toBe(0);
  // A message is sent again if its delivery record could not be written, so bob can get two prompts.
  expect(promptsOf(world, 'bob')).toBeGreaterThanOrEqual(1);
  expect(promptsOf(world, 'bob')).toBeLessThanOrEqual(2);
  const summaries = world.messenger.calls.filter((call) => shows(call.message) === 'summary').length;
  expect(summaries).toBeGreaterThanOrEqual(1);
  expect(rows.run?.value).toMatchObject({ state: 'COMPLETED', reason: 'ALL_ANSWERED', round: 1 });
  expect(rows.answers.map((answer) => [answer.value.isAhead, answer.value.editedAt]).sort()).toEqual([
    [false, null],
    [true, null],
  ]);
  expect(await counts(world)).toMatchObject({ asked: 2, answered: 2 });
  expect(await kindsLeft(world, 'Due')).toEqual(['20261120110000 close', '20261123090000 prompt']);
  expect(await rowsLeft(world, 'Outbox')).toEqual([]);
  for (const name of ['ann', 'bob']) {
    const key = { month: '202611', memberId: world.member(name) };
    expect(await inOrg(world.store, world.orgId).get(usage, key)).toBeDefined();
  }
};

it.each(faultMoments)(
  'a store that fails once %s any %s of that morning is done loses and doubles nothing',
  async (moment) => {
    const day = { meeting: { isReminderEnabled: false }, play: playMorning, check: checkDay };
    expect(await playFaultyDays(day, moment)).toBeGreaterThan(40);
  },
);
