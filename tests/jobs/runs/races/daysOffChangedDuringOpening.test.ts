import { removeVacation, saveVacation } from '../../../../bot/src/services/daysOff/changeAndListDaysOff.ts';
import { openSqliteStore } from '../../../../bot/src/store/sqlite/openSqlite.ts';
import { aDate } from '../../../support/data/idDateAndRecordBuilders.ts';
import { callsBetweenFaults } from '../../../support/store/callsBetweenFaults.ts';
import { createHookedStore } from '../../../support/store/storeWithWorkBetweenCalls.ts';
import { friday, promptsTo, runOf } from '../../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../../support/worlds/teamWorldWithEngine.ts';
import type { World, WorldOptions } from '../../../support/worlds/teamWorldWithEngine.ts';

// Tests days off that a person changes between two store calls of the heartbeat that opens a run at 09:00 UTC.

const start = '2026-11-20T06:00:00Z';
const opening = '2026-11-20T09:00:00Z';

interface Race {
  readonly options: WorldOptions;
  readonly meeting: Parameters<World['meeting']>[0];
  readonly before?: (world: World) => Promise<unknown>;
  readonly change: (world: World) => Promise<unknown>;
}

/** Polls at the opening of the run. `call`: number of the store call before which the change happens. */
const openDuringChange = async (race: Race, call: number | 'WRITE_OF_RUN') => {
  const store = openSqliteStore({ file: ':memory:' });
  const world = await aWorld({ start, ...race.options, store });
  await world.meeting(race.meeting);
  await race.before?.(world);
  world.clock.set(opening);
  const hooked = createHookedStore(store);
  const change = async (): Promise<void> => {
    await race.change(world);
  };
  if (call === 'WRITE_OF_RUN') hooked.beforeTransaction('Team', change);
  else hooked.before(call, change);
  await world.instance('one', { store: hooked }).poll();
  return { world, calls: hooked.calls() };
};

const holiday: Race = {
  options: {},
  meeting: { isReminderEnabled: false },
  change: (world) =>
    saveVacation(world.answering, world.actor('ann', { role: 'admin' }), {
      ...{ objectType: 'Team', objectId: world.teamId, dates: [aDate(friday)] },
    }),
};

it('a holiday that is saved while a run opens ends the run, at any store call', async () => {
  const wrong: string[] = [];
  let call = 1;
  for (; ; call += callsBetweenFaults) {
    const { world, calls } = await openDuringChange(holiday, call);
    if (calls < call) break;
    await world.runUntil('2026-11-20T09:30:00Z');
    const run = await runOf(world);
    if (run?.state === 'OPEN' || run?.reason !== 'HOLIDAY') wrong.push(`${call}: ${run?.state} ${run?.reason}`);
  }
  expect(call).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});

it('a holiday that is saved just before the run is written prevents the prompts', async () => {
  const { world } = await openDuringChange(holiday, 'WRITE_OF_RUN');
  await world.runUntil('2026-11-20T09:30:00Z');
  expect(promptsTo(world)).toEqual([]);
  expect(await runOf(world)).toMatchObject({ state: 'COMPLETED', reason: 'HOLIDAY' });
});

// The report opens by member time: for Ann in Berlin at 09:00 UTC, and for Bob in London an hour later.
const byMemberTime = {
  options: { people: ['ann', 'bob'], zones: { ann: 'Europe/Berlin', bob: 'Europe/London' } },
  meeting: { timeBasis: 'MEMBER', isReminderEnabled: false },
} as const;

const daysOfBob = (world: World) => ({
  ...{ objectType: 'User' as const, objectId: world.member('bob'), dates: [aDate(friday)] },
});
const save = (world: World) => saveVacation(world.answering, world.actor('bob'), daysOfBob(world));
const remove = (world: World) => removeVacation(world.answering, world.actor('bob'), daysOfBob(world));

it.each<[string, Pick<Race, 'before' | 'change'>, string, 'VACATION' | null]>([
  ['saved', { change: save }, '', 'VACATION'],
  ['removed', { before: save, change: remove }, '11-20 10:00 bob', null],
])(
  'a vacation that is %s just before the run is written counts for a member whose own opening is ahead',
  async (_how, race, prompt, away) => {
    const { world } = await openDuringChange({ ...byMemberTime, ...race }, 'WRITE_OF_RUN');
    await world.runUntil('2026-11-20T11:00:00Z');
    expect(
      promptsTo(world)
        .filter((line) => line.endsWith('bob'))
        .join(),
    ).toBe(prompt);
    const bob = (await runOf(world))?.members.find(({ memberId }) => memberId === world.member('bob'));
    expect(bob?.away).toBe(away);
  },
);
