import { addDays } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { removeRange } from '../../../bot/src/services/runs/deleteAndScanInBatches.ts';
import { wholePartition } from '../../../bot/src/store/tableStorePort.ts';
import { createSearchIndexJob } from '../../../bot/src/jobs/core/searchIndexJob.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { finalMondayAt, indexTeam } from '../../../bot/src/services/search/writeAndTrimSearchIndex.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { searchProgress } from '../../../bot/src/store/kinds/search/searchIndex.ts';
import { team } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { teamPartition } from '../../../bot/src/store/kinds/core/teamPartitionAndKeyParts.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aDate, anOrgId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';
import { failingStore } from '../../support/store/storeFailingAtNthCall.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import {
  erasePerson,
  giveAnswer,
  indexAll,
  indexFaults,
  placesOfWorld,
  searchPages,
  searchWorld,
  staleWords,
  trimAll,
} from '../../support/worlds/searchWorld.ts';
import type { AdminStore, SearchWorld } from '../../support/worlds/searchWorld.ts';

const [platform] = placesOfWorld;
const ann = { org: 'contoso', who: 'ann', teams: ['platform', 'apps'] };
const place = { orgId: anOrgId(), teamId: aTeamId() };

const weeks = ['2026-09-14', '2026-09-25', '2026-10-05', '2026-10-20'];

/** Creates a world in which ann and bob have each answered in four weeks, of which three are final. */
const answeredWorld = async (): Promise<SearchWorld> => {
  const world = await searchWorld(openSqliteStore({ file: ':memory:' }), fakeClock('2026-10-21T12:00:00Z'));
  for (const date of weeks)
    for (const who of ['ann', 'bob'])
      await giveAnswer(world, {
        ...{ place: platform, meeting: 'daily', who, date: aDate(date) },
        values: { done: `needle of ${who}`, next: `more${who}` },
      });
  return world;
};

const progressOf = async ({ store }: SearchWorld) =>
  (await inOrg(store, anOrgId()).get(searchProgress, { teamId: aTeamId() }))?.value;
const indexRows = async ({ store }: SearchWorld) =>
  (await rowsOf(store.admin, 'Team')).filter(({ rk }) => rk.startsWith('I|'));
const namesOf = async (world: SearchWorld, q = 'needle'): Promise<string[]> =>
  (await searchPages(world, ann, q)).map(({ date, name }) => `${date} ${name}`);

const annAndBob = weeks
  .toReversed()
  .flatMap((date) => [`${date} ann`, `${date} bob`])
  .sort();

describe('the index of a team', () => {
  it('has all weeks whose answers are final, and no others', async () => {
    const world = await answeredWorld();
    await indexAll(world);
    const final = finalMondayAt(world.clock.now());
    expect(await progressOf(world)).toMatchObject({ indexedTo: final, isClearing: false });
    const dates = (await indexRows(world)).flatMap(({ values }) =>
      String(values['text'])
        .split('\n')
        .map((line) => line.slice(0, 10)),
    );
    expect([...new Set(dates)].sort()).toEqual(weeks.filter((date) => date < final));
  });

  it('changes nothing in a second run, and continues when more weeks are final', async () => {
    const world = await answeredWorld();
    await indexAll(world);
    const before = await rowsOf(world.store.admin, 'Team');
    await indexAll(world);
    expect(await rowsOf(world.store.admin, 'Team')).toEqual(before);
    world.clock.advance({ minutes: 14 * 24 * 60 });
    await indexAll(world);
    expect((await indexRows(world)).some(({ values }) => String(values['text']).includes('2026-10-20'))).toBe(true);
  });

  it('is complete after a kill at any call and a restart', async () => {
    const expected = await answeredWorld();
    await indexAll(expected);
    const keys = (await indexRows(expected)).map(({ rk, values }) => [rk, values]);
    for (let call = 1; ; call += callsBetweenFaults) {
      const world = await answeredWorld();
      const failing = failingStore(world.store, call, 'crash');
      await indexTeam({ ...world.deps, store: failing.store }, place).catch(() => undefined);
      expect((await namesOf(world)).sort()).toEqual(annAndBob);
      await indexTeam(world.deps, place);
      expect((await indexRows(world)).map(({ rk, values }) => [rk, values])).toEqual(keys);
      if (failing.calls() < call) return;
    }
  });

  it('is complete after a kill between the transactions of a large week', async () => {
    const texts = Array.from('abcdefghij', (letter) =>
      Array.from({ length: 9000 }, (_, index) => `${letter}${String(index).padStart(9, 'x')}`).join(' '),
    );
    const large = async () => {
      const world = await searchWorld(openSqliteStore({ file: ':memory:' }), fakeClock('2026-10-21T12:00:00Z'));
      for (const [index, done] of texts.entries())
        await giveAnswer(world, {
          ...{ place: platform, meeting: `m${index}`, who: 'ann', date: aDate('2026-09-14') },
          values: { done },
        });
      return world;
    };
    const whole = await large();
    await indexTeam(whole.deps, place);
    const rows = (await indexRows(whole)).map(({ rk, values }) => [rk, values]);
    let between = 0;
    for (let call = 7; ; call += Math.min(callsBetweenFaults, 5)) {
      const world = await large();
      await indexTeam({ ...world.deps, store: failingStore(world.store, call, 'crash').store }, place).catch(
        () => undefined,
      );
      const progress = await progressOf(world);
      if (progress?.indexedTo != null) break;
      if (progress?.writtenTo === '2026-09-21') between += 1;
      await indexTeam(world.deps, place);
      expect((await indexRows(world)).map(({ rk, values }) => [rk, values])).toEqual(rows);
    }
    expect(between).toBeGreaterThan(0);
  });

  it('indexes earlier weeks again when the clock was ahead, so that answers that arrive later are found', async () => {
    const world = await answeredWorld();
    world.clock.advance({ minutes: 60 * 24 * 60 });
    await indexAll(world);
    world.clock.advance({ minutes: -60 * 24 * 60 });
    await giveAnswer(world, {
      ...{ place: platform, meeting: 'daily', who: 'cleo', date: aDate('2026-10-21'), values: { done: 'needle' } },
    });
    expect(await namesOf(world)).toContain('2026-10-21 cleo');
    await indexAll(world);
    expect((await progressOf(world))?.indexedTo).toBe(finalMondayAt(world.clock.now()));
    world.clock.advance({ minutes: 60 * 24 * 60 });
    await indexAll(world);
    expect(await namesOf(world)).toContain('2026-10-21 cleo');
    expect((await progressOf(world))?.indexedTo).toBe(finalMondayAt(world.clock.now()));
  });

  it('is not written for a deleted team', async () => {
    const world = await answeredWorld();
    await inOrg(world.store, anOrgId()).touch(team, { teamId: aTeamId() }, { state: 'DELETED' });
    await indexTeam(world.deps, place);
    expect(await progressOf(world)).toBeUndefined();
  });

  it('gets no row again if the team is deleted between any two calls of an erasure or of the retention', async () => {
    const works = [
      (world: SearchWorld, store: AdminStore) => erasePerson(world, 'bob', store),
      (world: SearchWorld, store: AdminStore) => trimAll(world, 28, store),
    ];
    for (const work of works)
      for (let call = 1; ; call += callsBetweenFaults) {
        const world = await answeredWorld();
        await indexAll(world);
        const hooked = createHookedStore(world.store);
        const partition = { table: 'Team', pk: teamPartition(anOrgId(), aTeamId()) } as const;
        hooked.before(call, () => removeRange(world.deps, partition, wholePartition));
        await work(world, hooked);
        if (hooked.calls() < call) break;
        expect(await progressOf(world)).toBeUndefined();
      }
  });
});

describe('an erasure', () => {
  it('removes the words from the index, also with the index work between any two of its calls', async () => {
    const counted = await answeredWorld();
    await indexAll(counted);
    const whole = createHookedStore(counted.store);
    await erasePerson(counted, 'bob', whole);
    for (let call = whole.calls() - 25; ; call += callsBetweenFaults) {
      const world = await answeredWorld();
      await indexAll(world);
      const hooked = createHookedStore(world.store);
      hooked.before(call, () => indexAll(world));
      await erasePerson(world, 'bob', hooked);
      expect([await staleWords(world), await indexFaults(world)]).toEqual([[], []]);
      expect(await namesOf(world)).toEqual(weeks.toReversed().map((date) => `${date} ann`));
      expect((await progressOf(world))?.indexedTo).toBe(finalMondayAt(world.clock.now()));
      if (hooked.calls() < call) return;
    }
  });

  it('removes the words from the index between any two calls of the index work', async () => {
    for (let call = 1; ; call += callsBetweenFaults) {
      const world = await answeredWorld();
      const hooked = createHookedStore(world.store);
      hooked.before(call, () => erasePerson(world, 'bob'));
      await indexTeam({ ...world.deps, store: hooked }, place);
      if (hooked.calls() < call) return;
      expect(await staleWords(world)).toEqual([]);
      await indexAll(world);
      expect(await namesOf(world)).toEqual(weeks.toReversed().map((date) => `${date} ann`));
    }
  });

  it('leaves a killed removal to its resumed job: meanwhile the search reads the answers', async () => {
    const world = await answeredWorld();
    await indexAll(world);
    const whole = failingStore(world.store, Infinity, 'before');
    await erasePerson(world, 'bob', whole.store);
    for (let call = whole.calls() - 16; call <= whole.calls(); call += callsBetweenFaults) {
      const again = await answeredWorld();
      await indexAll(again);
      await erasePerson(again, 'bob', failingStore(again.store, call, 'crash').store).catch(() => undefined);
      await indexAll(again);
      expect(await namesOf(again)).toEqual(weeks.toReversed().map((date) => `${date} ann`));
      await erasePerson(again, 'bob');
      expect(await staleWords(again)).toEqual([]);
      expect(await progressOf(again)).toMatchObject({ isClearing: false });
    }
  });
});

describe('retention', () => {
  it('removes exactly the words of the removed days, within a week as well', async () => {
    const world = await answeredWorld();
    await giveAnswer(world, {
      ...{
        place: platform,
        meeting: 'daily',
        who: 'ann',
        date: aDate('2026-09-22'),
        values: { done: 'tuesday needle' },
      },
    });
    await indexAll(world);
    // The retention deletes the answers before Wednesday, 23 September.
    await trimAll(world, 28);
    expect([await staleWords(world), await indexFaults(world)]).toEqual([[], []]);
    const texts = (await indexRows(world)).map(({ values }) => String(values['text'])).join('\n');
    expect(texts).toContain('2026-09-25');
    expect(texts).not.toMatch(/2026-09-(?:14|22)/);
    expect((await namesOf(world)).sort()).toEqual(annAndBob.filter((line) => line >= '2026-09-23'));
  });

  it('leaves no removed words when it comes between any two calls of the index work', async () => {
    for (let call = 1; ; call += callsBetweenFaults) {
      const world = await answeredWorld();
      const hooked = createHookedStore(world.store);
      hooked.before(call, () => trimAll(world, 28));
      await indexTeam({ ...world.deps, store: hooked }, place);
      if (hooked.calls() < call) return;
      expect(await staleWords(world)).toEqual([]);
      await indexAll(world);
      expect((await namesOf(world)).sort()).toEqual(annAndBob.filter((line) => line >= '2026-09-23'));
    }
  });
});

describe('the index work', () => {
  it('indexes the organisations of its shards once a day, and continues after a team that fails', async () => {
    const world = await answeredWorld();
    let scans = 0;
    const store = {
      ...world.store,
      scan: (...request: Parameters<typeof world.store.scan>) => {
        scans += 1;
        return world.store.scan(...request);
      },
    };
    const work = createSearchIndexJob({ ...world.deps, store });
    await work(jobSettings.shards, () => true);
    expect((await progressOf(world))?.indexedTo).toBe(finalMondayAt(world.clock.now()));
    const before = scans;
    world.clock.advance({ minutes: 2 });
    await work(jobSettings.shards, () => true);
    expect(scans).toBe(before);
    world.clock.advance({ minutes: 24 * 60 });
    await work(jobSettings.shards, () => true);
    expect(scans).toBeGreaterThan(before);
  });

  it('stops between two weeks when the shard is lost, and continues later', async () => {
    const world = await answeredWorld();
    let asked = 0;
    const work = createSearchIndexJob(world.deps);
    const isOwned = (): boolean => {
      asked += 1;
      return asked < 20;
    };
    await work(jobSettings.shards, isOwned);
    world.clock.advance({ minutes: 2 });
    await work(jobSettings.shards, () => true);
    expect((await progressOf(world))?.indexedTo).toBe(finalMondayAt(world.clock.now()));
    expect(addDays(finalMondayAt(world.clock.now()), -7) > aDate('2026-09-14')).toBe(true);
  });
});
