import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { searchAnswers as searchCall } from '#contracts/search/searchAnswers.ts';
import type { SearchResult } from '#contracts/search/searchAnswers.ts';
import { searchAnswers } from '../../../bot/src/services/search/searchAnswers.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { runKind } from '../../../bot/src/store/kinds/runs/run.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aDate, aMeetingId, aMemberId, anOrgId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { anActor } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import { answerAs, friday, monday } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';
import { giveAnswer, indexAll, placesOfWorld, searchPages, searchWorld } from '../../support/worlds/searchWorld.ts';

const search = async (world: World, q: string, filter: object = {}): Promise<SearchResult> =>
  searchCall.output.parse(
    await searchAnswers(world.answering, world.actor('ann'), searchCall.input.parse({ q, ...filter })),
  );

const answered = async (): Promise<World> => {
  const world = await aWorld();
  await world.meeting();
  await world.runUntil(`${friday}T09:05:00Z`, 600);
  await answerAs(world, 'ann', { change: { done: 'The gateway is deployed.' } });
  await answerAs(world, 'bob', { change: { done: 'Gateway tests', plan: 'Deploy again 1h' } });
  return world;
};

describe('the search of answers', () => {
  it('shows the answer, the question and where both are', async () => {
    const world = await answered();
    const { hits, next, isIndexing } = await search(world, 'gateway DEPLOYED');
    expect(hits).toEqual([
      {
        ...{
          teamId: world.teamId,
          teamName: 'Platform',
          meetingId: aMeetingId(),
          meetingName: 'Daily stand-up',
          isReportDeleted: false,
        },
        ...{ date: friday, memberId: world.member('ann'), name: 'ann' },
        answers: [
          {
            questionId: 'done',
            question: 'What did you get done?',
            parts: [
              { text: 'The ', isFound: false },
              { text: 'gateway', isFound: true },
              { text: ' is ', isFound: false },
              { text: 'deployed', isFound: true },
              { text: '.', isFound: false },
            ],
          },
        ],
      },
    ]);
    expect([next, isIndexing]).toEqual([null, false]);
  });

  it('follows an edit at once', async () => {
    const world = await answered();
    await answerAs(world, 'ann', { change: { done: 'Something else' } });
    expect((await search(world, 'gateway')).hits.map(({ name }) => name)).toEqual(['bob']);
    expect((await search(world, 'else')).hits).toHaveLength(1);
  });

  it('shows an answer ahead only when its run has opened, like the report of the day', async () => {
    const world = await answered();
    await world.runUntil('2026-11-22T12:00:00Z', 7200);
    await answerAs(world, 'ann', { date: monday, change: { done: 'Written ahead' } });
    expect((await search(world, 'ahead')).hits).toEqual([]);
    await world.runUntil(`${monday}T09:05:00Z`, 600);
    expect((await search(world, 'ahead')).hits.map(({ date }) => date)).toEqual([monday]);
  });

  it('is limited to a person, a report and dates, both of them included', async () => {
    const world = await answered();
    const named = async (filter: object) => (await search(world, 'gateway', filter)).hits.map(({ name }) => name);
    expect(await named({ memberId: world.member('bob') })).toEqual(['bob']);
    expect((await named({ meetingId: aMeetingId() })).sort()).toEqual(['ann', 'bob']);
    expect((await named({ teamId: world.teamId, from: friday, to: friday })).sort()).toEqual(['ann', 'bob']);
    expect(await named({ to: '2026-11-19' })).toEqual([]);
    expect(await named({ from: monday })).toEqual([]);
  });

  it('finds nothing in teams that the reader has left', async () => {
    const world = await answered();
    const input = searchCall.input.parse({ q: 'gateway' });
    const gone = world.actor('ann', { teamIds: [] });
    expect((await searchAnswers(world.answering, gone, input)).hits).toEqual([]);
    await expect(searchAnswers(world.answering, gone, { ...input, teamId: world.teamId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it.each([
    ['meetingId', aMeetingId('unknown')],
    ['memberId', aMemberId('unknown')],
    ['teamId', aTeamId('unknown')],
  ])('rejects an unknown %s', async (field, id) => {
    const world = await answered();
    await expect(search(world, 'gateway', { [field]: id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('pages of results', () => {
  const [platform] = placesOfWorld;
  const ann = { org: 'contoso', who: 'ann', teams: ['platform'] };

  it('follow each other without a gap and without a repetition, also within a run', async () => {
    const world = await searchWorld(openSqliteStore({ file: ':memory:' }), fakeClock('2026-10-21T12:00:00Z'));
    for (let day = 1; day <= 9; day += 1)
      for (const who of platform.people)
        await giveAnswer(world, {
          ...{ place: platform, meeting: 'daily', who, date: aDate(`2026-10-0${day}`), values: { done: 'needle' } },
        });
    await indexAll(world);
    const hits = await searchPages(world, ann, 'needle');
    expect(hits).toHaveLength(27);
    expect(new Set(hits.map(({ date, memberId }) => `${date} ${memberId}`)).size).toBe(27);
    const dates = hits.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().reverse());
  });

  it('end after 4,000 rows of runs and answers, and name the date up to which all are found', async () => {
    const world = await searchWorld(openSqliteStore({ file: ':memory:' }), fakeClock('2026-10-21T12:00:00Z'));
    const days = 5;
    // The limit counts rows: a row for each run and for each answer. Each of the five days gets a fifth of the limit.
    const answers = limits.searchedAnswers / days - 1;
    for (let day = 1; day <= days; day += 1) {
      const date = aDate(`2026-10-1${day}`);
      const place = { ...platform, people: Array.from({ length: answers }, (_, index) => `m${index}`) };
      await giveAnswer(world, { place: place as never, meeting: 'daily', who: 'ann', date, values: { done: 'hay' } });
      const records = inOrg(world.store, anOrgId());
      const page = await records.store.scan('Team', `${anOrgId()}|${aTeamId()}`, {
        from: `D|${date}|`,
        to: `D|${date}}`,
      });
      const [model] = page.rows.filter(({ rk }) => rk.includes('|a|'));
      if (model === undefined) throw new Error('There is an answer.');
      const prefix = model.rk.slice(0, model.rk.lastIndexOf('|') + 1);
      await world.store.admin.bulkPut(
        'Team',
        Array.from({ length: answers - 1 }, (_, index) => ({ ...model, rk: `${prefix}${aMemberId(`m${index}`)}` })),
      );
    }
    const first = await searchAnswers(world.deps, anActor('ann'), searchCall.input.parse({ q: 'needle' }));
    const last = `2026-10-11.${aTeamId()}.${aMeetingId('platform daily')}.~`;
    expect(first).toMatchObject({ hits: [], searchedTo: '2026-10-11', next: last });
    expect(await searchPages(world, ann, 'needle')).toEqual([]);
  });

  it('show that older answers are still being indexed, and find them nevertheless', async () => {
    const world = await searchWorld(openSqliteStore({ file: ':memory:' }), fakeClock('2026-10-21T12:00:00Z'));
    await giveAnswer(world, {
      ...{ place: platform, meeting: 'daily', who: 'ann', date: aDate('2026-03-02'), values: { done: 'needle' } },
    });
    const ask = () => searchAnswers(world.deps, anActor('ann'), searchCall.input.parse({ q: 'needle' }));
    expect(await ask()).toMatchObject({ hits: [{ date: '2026-03-02' }], isIndexing: true });
    await indexAll(world);
    expect(await ask()).toMatchObject({ hits: [{ date: '2026-03-02' }], isIndexing: false });
  });

  it('never show an answer that only the index still has', async () => {
    const world = await searchWorld(openSqliteStore({ file: ':memory:' }), fakeClock('2026-10-21T12:00:00Z'));
    const given = { place: platform, meeting: 'daily', who: 'ann', date: aDate('2026-03-02') };
    await giveAnswer(world, { ...given, values: { done: 'needle' } });
    await giveAnswer(world, { ...given, who: 'bob', values: { done: 'needle' } });
    await indexAll(world);
    await giveAnswer(world, { ...given, values: { done: '' } });
    expect((await searchPages(world, ann, 'needle')).map(({ name }) => name)).toEqual(['bob']);
    const key = { teamId: aTeamId(), meetingId: aMeetingId('platform daily'), date: aDate('2026-03-02') };
    const records = inOrg(world.store, anOrgId());
    const run = await records.get(runKind, key);
    if (run === undefined) throw new Error('There is a run.');
    await records.delete(runKind, key, run.etag);
    expect(await searchPages(world, ann, 'needle')).toEqual([]);
  });
});
