import fc from 'fast-check';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { addDays } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { finalMondayAt } from '../../../bot/src/services/search/writeAndTrimSearchIndex.ts';
import { fakeClock } from '../data/fakeClock.ts';
import { failingStore } from '../store/storeFailingAtNthCall.ts';
import { aDate, aMemberId } from '../data/idDateAndRecordBuilders.ts';
import {
  dayOf,
  erasePerson,
  giveAnswer,
  indexAll,
  indexFaults,
  lineOfHit,
  placesOfWorld,
  scanReports,
  searchPages,
  searchWorld,
  staleWords,
  trimAll,
} from './searchWorld.ts';
import type { AdminStore, PlainTerm, SearchWorld } from './searchWorld.ts';

// Plays random answers, edits, erasures, retention and moves of the clock, with the search index built, interrupted or
// missing.

const words = [
  'deploy',
  'Deployed',
  'déploy',
  'test',
  'tests',
  'Straße',
  'strasse',
  'køb',
  '部署',
  '部',
  '署部',
  'v2',
  'qa',
  'x',
];
const text = fc
  .array(fc.constantFrom(...words), { minLength: 2, maxLength: 8, size: 'max' })
  .chain((list) => fc.constantFrom(' ', ', ', '\n', '-').map((gap) => list.join(gap)));
const given = fc.record({
  place: fc.constantFrom(...placesOfWorld),
  who: fc.nat(2),
  meeting: fc.constantFrom('daily', 'retro'),
  daysAgo: fc.nat(4),
  done: text,
  next: fc.option(text, { nil: '' }),
  tools: fc.constantFrom('', 'ruler', 'ruler\npen'),
});
const after = fc.option(fc.nat(30), { nil: null });
const step = fc.oneof(
  { weight: 16, arbitrary: given.map((value) => ({ do: 'answer' as const, ...value })) },
  { weight: 4, arbitrary: fc.nat(12).map((days) => ({ do: 'wait' as const, days })) },
  { weight: 3, arbitrary: after.map((killedAfter) => ({ do: 'index' as const, killedAfter })) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('erase' as const),
      who: fc.constantFrom('ann', 'bob', 'eve'),
      killedAfter: after,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('trim' as const), keep: fc.constantFrom(10, 30, 60), killedAfter: after }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'clockBack' as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const term = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(...words, 'ruler', 'de', '部署', 's').map((item) => ({ words: item, isQuoted: false })),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom(...words), { minLength: 2, maxLength: 2 })
      .map((list) => ({ words: list.join(' '), isQuoted: true })),
  },
);
const asked = fc.record({
  terms: fc.oneof(
    { weight: 3, arbitrary: term.map((item) => [item]) },
    { weight: 1, arbitrary: fc.array(term, { minLength: 2, maxLength: 3 }) },
  ),
  reader: fc.constantFrom(
    { org: 'contoso', who: 'ann', teams: ['platform', 'apps'] },
    { org: 'contoso', who: 'bob', teams: ['platform'] },
    { org: 'contoso', who: 'dan', teams: ['apps'] },
    { org: 'fabrikam', who: 'eve', teams: ['other'] },
    { org: 'fabrikam', who: 'eve', teams: [] },
  ),
  filter: fc.constantFrom('none' as const, 'member' as const, 'dates' as const),
});

export const scenario = fc.record({
  steps: fc.array(step, { minLength: 40, maxLength: 70, size: 'max' }),
  questions: fc.array(asked, { minLength: 3, maxLength: 6 }),
});
export type SearchScenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

/** Runs the work on a store that fails after `killedAfter` calls, as if the process was killed. If `killedAfter` is null, does nothing. */
const killed = async (
  world: SearchWorld,
  killedAfter: number | null,
  work: (store: AdminStore) => Promise<void>,
): Promise<void> => {
  if (killedAfter !== null) {
    const failing = failingStore(world.store, killedAfter, 'crash').store;
    await work({ ...failing, admin: world.store.admin }).catch(() => undefined);
  }
};

const play = async (world: SearchWorld, item: Step): Promise<void> => {
  const { clock } = world;
  switch (item.do) {
    case 'answer': {
      const { place, meeting, done, next, tools } = item;
      const who = place.people[item.who % place.people.length] ?? place.people[0];
      const values = { done, next, tools, count: '2' };
      await giveAnswer(world, { place, meeting, who, date: addDays(dayOf(clock), -item.daysAgo), values });
      return;
    }
    case 'wait':
      clock.advance({ minutes: item.days * 24 * 60 });
      return;
    case 'index':
      await killed(world, item.killedAfter, (store) => indexAll(world, store));
      if (item.killedAfter === null) await indexAll(world);
      return;
    case 'erase':
      await killed(world, item.killedAfter, (store) => erasePerson(world, item.who, store));
      await erasePerson(world, item.who);
      return;
    case 'trim':
      await killed(world, item.killedAfter, (store) => trimAll(world, item.keep, store));
      await trimAll(world, item.keep);
      return;
    case 'clockBack':
      // For one run of the nightly work, the clock is a month ahead.
      clock.advance({ minutes: 30 * 24 * 60 });
      await indexAll(world);
      clock.advance({ minutes: -30 * 24 * 60 });
      await indexAll(world);
  }
};

const dates = (world: SearchWorld): { readonly from: LocalDate; readonly to: LocalDate } => ({
  from: aDate('2026-08-01'),
  to: addDays(dayOf(world.clock), 1),
});

const check = async (
  world: SearchWorld,
  { terms, reader, filter }: SearchScenario['questions'][number],
): Promise<number> => {
  const { from, to } = dates(world);
  const middle = addDays(dayOf(world.clock), -9);
  const last = terms.at(-1);
  const plain = terms.map((item): PlainTerm => ({ words: item.words, isPrefix: item === last && !item.isQuoted }));
  // If the last word of the query equals an earlier word, the search treats both as one term, which matches the
  // beginning of a word.
  const q = terms.map((item) => (item.isQuoted ? `"${item.words}"` : item.words)).join(' ');
  const expected = await scanReports(world, reader, plain, filter === 'dates' ? { from: middle, to } : { from, to });
  const isAsked =
    filter !== 'member' || reader.teams.some((team) => placesOfWorld.some((place) => place.team === team));
  const filters = { none: {}, member: { memberId: aMemberId(reader.who) }, dates: { from: middle } }[filter];
  const only = filter === 'member' ? expected.filter((line) => line.split(' ')[3] === aMemberId(reader.who)) : expected;
  if (!isAsked) return 0;
  const hits = await searchPages(world, reader, q, filters);
  const lines = hits.map(lineOfHit);
  if (JSON.stringify(lines) !== JSON.stringify(only))
    throw new Error(`"${q}" of ${reader.who} finds\n${lines.join('\n')}\ninstead of\n${only.join('\n')}`);
  const final = finalMondayAt(world.clock.now());
  return hits.filter(({ date }) => date < final).length;
};

/**
 * Plays a scenario, and compares the search with the scan after each step that changes the index. Returns the number of
 * hits in final weeks.
 */
export const playSearch = async (store: AdminStore, { steps, questions }: SearchScenario): Promise<number> => {
  const clock = fakeClock('2026-09-14T12:00:00Z');
  const world = await searchWorld(store, clock);
  let hits = 0;
  for (const item of steps) {
    await play(world, item);
    if (item.do === 'answer' || item.do === 'wait') continue;
    for (const question of questions.slice(0, 1)) hits += await check(world, question);
    if (item.do !== 'index') {
      const stale = await staleWords(world, item.do === 'erase' ? item.who : undefined);
      if (stale.length > 0) throw new Error(`After ${item.do} the index contains ${stale.join(', ')}`);
    }
  }
  await indexAll(world);
  const faults = await indexFaults(world);
  if (faults.length > 0) throw new Error(`verify-store finds ${faults.join(', ')}`);
  for (const question of questions) hits += await check(world, question);
  return hits;
};
