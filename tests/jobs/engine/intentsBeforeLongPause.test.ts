import { saveAnswer } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { changeBlockerOf } from '../../../bot/src/services/blockers/changeBlocker.ts';
import type { BlockerModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { submitWeek } from '../../../bot/src/services/timesheets/weekApproval.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { usage } from '../../../bot/src/store/kinds/billing/usageLedger.ts';
import { runTransactionsInSequence } from '../../../bot/src/store/runTransactionsInSequence.ts';
import type { TableAdmin, TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { monthOf } from '../../../bot/src/domain/billing/billingMonths.ts';
import { aDate, aMeetingId } from '../../support/data/idDateAndRecordBuilders.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import { bobsBlocker, blockerWorld, changeBobsBlocker } from '../../support/worlds/blockerWorld.ts';
import { runOf, values } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';
import { aTeam, log, pathOf, soon, story } from '../../support/worlds/timesheetWeekCardWorld.ts';

// A server pauses for three minutes after it wrote an intent and before it writes the change. Meanwhile another server
// finds no work for the intent, and deletes it.

const pauseMinutes = 3;

/** Returns a store that sends one request per transaction, and pauses before the next transaction of team rows. */
const pausingStore = (world: World): TableStore => {
  const hooked = createHookedStore(world.store as TableStore & { readonly admin: TableAdmin });
  hooked.beforeTransaction('Team', () => soon(world, pauseMinutes));
  const transact: TableStore['transact'] = (table, pk, steps) => hooked.transact(table, pk, steps);
  return { ...hooked, inOrder: runTransactionsInSequence(transact, () => world.clock.now()) };
};

it('a week that is submitted reaches its approvers', async () => {
  const world = await aTeam();
  await log(world, '2026-11-18', 8);
  await submitWeek({ ...world.answering, store: pausingStore(world) }, world.actor('bob'), pathOf(world));
  await soon(world);
  expect(story(world)).toContain('send ann SUBMITTED 480');
});

it('an answer is counted for billing and completes the run', async () => {
  const world = await aWorld({ people: ['ann'] });
  await world.meeting();
  await world.runUntil('2026-11-20T09:30:00Z', 60);
  const given = { meetingId: aMeetingId(), date: aDate('2026-11-20'), values: values(), goals: [] };
  await saveAnswer({ ...world.answering, store: pausingStore(world) }, world.actor('ann'), given);
  await soon(world);
  const key = { month: monthOf(world.clock.now()), memberId: world.member('ann') };
  expect(await inOrg(world.store, world.orgId).get(usage, key)).toBeDefined();
  expect((await runOf(world))?.state).toBe('COMPLETED');
});

it('a resolved blocker is resolved on the card of the needed member', async () => {
  const world = await blockerWorld();
  await changeBobsBlocker(world, 'bob', { action: 'NEED', neededId: world.member('cy') });
  await world.runUntil('2026-11-20T12:00:00Z', 60);
  const resolved = { ...bobsBlocker, action: 'RESOLVE' } as const;
  await changeBlockerOf({ ...world.answering, store: pausingStore(world) }, world.actor('bob'), resolved);
  await soon(world);
  const cards = world.messenger.calls.filter(({ to, message }) => shows(message) === 'blocker' && to.endsWith('cy'));
  expect(cards.map(({ message }) => modelIn<BlockerModel>(message).state)).toEqual(['OPEN', 'RESOLVED']);
});
