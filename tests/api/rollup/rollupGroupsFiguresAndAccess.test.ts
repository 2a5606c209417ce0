import { getRollup as rollupCall } from '#contracts/rollup/rollupQueryAndResult.ts';
import type { Rollup, RollupGroup } from '#contracts/rollup/rollupQueryAndResult.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import en from '#contracts/text/en.json' with { type: 'json' };
import { eraseInTeam } from '../../../bot/src/services/dataLifecycle/erasePersonInOrganisation.ts';
import { getReport } from '../../../bot/src/services/reports/getDailyReport.ts';
import { getTrends } from '../../../bot/src/services/reports/getTrendsByRunAndMember.ts';
import { getRollup } from '../../../bot/src/services/rollup/getRollup.ts';
import { skipRun } from '../../../bot/src/services/answers/skipRun.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { openDay } from '../../support/apps/standupDayAndValidCalls.ts';
import { aDate, aMeetingId, aMemberId, anInstant, aTeamId, idOf } from '../../support/data/idDateAndRecordBuilders.ts';
import { refusalOf } from '../../support/apps/refusalOfBadRequest.ts';
import { useTestApp } from '../../support/apps/testApp.ts';
import { answerAs, friday, monday } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

const week = { preset: 'RANGE', from: friday, to: '2026-11-24' } as const;

const rollup = async (world: World, query: object = {}, who = 'ann', store = world.store): Promise<Rollup> => {
  const input = rollupCall.input.parse({ ...week, ...query });
  return rollupCall.output.parse(await getRollup({ ...world.answering, store }, world.actor(who), input));
};

/** Plays Friday and Monday: ann answers both, bob misses Friday and skips Monday, cy answers Friday and then leaves. */
const twoDays = async (): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'bob', 'cy'] });
  await world.meeting({ isReminderEnabled: false });
  await world.runUntil('2026-11-20T09:05:00Z', 300);
  await answerAs(world, 'ann', { change: { blocked: 'Yes', what: 'No keys' } });
  await answerAs(world, 'cy', { change: { done: 'See ABC-1 with @bob' } });
  await world.runUntil('2026-11-20T12:00:00Z', 1800);
  await world.changeMember('cy', { leftOn: anInstant('2026-11-21T09:00:00Z') });
  await world.runUntil('2026-11-23T09:05:00Z', 3600);
  await answerAs(world, 'ann', { date: monday });
  await skipRun(world.answering, world.actor('bob'), {
    ...{ meetingId: aMeetingId(), date: aDate(monday), reason: 'At the dentist' },
  });
  await world.runUntil('2026-11-23T12:00:00Z', 1800);
  return world;
};

const nameOf = (group: RollupGroup): string =>
  group.by === 'PERSON' ? group.name : group.by === 'DAY' ? group.date : group.question;
const linesOf = ({ groups }: Rollup): string[] =>
  groups.map((group) => {
    const { asked, answered, missing, skipped } = group.figures.participation;
    return `${nameOf(group)} ${answered}/${asked} missing ${missing} skipped ${skipped}`;
  });

it('groups by person, by day and by question', async () => {
  const world = await twoDays();
  expect(linesOf(await rollup(world))).toEqual([
    'ann 2/2 missing 0 skipped 0',
    'bob 0/1 missing 1 skipped 1',
    'cy 1/1 missing 0 skipped 0',
  ]);
  expect(linesOf(await rollup(world, { by: 'DAY' }))).toEqual([
    '2026-11-23 1/1 missing 0 skipped 1',
    '2026-11-20 2/3 missing 1 skipped 0',
  ]);
  expect((await rollup(world, { by: 'QUESTION' })).groups.map(nameOf)).toEqual([
    ...['What did you get done?', 'What is planned?', 'Are you blocked?', 'What blocks you?'],
  ]);
});

it('shows the answers, the reason of a skip and who has left, as the day’s report does', async () => {
  const { groups } = await rollup(await twoDays());
  expect(groups.map((group) => group.by === 'PERSON' && group.hasLeft)).toEqual([false, false, true]);
  const [, bob, cy] = groups;
  expect(bob?.entries).toMatchObject([
    { date: monday, state: 'SKIPPED', skipReason: 'At the dentist', answers: [] },
    { date: friday, state: 'MISSING', answers: [] },
  ]);
  expect(cy?.entries[0]?.answers[0]).toMatchObject({ answer: 'See ABC-1 with @bob' });
});

it('shows the figures that the day’s report and the trends show', async () => {
  const world = await twoDays();
  const days = (await rollup(world, { by: 'DAY' })).groups;
  for (const group of days) {
    if (group.by !== 'DAY') throw new Error('The groups are days.');
    const input = { teamId: aTeamId(), date: group.date };
    const [report] = (await getReport(world.answering, world.actor('ann'), input)).reports;
    const { participation, goals, blockers } = group.figures;
    expect(participation).toMatchObject({
      ...{ asked: report?.totalMembers, answered: report?.membersAnswered, skipped: report?.membersSkipped ?? 0 },
    });
    expect([goals?.met, goals?.offered]).toEqual([report?.goalsTicked, report?.goalsOffered]);
    expect(blockers?.reported).toBe(report?.blockers);
  }
  const trends = await getTrends(world.answering, world.actor('ann'), {
    ...{ teamId: aTeamId(), meetingId: aMeetingId(), days: 30 },
  });
  expect(
    (await rollup(world)).groups.map((group) => {
      const { asked, answered, skipped, open } = group.figures.participation;
      return [nameOf(group), asked - open, answered, skipped];
    }),
  ).toEqual(trends.members.map(({ name, asked, answered, skipped }) => [name, asked, answered, skipped]));
  const questions = (await rollup(world, { by: 'QUESTION' })).groups;
  for (const { questionId, answers, counts } of trends.questions)
    expect(questions.find((group) => group.by === 'QUESTION' && group.questionId === questionId)).toMatchObject({
      ...{ answers, counts },
    });
});

it('counts blockers by their beginning and end, and hours by the timesheet', async () => {
  const { total, runs } = (await rollup(await twoDays())).head ?? {};
  expect(total?.blockers).toEqual({ reported: 1, opened: 1, resolved: 1 });
  expect(total?.minutes).toBe(3 * 120);
  expect(runs).toEqual({ counted: 2, missed: 0, cancelled: 0 });
});

it('shows the hit rate of one person’s goals only to that person', async () => {
  const world = await twoDays();
  const rateOf = async (who: string, query: object) =>
    (await rollup(world, query, who)).head?.total.goals?.hitRate?.settled ?? null;
  expect(await rateOf('ann', { people: world.member('ann') })).toBe(2);
  expect(await rateOf('bob', { people: world.member('ann') })).toBeNull();
});

it('filters by report and by person', async () => {
  const world = await twoDays();
  const other = await world.meeting({ id: aMeetingId('other'), name: 'Other' });
  expect((await rollup(world, { meetings: other.id })).groups).toEqual([]);
  const query = { meetings: aMeetingId(), people: `${world.member('bob')},${world.member('cy')}` };
  expect((await rollup(world, query)).groups.map(nameOf)).toEqual(['bob', 'cy']);
});

it('names an erased person as the day’s report does, and shows none of their words', async () => {
  const world = await twoDays();
  world.plants(/./);
  const erased = { memberId: world.member('cy'), names: ['cy'], replacement: 'A former member' };
  const place = { orgId: world.orgId, teamId: world.teamId };
  await eraseInTeam({ ...world.deps, newId: () => idOf('n') }, place, erased, anInstant('2026-11-24T13:00:00Z'));
  const read = await rollup(world);
  expect(linesOf(read)[0]).toBe('A former member 1/1 missing 0 skipped 0');
  expect(JSON.stringify(read)).not.toContain('ABC-1');
});

it('reads more entries of a group, and all parts for a file', async () => {
  const world = await aWorld({ people: Array.from({ length: 12 }, (_, index) => `p${index}`) });
  await world.meeting({ isReminderEnabled: false });
  await world.runUntil('2026-11-20T12:00:00Z', 1800);
  const [day] = (await rollup(world, { by: 'DAY' }, 'p0')).groups;
  expect([day?.entries.length, day?.entriesTotal]).toEqual([10, 12]);
  const more = { by: 'DAY', group: day?.key, cursor: day?.moreEntries };
  const next = await rollup(world, more, 'p0');
  expect([next.head, next.groups[0]?.entries.length, next.groups[0]?.moreEntries]).toEqual([null, 2, null]);
});

it('reads the runs of a team with one scan, and none for each member', async () => {
  const world = await twoDays();
  const seen: string[] = [];
  const store = new Proxy(world.store, {
    get(target, name, receiver) {
      if (name === 'get')
        return (...args: Parameters<TableStore['get']>) => {
          seen.push(args[1].rk);
          return target.get(...args);
        };
      if (name !== 'scan') return Reflect.get(target, name, receiver) as unknown;
      return (...args: Parameters<TableStore['scan']>) => {
        seen.push(args[2].from);
        return target.scan(...args);
      };
    },
  });
  await rollup(world, {}, 'ann', store);
  expect(seen.filter((key) => key.startsWith('D|'))).toEqual([`D|${friday}|`]);
  expect(seen.length).toBeLessThan(10);
});

it('refuses a set with too many entries, and names the field', async () => {
  const world = await twoDays();
  const changeable: { rollupEntries: number } = limits;
  const limit = jest.replaceProperty(changeable, 'rollupEntries', 4);
  await expect(rollup(world)).rejects.toMatchObject({
    ...{ code: 'INVALID_INPUT', details: { message: 'rollup.tooMuch', path: ['from'] } },
  });
  limit.restore();
});

describe('over HTTP', () => {
  const app = useTestApp();
  let day: Awaited<ReturnType<typeof openDay>>;
  beforeAll(async () => {
    day = await openDay(app());
  });
  const teamId = aTeamId('platform');

  it('covers all teams of the reader, and no other', async () => {
    const { head, groups } = await app().get('bob', rollupCall, {});
    expect(head?.reports.map(({ meetingId }) => meetingId)).toEqual([day.own.id]);
    expect(groups).toHaveLength(2);
  });

  it('is refused without a session, and NOT_FOUND for teams, reports and people of others', async () => {
    expect((await app().ask(null, rollupCall, {})).status).toBe(401);
    expect((await app().ask('eve', rollupCall, { teamId })).status).toBe(404);
    for (const { id } of [day.other, day.foreign])
      expect((await app().ask('bob', rollupCall, { meetings: id })).status).toBe(404);
    expect((await app().ask('bob', rollupCall, { people: aMemberId('zoe') })).status).toBe(404);
    expect((await app().ask('bob', rollupCall, { group: aMemberId('zoe') })).status).toBe(404);
  });

  it.each([
    ['weeks', { preset: 'SPRINT', weeks: '9' }],
    ['anchor', { preset: 'SPRINT', weeks: '2' }],
    ['from', { preset: 'RANGE', from: '2026-01-01', to: '2026-11-20' }],
    ['preset', { preset: 'YEAR' }],
    ['by', { by: 'TEAM' }],
    ['cursor', { cursor: 'x' }],
    ['meetings', { meetings: 'x' }],
    ['people', { people: Array.from({ length: limits.rollupPeople + 1 }, (_, index) => idOf(`m${index}`)).join(',') }],
  ] as const)('names the wrong field %s', async (field, input) => {
    const { status, envelope } = await app().ask('bob', rollupCall, input as never);
    expect([status, (envelope as { path?: unknown[] }).path?.[0]]).toEqual([400, field]);
  });

  it('names the longest period in words', async () => {
    const input = { preset: 'RANGE' as const, from: aDate('2026-01-01'), to: aDate('2026-11-20') };
    const refusal = await refusalOf(app(), rollupCall, input, 'bob');
    expect(refusal).toEqual([400, 'INVALID_INPUT', en['rollup.tooLong'].replace('{days, number}', '92')]);
  });
});
