import * as vacations from '../../../../bot/src/services/daysOff/changeAndListDaysOff.ts';
import { aDate } from '../../../support/data/idDateAndRecordBuilders.ts';
import { callsBetweenFaults } from '../../../support/store/callsBetweenFaults.ts';
import { failingStore, failures } from '../../../support/store/storeFailingAtNthCall.ts';
import type { Failure } from '../../../support/store/storeFailingAtNthCall.ts';
import { answerAs, friday, promptsTo, rowsOf, runOf } from '../../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../../support/worlds/teamWorldWithEngine.ts';

// Tests vacations that are saved or deleted during a run (docs/product-rules.md, Runs and messages). 10:00 is 23:00 UTC
// of the previous day in Sydney, and 15:00 in New York.

const days = (world: World, name: string, date: string) => ({
  ...{ objectType: 'User' as const, objectId: world.member(name), dates: [aDate(date)] },
});

const save = (world: World, name: string, { date = friday, store = world.store } = {}) =>
  vacations.saveVacation({ ...world.answering, store }, world.actor(name), days(world, name, date));
const remove = (world: World, name: string) =>
  vacations.removeVacation(world.answering, world.actor(name), days(world, name, friday));

const aroundTheWorld = async (): Promise<World> => {
  const zones = { syd: 'Australia/Sydney', ann: 'America/New_York' };
  const world = await aWorld({ start: '2026-11-19T12:00:00Z', people: Object.keys(zones), zones });
  await world.meeting({ timeBasis: 'MEMBER', thursday: false });
  await world.runUntil('2026-11-20T01:00:00Z', 600);
  return world;
};

const toAnn = (world: World): string[] => promptsTo(world).filter((line) => line.endsWith('ann'));
const awayIn = async (world: World) => (await runOf(world))?.members.map(({ name, away }) => `${name} ${away}`).sort();

it('count if they are saved before the member’s own opening, even if the run is open for others', async () => {
  const world = await aroundTheWorld();
  await save(world, 'ann');
  await world.runUntil('2026-11-20T20:00:00Z', 600);
  expect(toAnn(world)).toEqual([]);
  expect(await awayIn(world)).toEqual(['ann VACATION', 'syd null']);
});

it('complete the run after the answers of the others', async () => {
  const world = await aroundTheWorld();
  await answerAs(world, 'syd');
  await world.runUntil('2026-11-20T01:01:00Z');
  expect((await runOf(world))?.state).toBe('OPEN');
  await save(world, 'ann');
  await world.runUntil('2026-11-20T01:02:00Z', 5);
  expect(await runOf(world)).toMatchObject({ state: 'COMPLETED', reason: 'ALL_ANSWERED' });
});

it('leave the prompt unchanged when they are deleted before the member’s opening', async () => {
  const world = await aroundTheWorld();
  await save(world, 'ann');
  await world.runUntil('2026-11-20T02:00:00Z', 600);
  await remove(world, 'ann');
  await world.runUntil('2026-11-20T20:00:00Z', 60);
  expect(toAnn(world)).toEqual(['11-20 15:00 ann', '11-20 16:00 ann', '11-20 16:45 ann']);
});

it('of a member who became an observer count as those of the other members', async () => {
  const world = await aroundTheWorld();
  await answerAs(world, 'syd');
  await world.changeMeeting({ members: [world.member('syd')], observers: [world.member('ann')] });
  await save(world, 'ann');
  await world.runUntil('2026-11-20T01:02:00Z', 5);
  expect(await awayIn(world)).toEqual(['ann VACATION', 'syd null']);
  expect(await runOf(world)).toMatchObject({ state: 'COMPLETED', reason: 'ALL_ANSWERED' });
});

it('leave a completed run as it is when they are deleted, and the member may answer', async () => {
  const world = await aroundTheWorld();
  await save(world, 'ann');
  await answerAs(world, 'syd');
  await world.runUntil('2026-11-20T02:00:00Z', 600);
  await remove(world, 'ann');
  await world.runUntil('2026-11-20T16:00:00Z', 600);
  expect(toAnn(world)).toEqual([]);
  expect(await runOf(world)).toMatchObject({ state: 'COMPLETED', reason: 'ALL_ANSWERED' });
  await expect(answerAs(world, 'ann')).resolves.toBeDefined();
});

it('stop reminders without another change if they are saved after the member’s opening', async () => {
  const world = await aroundTheWorld();
  await world.runUntil('2026-11-20T15:30:00Z', 600);
  await save(world, 'ann');
  await world.runUntil('2026-11-20T20:00:00Z', 600);
  expect(toAnn(world)).toEqual(['11-20 15:00 ann']);
  expect(await awayIn(world)).toEqual(['ann null', 'syd null']);
  expect((await rowsOf(world)).deliveries.get(`${world.member('ann')}|reminder1`)?.value).toMatchObject({
    state: 'SKIPPED',
    reason: 'VACATION',
  });
});

it('stop reminders in the meeting’s own time by the date of the member’s zone', async () => {
  const world = await aWorld({ people: ['ann', 'bob'], zones: { bob: 'Pacific/Kiritimati' } });
  await world.meeting();
  await world.runUntil('2026-11-20T09:30:00Z');
  await save(world, 'ann');
  // In bob's zone, the prompt came on the 20th and the reminders come on the 21st. The date of the prompt decides, so
  // this vacation stops no reminder.
  await save(world, 'bob', { date: '2026-11-21' });
  await world.runUntil('2026-11-20T12:00:00Z', 300);
  expect(promptsTo(world)).toEqual(['11-20 09:00 ann', '11-20 09:00 bob', '11-20 10:00 bob', '11-20 10:45 bob']);
});

/**
 * Saves a vacation while the store call with the number `call` fails, and saves it again if it failed. Returns false if
 * there was no such call.
 */
const saveAgain = async (call: number, failure: Failure): Promise<boolean> => {
  const world = await aroundTheWorld();
  const failing = failingStore(world.store, call, failure);
  const failed = await save(world, 'ann', { store: failing.store }).then(
    () => false,
    () => true,
  );
  if (failed) await save(world, 'ann');
  expect(await awayIn(world)).toEqual(['ann VACATION', 'syd null']);
  await world.runUntil('2026-11-20T01:01:00Z', 5);
  return failing.calls() >= call;
};

it.each(failures)('count in spite of a failure at any step (%s) and a repetition', async (failure) => {
  let call = 1;
  while (await saveAgain(call, failure)) call += callsBetweenFaults;
  expect(call).toBeGreaterThan(5);
});
