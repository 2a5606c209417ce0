import { ui } from '#contracts/core/limitsAndProductConstants.ts';
import { searchAnswers as searchCall } from '#contracts/search/searchAnswers.ts';
import type { SearchResult } from '#contracts/search/searchAnswers.ts';
import type { Deps } from '../../../bot/src/services/core/deps.ts';
import { searchAnswers } from '../../../bot/src/services/search/searchAnswers.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { orgTeam } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { answer as answerKind } from '../../../bot/src/store/kinds/answers/answerAndHistory.ts';
import { runKind } from '../../../bot/src/store/kinds/runs/run.ts';
import { searchProgress } from '../../../bot/src/store/kinds/search/searchIndex.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aDate, aMeetingId, aMemberId, anOrgId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { anActor } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { question } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { giveAnswer, indexAll, placesOfWorld, searchWorld } from '../../support/worlds/searchWorld.ts';
import type { GivenTexts, SearchWorld } from '../../support/worlds/searchWorld.ts';

const [platform, apps] = placesOfWorld;
const daily = aMeetingId('platform daily');
const retro = aMeetingId('platform retro');
const [firstMeeting, secondMeeting] = [daily, retro].sort();
const records = ({ store }: SearchWorld) => inOrg(store, anOrgId());

// The clock shows a Wednesday. The weeks before Monday, 12 October, are final, so that they can be indexed.
let world: SearchWorld;
beforeEach(async () => {
  world = await searchWorld(openSqliteStore({ file: ':memory:' }), fakeClock('2026-10-21T12:00:00Z'));
});

const give = (date: string, change: Partial<GivenTexts> = {}): Promise<void> =>
  giveAnswer(world, {
    ...{ place: platform, meeting: 'daily', who: 'ann', date: aDate(date), values: { done: 'needle' } },
    ...change,
  });

/** Searches as ann, who belongs to both teams. */
const search = async (
  filter: Readonly<Record<string, string>> = {},
  deps: Pick<Deps, 'store' | 'clock'> = world.deps,
): Promise<SearchResult> => {
  const actor = anActor('ann', { teams: ['platform', 'apps'] });
  return searchCall.output.parse(await searchAnswers(deps, actor, searchCall.input.parse({ q: 'needle', ...filter })));
};

/** Searches, and returns the keys of the rows and the beginnings of the ranges that the search reads. */
const readsOf = async (filter: Readonly<Record<string, string>> = {}): Promise<string[]> => {
  const reads: string[] = [];
  const { store } = world;
  await search(filter, {
    ...world.deps,
    store: {
      ...store,
      get: (table, key) => {
        reads.push(key.rk);
        return store.get(table, key);
      },
      scan: (table, pk, range, page) => {
        reads.push(`${pk} ${range.from}`);
        return store.scan(table, pk, range, page);
      },
    },
  });
  return reads;
};

const placesIn = ({ hits }: SearchResult): string[] =>
  hits.map(({ date, teamName, name }) => `${date} ${teamName} ${name}`);

describe('a search', () => {
  it('in one team finds nothing of the reader’s other teams', async () => {
    await give('2026-10-20');
    await give('2026-10-20', { place: apps });
    expect(placesIn(await search({ teamId: aTeamId('apps') }))).toEqual(['2026-10-20 Apps ann']);
    expect((await search()).hits).toHaveLength(2);
  });

  it('for a person reads only the teams of the person', async () => {
    await give('2026-10-20', { who: 'bob' });
    await give('2026-10-20', { place: apps });
    expect(placesIn(await search({ memberId: aMemberId('bob') }))).toEqual(['2026-10-20 Platform bob']);
    const ranges = (await readsOf({ memberId: aMemberId('bob') })).filter((read) => read.includes(' '));
    expect(ranges.every((range) => range.includes(`|${aTeamId('platform')} `))).toBe(true);
  });

  it('is refused to a superadmin', async () => {
    const gus = anActor('gus', { role: 'superadmin', teams: [] });
    const found = searchAnswers(world.deps, gus, searchCall.input.parse({ q: 'needle' }));
    await expect(found).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('needs a letter or a digit', async () => {
    await expect(search({ q: '—' })).rejects.toMatchObject({
      ...{ code: 'INVALID_INPUT', details: { message: 'search.needsWord' } },
    });
  });

  it('reads no week after tomorrow, whatever the last date is', async () => {
    await give('2026-10-20');
    expect(await readsOf({ to: '2030-01-01' })).toEqual(await readsOf());
    expect((await readsOf({ to: '2026-10-11' })).length).toBeLessThan((await readsOf()).length);
  });

  it('reads each team name and report once', async () => {
    for (const date of ['2026-10-18', '2026-10-19', '2026-10-20']) await give(date);
    const reads = await readsOf();
    expect(reads.filter((read) => read === `team|${aTeamId('platform')}`)).toHaveLength(1);
    expect(reads.filter((read) => read === `G|${daily}`)).toHaveLength(1);
  });
});

describe('the results of several teams', () => {
  const dates = {
    platform: ['2026-08-04', '2026-09-22', '2026-10-06', '2026-10-08', '2026-10-20'],
    apps: ['2026-09-15', '2026-09-29', '2026-10-07', '2026-10-19', '2026-10-20'],
  };
  const expected = (['platform', 'apps'] as const)
    .flatMap((team) => dates[team].map((date) => ({ date, teamId: aTeamId(team) })))
    .sort((a, b) => (a.date === b.date ? (a.teamId < b.teamId ? -1 : 1) : a.date < b.date ? 1 : -1));

  it.each([[false], [true]])(
    'are sorted from the newest, and by team within a date; indexed: %s',
    async (isIndexed) => {
      for (const place of [platform, apps]) for (const date of dates[place.team]) await give(date, { place });
      if (isIndexed) await indexAll(world);
      expect((await search()).hits.map(({ date, teamId }) => ({ date, teamId }))).toEqual(expected);
    },
  );
});

describe('a page of results', () => {
  it('has 20 results, and ends with the date and the place of the last one', async () => {
    for (let day = 1; day <= 9; day += 1) for (const who of platform.people) await give(`2026-10-0${day}`, { who });
    const page = await search();
    expect(page.hits).toHaveLength(ui.searchPageSize);
    const last = page.hits.at(-1);
    expect(page.searchedTo).toBe('2026-10-03');
    expect(page.next).toBe(`2026-10-03.${aTeamId()}.${daily}.${String(last?.memberId)}`);
    const rest = await search({ after: String(page.next) });
    expect(rest).toMatchObject({ next: null, searchedTo: null });
    expect(rest.hits).toHaveLength(7);
  });

  it('is the last one if it has just room for all results', async () => {
    for (let day = 1; day <= ui.searchPageSize; day += 1) await give(`2026-09-${String(day).padStart(2, '0')}`);
    expect(await search()).toMatchObject({ next: null, searchedTo: null });
  });

  it('reads no run of the pages before it', async () => {
    for (const meeting of ['daily', 'retro']) await give('2026-10-19', { meeting });
    await give('2026-10-16');
    const runsAfter = async (place: string) =>
      (await readsOf({ after: `2026-10-19.${aTeamId()}.${place}` })).filter((read) => /^D\|.*\|0$/.test(read));
    const [first, second, older] = [
      `D|2026-10-19|${firstMeeting}|0`,
      `D|2026-10-19|${secondMeeting}|0`,
      `D|2026-10-16|${daily}|0`,
    ];
    expect(await runsAfter(`${firstMeeting}.${aMemberId('bob')}`)).toEqual([first, second, older]);
    expect(await runsAfter(`${firstMeeting}.~`)).toEqual([second, older]);
    expect(await runsAfter(`${secondMeeting}.~`)).toEqual([older]);
  });
});

describe('the index', () => {
  const indexedTo = (date: string, team = 'platform') =>
    records(world).touch(
      searchProgress,
      { teamId: aTeamId(team) },
      { indexedTo: aDate(date), writtenTo: null, isClearing: false, writer: null },
    );
  const isIndexing = async () => (await search()).isIndexing;

  it('counts as incomplete only if it lacks more than four weeks', async () => {
    await give('2026-03-02');
    await indexedTo('2026-09-14');
    expect(await isIndexing()).toBe(false);
    await indexedTo('2026-09-07');
    expect(await isIndexing()).toBe(true);
  });

  it('counts as incomplete if that of one team is', async () => {
    await give('2026-03-02');
    await give('2026-03-02', { place: apps });
    await indexedTo('2026-10-12');
    expect(await isIndexing()).toBe(true);
    await indexedTo('2026-10-12', 'apps');
    expect(await isIndexing()).toBe(false);
  });

  it('of a team without answers is complete', async () => {
    await indexedTo('2026-01-05');
    expect(await isIndexing()).toBe(false);
  });
});

describe('a found answer', () => {
  it('names a report that was deleted', async () => {
    await give('2026-10-20');
    expect((await search()).hits).toMatchObject([{ meetingId: daily, meetingName: 'daily', isReportDeleted: true }]);
  });

  it('of a person outside the run has the name of the team member', async () => {
    await give('2026-10-20', { place: { ...platform, people: [] as never } });
    expect(placesIn(await search())).toEqual(['2026-10-20 Platform Ann']);
  });

  it('has empty names if the rows of the team and the member are gone', async () => {
    await give('2026-10-20', { place: { ...platform, people: [] as never } });
    const [teamId, memberId] = [aTeamId(), aMemberId('ann')];
    const member = await records(world).get(teamMember, { teamId, memberId });
    const team = await records(world).get(orgTeam, { teamId });
    if (member === undefined || team === undefined) throw new Error('The world has both rows.');
    await records(world).delete(teamMember, { teamId, memberId }, member.etag);
    await records(world).delete(orgTeam, { teamId }, team.etag);
    expect((await search()).hits).toMatchObject([{ teamName: '', name: '' }]);
  });

  it('is not shown if it was given ahead of a run that asks none of its questions', async () => {
    const date = aDate('2026-10-20');
    await give(date);
    await give(date, { who: 'bob' });
    const key = { teamId: aTeamId(), meetingId: daily, date };
    const run = await records(world).get(runKind, key);
    if (run === undefined) throw new Error('The world has the run.');
    const { meetingName, type, instants, questions } = run.value;
    const [given] = instants;
    if (given === undefined) throw new Error('The run has instants.');
    await records(world).touch(
      answerKind,
      { ...key, memberId: aMemberId('ann') },
      { values: { [question('earlier')]: 'needle' }, givenTo: { meetingName, type, instants: given, questions } },
    );
    expect(placesIn(await search())).toEqual(['2026-10-20 Platform bob']);
  });
});
