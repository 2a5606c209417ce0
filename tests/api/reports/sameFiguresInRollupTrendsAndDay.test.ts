import { getRollup as rollupCall } from '#contracts/rollup/rollupQueryAndResult.ts';
import { questionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { storedQuestion } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { getTrends as runTrendsCall } from '#contracts/reports/getTrends.ts';
import { getWeeklyTrends as trendsCall } from '#contracts/reports/getWeeklyTrends.ts';
import { saveAnswer } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { skipRun } from '../../../bot/src/services/answers/skipRun.ts';
import { resolveBlockerOf } from '../../../bot/src/services/blockers/resolveBlocker.ts';
import { goalId } from '../../../bot/src/domain/core/hashesAndDerivedIds.ts';
import { getReport } from '../../../bot/src/services/reports/getDailyReport.ts';
import { getTrends } from '../../../bot/src/services/reports/getTrendsByRunAndMember.ts';
import { getWeeklyTrends } from '../../../bot/src/services/reports/getWeeklyTrends.ts';
import { getRollup } from '../../../bot/src/services/rollup/getRollup.ts';
import { aDate, aMeetingId, aTeamId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { answerAs, friday, monday, values } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests that the roll-up, the weekly trends and the day's report show the same figures for the same days of a report.

const blocked = { blocked: 'Yes', what: 'No keys' };
const report = { teamId: aTeamId(), meetingId: aMeetingId() };

const resolve = (world: World, name: string) =>
  resolveBlockerOf(world.answering, world.actor(name), { meetingId: aMeetingId(), memberId: world.member(name) });

/**
 * On Friday ann, bob, cy and dee report a blocker; cy corrects the answer at once, and ann and dee resolve their
 * blockers by hand. On Monday bob's answer ends his blocker, ann reports another blocker, and cy reports a blocker and
 * resolves it by hand. On Monday dee skips the run, and eve answers no run.
 */
const twoDays = async (): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'bob', 'cy', 'dee', 'eve'] });
  await world.meeting({ isReminderEnabled: false });
  await world.runUntil('2026-11-20T09:05:00Z', 300);
  for (const name of ['ann', 'bob', 'cy', 'dee']) await answerAs(world, name, { change: blocked });
  await answerAs(world, 'cy');
  await resolve(world, 'ann');
  await resolve(world, 'dee');
  await world.runUntil('2026-11-20T12:00:00Z', 1800);
  await world.runUntil('2026-11-23T09:05:00Z', 3600);
  await answerAs(world, 'ann', { date: monday, change: blocked });
  await saveAnswer(world.answering, world.actor('bob'), {
    ...{ meetingId: aMeetingId(), date: aDate(monday), values: values(), goals: [] },
    goalStates: { [goalId('Fix sign-in')]: 'DONE', [goalId('Review')]: 'CARRIED' },
  });
  await answerAs(world, 'cy', { date: monday, change: blocked });
  await resolve(world, 'cy');
  await skipRun(world.answering, world.actor('dee'), { ...report, date: aDate(monday), reason: 'Ill' });
  await world.runUntil('2026-11-23T12:00:00Z', 1800);
  return world;
};

const rollupOf = async (world: World, from: string, to = from) => {
  const input = rollupCall.input.parse({ preset: 'RANGE', from, to, meetings: aMeetingId() });
  const total = (await getRollup(world.answering, world.actor('ann'), input)).head?.total;
  if (total?.goals == null || total.blockers === null) throw new Error('The report asks for goals and blockers.');
  return { ...total, goals: total.goals, blockers: total.blockers };
};

const trendsOf = async (world: World) => {
  const input = trendsCall.input.parse({ ...report, weeks: '4' });
  return getWeeklyTrends(world.answering, world.actor('ann'), input);
};

it('the roll-up shows the figures of the day’s report', async () => {
  const world = await twoDays();
  for (const date of [friday, monday]) {
    const [day] = (await getReport(world.answering, world.actor('ann'), { ...report, date: aDate(date) })).reports;
    const { participation, goals, blockers } = await rollupOf(world, date);
    expect([participation.answered, participation.asked]).toEqual([day?.membersAnswered, day?.totalMembers]);
    expect(participation.skipped).toBe(day?.membersSkipped ?? 0);
    expect([goals.met, goals.offered]).toEqual([day?.goalsTicked, day?.goalsOffered]);
    expect(blockers.reported).toBe(day?.blockers);
  }
});

it('the day’s report shows the averages of the trends, and follows an edited answer', async () => {
  const world = await aWorld({ people: ['ann', 'bob'] });
  const scale = { id: 'mood', text: 'How was it?', type: 'SCALE', lowLabel: 'Awful', highLabel: 'Great' };
  await world.meeting({ questions: [storedQuestion.parse({ ...scale, sequence: 1 })], isReminderEnabled: false });
  await world.runUntil('2026-11-20T09:05:00Z', 300);
  const answer = (name: string, mood: string) =>
    saveAnswer(world.answering, world.actor(name), {
      ...{ meetingId: aMeetingId(), date: aDate(friday), values: { [questionId.parse('mood')]: mood }, goals: [] },
    });
  const averageOf = async () => {
    const [day] = (await getReport(world.answering, world.actor('ann'), { ...report, date: aDate(friday) })).reports;
    return day?.averages?.map(({ answers, average, counts }) => ({ answers, average, counts }));
  };
  await answer('ann', '1');
  await answer('bob', '5');
  expect(await averageOf()).toMatchObject([{ answers: 2, average: 3 }]);
  await answer('ann', '2');
  await world.runUntil('2026-11-20T12:00:00Z', 1800);
  const trends = await getTrends(
    world.answering,
    world.actor('ann'),
    runTrendsCall.input.parse({ ...report, days: '30' }),
  );
  expect(trends.questions[0]?.runs).toEqual([{ date: friday, ...(await averageOf())?.[0] }]);
  expect(await averageOf()).toMatchObject([{ answers: 2, average: 3.5 }]);
});

it('the roll-up and the weekly trends date the end of a blocker in the present zone of the report', async () => {
  const world = await aWorld({ people: ['ann', 'bob'] });
  await world.meeting({ isReminderEnabled: false });
  await world.runUntil('2026-11-20T09:05:00Z', 300);
  for (const name of ['ann', 'bob']) await answerAs(world, name, { change: blocked });
  await world.runUntil('2026-11-20T12:00:00Z', 1800);
  // At this instant it is Sunday in Honolulu and already Monday in Berlin, the zone of the only run.
  world.clock.set('2026-11-22T23:30:00Z');
  await resolve(world, 'ann');
  await world.changeMeeting({ timezone: aZone('Pacific/Honolulu') });
  world.clock.set('2026-11-23T12:00:00Z');
  const week = (await trendsOf(world)).weeks.at(-2);
  if (week === undefined) throw new Error('The trends have weeks.');
  expect([week.from, week.to, week.blockers?.resolved]).toEqual(['2026-11-16', '2026-11-22', 1]);
  expect((await rollupOf(world, week.from, week.to)).blockers).toMatchObject({ opened: 2, resolved: 1 });
});

it('the roll-up shows the figures of the weekly trends, for each day and for both', async () => {
  const world = await twoDays();
  // Friday and Monday are in two weeks, so each week of the trends has the figures of one day.
  const [week, running] = (await trendsOf(world)).weeks.slice(-2);
  if (week === undefined || running === undefined) throw new Error('The trends have weeks.');
  for (const [period, shown] of [
    [[week.from, week.to], week],
    [[running.from, running.to], running],
  ] as const) {
    const { participation, goals, blockers } = await rollupOf(world, ...period);
    expect([participation.answered, participation.asked, participation.skipped, participation.late]).toEqual([
      ...[shown.answered, shown.asked, shown.skipped, shown.late],
    ]);
    expect([goals.hitRate?.done ?? 0, goals.hitRate?.settled ?? 0]).toEqual([shown.goalsDone, shown.goalsSettled]);
    expect([blockers.opened, blockers.resolved]).toEqual([shown.blockers?.opened, shown.blockers?.resolved]);
  }
  const both = await rollupOf(world, week.from, running.to);
  expect(both.participation).toMatchObject({ asked: 9, answered: 7, skipped: 1 });
  expect(both.blockers).toEqual({ reported: 5, opened: 6, resolved: 5 });
});
