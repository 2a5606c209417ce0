import type { LocalDate, MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { searchAnswers as searchCall } from '#contracts/search/searchAnswers.ts';
import type { SearchHit } from '#contracts/search/searchAnswers.ts';
import { addDays } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { eraseInTeam } from '../../../bot/src/services/dataLifecycle/erasePersonInOrganisation.ts';
import { trimOrganisation } from '../../../bot/src/services/dataLifecycle/trimOldRows.ts';
import { readDayReports } from '../../../bot/src/services/reports/readDayReports.ts';
import { indexShard } from '../../../bot/src/services/search/indexShard.ts';
import { searchAnswers } from '../../../bot/src/services/search/searchAnswers.ts';
import { shardOf } from '../../../bot/src/domain/core/shardOf.ts';
import { inOrg, readAs, scanRows } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { findingLine } from '../../../bot/src/store/admin/storeCheckFinding.ts';
import { verifyStore } from '../../../bot/src/store/admin/verifyStore.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { answer as answerKind } from '../../../bot/src/store/kinds/answers/answerAndHistory.ts';
import { searchProgress, searchWords } from '../../../bot/src/store/kinds/search/searchIndex.ts';
import { teamPartition } from '../../../bot/src/store/kinds/core/teamPartitionAndKeyParts.ts';
import type { TableAdmin, TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { wordsOf } from '../../../bot/src/domain/search/splitAndMatchWords.ts';
import {
  aDate,
  aMeetingId,
  aMemberId,
  anInstant,
  anOrgId,
  aQuestion,
  aTeamId,
} from '../data/idDateAndRecordBuilders.ts';
import type { FakeClock } from '../data/fakeClock.ts';
import { anActor, seedTeam } from '../data/seedOrganisationsTeamsAndActors.ts';
import { answerRow, storedRunRows } from '../data/storedRunRows.ts';
import { testDeps } from '../data/testDepsAndLogs.ts';
import { question } from './saveAnswersAndReadMessages.ts';

// Creates teams with stored runs, in which a test compares the search with a scan of all reports.

export type AdminStore = TableStore & { readonly admin: TableAdmin };

export const searchedQuestions = [
  aQuestion({ id: question('done'), sequence: 1 }),
  aQuestion({ id: question('next'), sequence: 2, text: 'What is next?' }),
  aQuestion({
    id: question('tools'),
    sequence: 3,
    text: 'With which tools?',
    type: 'MULTIPLE',
    options: ['ruler', 'pen'],
  }),
  aQuestion({ id: question('count'), sequence: 4, text: 'How many?', type: 'NUMBER' }),
];

export const placesOfWorld = [
  { org: 'contoso', team: 'platform', people: ['ann', 'bob', 'cleo'] },
  { org: 'contoso', team: 'apps', people: ['ann', 'dan'] },
  { org: 'fabrikam', team: 'other', people: ['eve', 'fay'] },
] as const;
export type PlaceInWorld = (typeof placesOfWorld)[number];

export interface GivenTexts {
  readonly place: PlaceInWorld;
  readonly date: LocalDate;
  readonly meeting: string;
  readonly who: string;
  readonly values: Readonly<Record<string, string>>;
}

export const searchWorld = async (store: AdminStore, clock: FakeClock) => {
  for (const { org: orgName, team, people } of placesOfWorld) await seedTeam(store, { org: orgName, team, people });
  return { store, clock, deps: testDeps(store, clock) };
};
export type SearchWorld = Awaited<ReturnType<typeof searchWorld>>;

const meetingIdOf = ({ team }: PlaceInWorld, meeting: string): MeetingId => aMeetingId(`${team} ${meeting}`);

/** Stores an answer and its run. An existing answer of the same member is replaced. */
export const giveAnswer = async (
  { store }: SearchWorld,
  { place, date, meeting, who, values }: GivenTexts,
): Promise<void> => {
  const run = { orgId: anOrgId(place.org), teamId: aTeamId(place.team), meetingId: meetingIdOf(place, meeting), date };
  const members = place.people.map((name) => ({ memberId: aMemberId(name), name }));
  const rows = storedRunRows({
    ...run,
    meetingName: meeting,
    questions: searchedQuestions,
    members,
    answers: new Map(),
  });
  await store.admin.bulkPut('Team', [...rows, answerRow(run, aMemberId(who), values)]);
};

/** Brings the index of both organisations up to date, on this store or on one that fails. */
export const indexAll = async ({ deps }: SearchWorld, store: TableStore = deps.store): Promise<void> => {
  for (const name of ['contoso', 'fabrikam']) await indexShard({ ...deps, store }, shardOf(anOrgId(name)));
};

export const erasePerson = async (
  { deps, clock }: SearchWorld,
  who: string,
  store: TableStore = deps.store,
): Promise<void> => {
  const now = anInstant(new Date(clock.now()).toISOString());
  for (const { org: orgName, team, people } of placesOfWorld)
    if ((people as readonly string[]).includes(who)) {
      const place = { orgId: anOrgId(orgName), teamId: aTeamId(team) };
      const erased = { memberId: aMemberId(who), names: [who], replacement: 'Former member' };
      await eraseInTeam({ ...deps, store }, place, erased, now);
    }
};

export const trimAll = async (
  { deps }: SearchWorld,
  retentionDays: number,
  store: TableStore = deps.store,
): Promise<void> => {
  for (const name of ['contoso', 'fabrikam']) {
    await inOrg(deps.store, anOrgId(name)).touch(org, undefined, { retentionDays });
    await trimOrganisation({ ...deps, store }, anOrgId(name));
  }
};

/** Reads all pages of a search. Fails if the pages do not end. */
export const searchPages = async (
  { deps }: SearchWorld,
  reader: { readonly org: string; readonly who: string; readonly teams: readonly string[] },
  q: string,
  filter: Readonly<Record<string, string>> = {},
): Promise<SearchHit[]> => {
  const actor = anActor(reader.who, { org: reader.org, teams: reader.teams });
  const hits: SearchHit[] = [];
  let after: string | undefined;
  for (let page = 0; page < 500; page += 1) {
    const input = searchCall.input.parse({ q, ...filter, ...(after === undefined ? {} : { after }) });
    const result = searchCall.output.parse(await searchAnswers(deps, actor, input));
    hits.push(...result.hits);
    if (result.next === null) return hits;
    after = result.next;
  }
  throw new Error('The search does not end.');
};

export const lineOfHit = ({ date, teamId, meetingId, memberId, answers }: SearchHit): string =>
  [date, teamId, meetingId, memberId, ...answers.map(({ questionId }) => questionId)].join(' ');

/** Splits a text into words without code of the product. It handles only what the texts of these tests contain. */
const plainWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replace(/(\p{sc=Han})/gu, ' $1 ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const contains = (text: string, words: readonly string[], isPrefix: boolean): boolean => {
  const all = plainWords(text);
  return all.some((_, at) =>
    words.every((word, index) =>
      isPrefix && index === words.length - 1 ? (all[at + index] ?? '').startsWith(word) : all[at + index] === word,
    ),
  );
};

export interface PlainTerm {
  readonly words: string;
  readonly isPrefix: boolean;
}

/**
 * Finds the answers with all terms by reading the report of each day of each team, without the index.
 */
export const scanReports = async (
  { deps, clock }: SearchWorld,
  reader: { readonly org: string; readonly teams: readonly string[] },
  terms: readonly PlainTerm[],
  days: { readonly from: LocalDate; readonly to: LocalDate },
): Promise<string[]> => {
  const records = inOrg(deps.store, anOrgId(reader.org));
  const found: string[] = [];
  for (let date = days.to; date >= days.from; date = addDays(date, -1))
    for (const teamId of reader.teams.map((name) => aTeamId(name)).sort()) {
      const day = await readDayReports(
        records,
        { teamId, date, meetingId: undefined },
        { reader: null, now: clock.now() },
      );
      for (const report of day.reports.toSorted((a, b) => (a.meetingId < b.meetingId ? -1 : 1)))
        for (const member of report.members.toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1))) {
          const answers = member.answers.filter(({ format }) => format.type !== 'NUMBER');
          const has = (text: string, { words, isPrefix }: PlainTerm): boolean =>
            contains(text, plainWords(words), isPrefix);
          if (!terms.every((term) => answers.some(({ answer }) => has(answer, term)))) continue;
          const shown = answers.filter(({ answer }) => terms.some((term) => has(answer, term)));
          const ids = shown.map(({ questionId }) => questionId);
          found.push([date, teamId, report.meetingId, member.memberId, ...ids].join(' '));
        }
    }
  return found;
};

/** Returns the words of the stored answers by run. */
const storedWords = async ({ store }: SearchWorld, pk: string): Promise<Map<string, Set<string>>> => {
  const stored = new Map<string, Set<string>>();
  for await (const row of scanRows(store, 'Team', pk, { from: 'D|', to: 'D}' })) {
    const [, date, meetingId, what] = row.rk.split('|');
    if (what !== 'a') continue;
    const name = `${date ?? ''}|${meetingId ?? ''}`;
    const words = stored.get(name) ?? new Set();
    stored.set(name, words);
    for (const text of Object.values(readAs(answerKind, row).value.values))
      for (const { word } of wordsOf(text)) words.add(word.slice(0, 24));
  }
  return stored;
};

/**
 * Returns the words of the index that no stored answer of their run contains. Leaves out weeks whose answers can still
 * be edited, unless the run has no answer or `erased` is a member of the team. Searches do not read these weeks, so
 * they may keep words of replaced answers until they are indexed again.
 */
export const staleWords = async (world: SearchWorld, erased?: string): Promise<string[]> => {
  const stale: string[] = [];
  for (const { org: orgName, team, people } of placesOfWorld) {
    const [orgId, teamId] = [anOrgId(orgName), aTeamId(team)];
    const pk = teamPartition(orgId, teamId);
    const stored = await storedWords(world, pk);
    const progress = await inOrg(world.store, orgId).get(searchProgress, { teamId });
    const isErased = (people as readonly (string | undefined)[]).includes(erased);
    const mayBeEdited = (run: string): boolean =>
      !isErased && stored.has(run) && run.slice(0, 10) >= (progress?.value.indexedTo ?? '');
    for await (const row of scanRows(world.store, 'Team', pk, { from: 'I|', to: 'I}' }))
      for (const line of readAs(searchWords, row).value.text.split('\n')) {
        const [run = '', ...words] = line.split(' ');
        if (mayBeEdited(run)) continue;
        stale.push(...words.filter((word) => stored.get(run)?.has(word) !== true).map((word) => `${run} ${word}`));
      }
  }
  return stale;
};

/** Returns the faults that verify-store finds in the indexes. */
export const indexFaults = async ({ store }: SearchWorld): Promise<string[]> =>
  (await verifyStore(store.admin)).findings
    .map(findingLine)
    .filter((line) => /^Team search(?:Words|Progress) /.test(line));

export const dayOf = (clock: FakeClock): LocalDate => aDate(new Date(clock.now()).toISOString().slice(0, 10));
