import { moveOrganisation } from '../../../bot/src/backup/moveOrganisation.ts';
import { questionId } from '../../../bot/src/contracts/core/idDateAndZoneSchemas.ts';
import { saveAnswer } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { createOrg } from '../../../bot/src/services/teamsSync/getOrCreateOrgAndTeam.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import { answer as answerKind } from '../../../bot/src/store/kinds/answers/answerAndHistory.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { aDate, aMeetingId, aQuestion } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { tid } from '../../support/data/seedTenantsAndTeamMembers.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';
import { openPlacedStores } from '../../support/store/twoStorageAccounts.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// Plays a day of an organisation that moves to another storage account, with two instances of the engine.

const asked = questionId.parse('asked');
const people = ['ann', 'bob', 'cid', 'dee', 'eve'];
const opening = Date.parse('2026-11-20T09:00:00Z');

const messagesOf = ({ messenger }: World): string[] =>
  messenger.calls
    .filter((call) => call.do === 'send')
    .map((call) => `${call.to} ${call.message.summary}`)
    .sort();

const answer = (world: World, name: string) =>
  saveAnswer(world.answering, world.actor(name), {
    meetingId: aMeetingId(),
    date: aDate('2026-11-20'),
    values: { [asked]: `done by ${name}` },
    goals: [],
  });

/**
 * Saves one answer for each call. If the store is unavailable, the next call tries the same answer again, as a person
 * in the web app would.
 */
const answersOf = (world: World) => {
  const left = people.slice(0, 4);
  let refusals = 0;
  return {
    refusals: () => refusals,
    left: () => left.length,
    next: async (): Promise<void> => {
      const [name] = left;
      if (name === undefined || world.clock.now() < opening + 20_000) return;
      try {
        await answer(world, name);
        left.shift();
      } catch (error) {
        if (!(error instanceof StoreError) || error.fault !== 'UNAVAILABLE') throw error;
        refusals += 1;
      }
    },
  };
};

const day = async (moveAt: number | undefined) => {
  // The storage accounts are opened before the world exists. From then on, they follow the clock of the world.
  let shared = fakeClock('2026-11-20T08:00:00Z');
  const stores = await openPlacedStores({
    now: () => shared.now(),
    set: (at) => {
      shared.set(at);
    },
    advance: (by) => {
      shared.advance(by);
    },
  });
  const world = await aWorld({ people, store: stores.instance() });
  const { clock } = world;
  shared = clock;
  await createOrg(testDeps(world.store, clock), { orgId: world.orgId, name: 'Contoso', tid, actor: 'Ann' });
  const storageAccounts = ['east'];
  const first = world.instance('one', { storageAccounts });
  const second = world.instance('two', { storageAccounts, store: stores.instance() });
  await world.meeting({
    members: people.map((name) => world.member(name)),
    isReminderEnabled: true,
    questions: [aQuestion({ id: asked })],
  });
  const answers = answersOf(world);
  let ticks = 0;
  const tick = async (): Promise<void> => {
    ticks += 1;
    clock.set(clock.now() + 1_000);
    if (ticks % 5 === 0) await Promise.all([first.poll(), second.poll()]);
    if (ticks % 3 === 0) await answers.next();
  };
  clock.set(opening - 60_000);
  const deps = {
    ...{ clock, main: stores.main, owner: 'mover', print: () => undefined, monotonic: () => clock.now() },
    accounts: new Map([
      ['main', stores.main],
      ['east', stores.east],
    ]),
    sleep: (ms: number) => (ms > 0 ? tick() : Promise.resolve()),
  };
  if (moveAt !== undefined) {
    while (clock.now() < moveAt) await tick();
    await moveOrganisation(deps, world.orgId, 'east');
    expect((await stores.main.admin.scanAll('Team')).rows).toEqual([]);
  }
  while (clock.now() < opening + 180_000) await tick();
  await world.runUntil('2026-11-20T20:00:00Z', 60, first);
  return { stores, world, answers };
};

let plain: Awaited<ReturnType<typeof day>> | undefined;

describe('a day on which the organisation moves to another storage account', () => {
  it.each([-8, -4, -1, 3, 15])(
    'has the same messages and answers as without the move, %i seconds around the opening',
    async (seconds) => {
      plain ??= await day(undefined);
      const moved = await day(opening + seconds * 1_000);
      expect(plain.answers.refusals()).toBe(0);
      expect([moved.answers.left(), plain.answers.left()]).toEqual([0, 0]);
      expect(messagesOf(moved.world)).toEqual(messagesOf(plain.world));
      expect(messagesOf(moved.world).length).toBeGreaterThanOrEqual(people.length + 1);
      const records = inOrg(moved.stores.east, moved.world.orgId);
      for (const name of people.slice(0, 4)) {
        const key = { teamId: moved.world.teamId, meetingId: aMeetingId(), date: aDate('2026-11-20') };
        const row = await records.get(answerKind, { ...key, memberId: moved.world.member(name) });
        expect(JSON.stringify(row?.value)).toContain(`done by ${name}`);
      }
    },
  );

  it('refuses answers for some seconds', async () => {
    const { answers } = await day(opening + 16_000);
    expect(answers.refusals()).toBeGreaterThan(0);
    expect(answers.refusals()).toBeLessThan(5);
  });
});
