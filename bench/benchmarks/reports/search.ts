import { statSync } from 'node:fs';
import type { LocalDate, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { searchAnswers as searchCall } from '#contracts/search/searchAnswers.ts';
import { addDays } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { indexShard } from '../../../bot/src/services/search/indexShard.ts';
import { searchAnswers } from '../../../bot/src/services/search/searchAnswers.ts';
import { shardOf } from '../../../bot/src/domain/core/shardOf.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { storeFile } from '../../../bot/src/startup/openAndCheckStores.ts';
import { aDate, aMemberId, aQuestion } from '../../../tests/support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../../tests/support/data/fakeClock.ts';
import { anActor, seedTeam } from '../../../tests/support/data/seedOrganisationsTeamsAndActors.ts';
import { randomFrom } from '../../../tests/support/data/seededRandom.ts';
import { storedRunRows } from '../../../tests/support/data/storedRunRows.ts';
import { testDeps } from '../../../tests/support/data/testDepsAndLogs.ts';
import { withFolder } from '../../parts/temporaryAndCountingStores.ts';
import { count, inMB, inMs } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench } from '../../benchmarkTypesAndFigureFormats.ts';

// Search over 1,000,000 answers: 40 teams of 25 members with 1,000 runs each, 30 words an answer.

const teams = 40;
const members = 25;
const runs = 1000;
const wordsInAnswer = 30;
const lastDay = aDate('2026-11-20');
const clock = fakeClock('2026-11-20T12:00:00Z');

const random = randomFrom(20);
const letters = 'etaoinshrdlucmfwypvbgkjqxz';
/** Words, the most frequent first. A rarer word has more letters, most of them letters that are frequent in English. */
const vocabulary = Array.from({ length: 30_000 }, (_, index) => {
  let word = '';
  for (let left = index + 1; left > 0; left = Math.floor(left / 9)) word += letters.charAt(random() ** 2 * 26);
  return `${word}${index.toString(36)}`;
});
/** Returns a random word. As in a natural language, the word of rank n is about 1/n as frequent as the first. */
const aWord = (): string => vocabulary[Math.floor(vocabulary.length ** random()) - 1] ?? 'word';
const aText = (): string => Array.from({ length: wordsInAnswer }, aWord).join(' ');

const teamName = (team: number): string => `team ${team}`;
const people = Array.from({ length: members }, (_, index) => `person ${index}`);
const questions = [aQuestion()];

const daysBefore = (workdays: number): LocalDate => addDays(lastDay, -(Math.floor(workdays / 5) * 7 + (workdays % 5)));

const fillTeam = async (
  store: SqliteStore,
  place: { readonly orgId: OrgId; readonly teamId: TeamId },
): Promise<void> => {
  const named = people.map((name) => ({ memberId: aMemberId(name), name }));
  for (let first = 0; first < runs; first += 50) {
    const rows = Array.from({ length: 50 }, (_, index) => {
      const answers = new Map(
        named.map(({ memberId }): [MemberId, Record<string, string>] => [memberId, { done: aText() }]),
      );
      return storedRunRows({ ...place, date: daysBefore(first + index), questions, members: named, answers });
    });
    await store.admin.bulkPut('Team', rows.flat());
  }
};

const fill = async (store: SqliteStore): Promise<OrgId> => {
  let orgId: OrgId | undefined;
  for (let team = 0; team < teams; team += 1) {
    const place = await seedTeam(store, { team: teamName(team), people });
    orgId = place.orgId;
    await fillTeam(store, place);
  }
  if (orgId === undefined) throw new Error('There is a team.');
  return orgId;
};

const sizeOf = (file: string): number =>
  [file, `${file}-wal`].reduce((sum, name) => sum + (statSync(name, { throwIfNoEntry: false })?.size ?? 0), 0);

const queries = {
  'one frequent word': () => vocabulary[Math.floor(random() * 20)] ?? '',
  'one rare word': () => vocabulary[10_000 + Math.floor(random() * 20_000)] ?? '',
  'three words, one of them rare': () =>
    `${aWord()} ${vocabulary[5000 + Math.floor(random() * 20_000)] ?? ''} ${aWord()}`,
  'a word that no answer has': () => `qqq${Math.floor(random() * 1e6)}`,
} as const;

interface Measured {
  readonly p50: number;
  readonly p99: number;
}

const measure = async (times: number, search: () => Promise<unknown>): Promise<Measured> => {
  const ms: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const from = performance.now();
    await search();
    ms.push(performance.now() - from);
  }
  ms.sort((a, b) => a - b);
  return { p50: ms[Math.floor(times / 2)] ?? 0, p99: ms[Math.floor(times * 0.99)] ?? 0 };
};

export const bench: Bench = () =>
  withFolder(async (folder) => {
    const file = storeFile(folder);
    const store = openSqliteStore({ file });
    const orgId = await fill(store);
    const before = sizeOf(file);
    const deps = testDeps(store, clock);
    const began = performance.now();
    if (!(await indexShard(deps, shardOf(orgId)))) throw new Error('The index was not built.');
    const building = performance.now() - began;
    const size = sizeOf(file) - before;
    const rows = [
      {
        what: `index of ${count(teams * members * runs)} answers`,
        figure: inMB(size),
        baseline: `${inMB(before)} of runs and answers`,
        ratio: `${Math.round((100 * size) / before)} %`,
        target: '≤ 40 %',
        isMet: size <= 0.4 * before,
      },
      {
        what: '– built in the background',
        figure: inMs(building),
        target: '≤ 180 s',
        isMet: building <= 180_000,
      },
    ];
    for (const [what, query] of Object.entries(queries))
      for (const [who, names, target] of [
        ['one team', [teamName(7)], 50],
        [`${teams} teams`, Array.from({ length: teams }, (_, team) => teamName(team)), 500],
      ] as const) {
        const actor = anActor(people[0], { teams: names });
        const { p50, p99 } = await measure(200, () =>
          searchAnswers(deps, actor, searchCall.input.parse({ q: query() })),
        );
        rows.push({
          what: `${what}, a reader of ${who}`,
          figure: `p50 ${inMs(p50)}, p99 ${inMs(p99)}`,
          target: `p99 ≤ ${target} ms`,
          isMet: p99 <= target,
        });
      }
    await store.close();
    return rows;
  });
