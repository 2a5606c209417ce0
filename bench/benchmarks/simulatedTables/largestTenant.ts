import { productSettings } from '../../../scripts/lib/scaleModel.ts';
import { limits } from '../../../bot/src/contracts/core/limitsAndProductConstants.ts';
import { tableServiceLimits } from '../../../tests/support/fakes/tableService/tableServiceLimits.ts';
import { tryLargeRun } from '../../parts/tryLargeRun.ts';
import { seedDay } from '../../parts/seedDayAndSaveAnswers.ts';
import type { Day } from '../../parts/seedDayAndSaveAnswers.ts';
import { accountOf } from '../../parts/simulatedAccounts.ts';
import { hottestAndErrors, sizeOf, withCluster } from '../../parts/simulatedCluster.ts';
import type { Cluster } from '../../parts/simulatedCluster.ts';
import {
  answerFigure,
  peopleInTurns,
  perPiece,
  playAnswers,
  playMessages,
  sentFigure,
} from '../../parts/playAndMeasureDaySteps.ts';
import type { AnsweringPerson, Step } from '../../parts/playAndMeasureDaySteps.ts';
import { count, inKB, inMs, times } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench, Row } from '../../benchmarkTypesAndFigureFormats.ts';

// A tenant of 50,000 people in reports of the largest permitted size, all due in one minute, on the simulated table
// service: their prompts and a part of their answers. Then a whole day of 5,000 of them, who need five reports, because
// a report of 5,000 is not permitted and its run would not fit into a row.

const tenantPeople = 50_000;
const departmentPeople = 5_000;
/** The answers that are played. All 40,000 would take too long in real time, and have the same rate. */
const tenantAnswers = 8_000;
const atOnce = 32;

const opening = '2026-11-20T09:00:00Z';
const reminding = '2026-11-20T10:00:00Z';
const closing = '2026-11-20T11:00:00Z';

/** Four of five people of each report answer; the others are reminded. */
const answerersOf = ({ teams }: Day): readonly AnsweringPerson[] =>
  peopleInTurns({
    teams: teams.map((team) => ({ ...team, people: team.people.filter((_, index) => index % 5 !== 0) })),
  });

const seedPeople = (people: number): Promise<Day> =>
  seedDay({ teams: people / limits.members, members: limits.members, orgs: 1 });

const detailsOf = (cluster: Cluster, step: Step): string =>
  `${perPiece(step)}; ${hottestAndErrors(cluster, step.hottest)}`;

/** Prompts, compared with the rate that the product keeps for one tenant. */
const promptsRow = (cluster: Cluster, what: string, step: Step): Row => {
  const limitMs = ((step.count + step.failed) * 1_000) / productSettings.tenantMessagesASecond;
  return {
    ...{ what, figure: `${sentFigure(step)}, ${step.failed} failed` },
    baseline: `${inMs(limitMs)} its rate of ${productSettings.tenantMessagesASecond}/s; ${detailsOf(cluster, step)}`,
    ratio: times(step.ms / limitMs),
    ...{ target: '≤ 1.1 ×, nothing fails', isMet: step.ms <= limitMs * 1.1 && step.failed === 0 },
  };
};

const stepRow = (cluster: Cluster, what: string, { step, figure }: { step: Step; figure: string }): Row => ({
  ...{ what, figure: `${figure}, ${step.failed} failed`, baseline: detailsOf(cluster, step) },
  ...{ target: 'nothing fails', isMet: step.failed === 0 },
});

const answersRow = async (cluster: Cluster, people: readonly AnsweringPerson[], what: string): Promise<Row> => {
  const step = await playAnswers(cluster, people, atOnce);
  return stepRow(cluster, `– ${count(people.length)} ${what}, ${atOnce} at once on each`, {
    ...{ step, figure: answerFigure(step) },
  });
};

const tenantRows = async (): Promise<readonly Row[]> => {
  const day = await seedPeople(tenantPeople);
  const account = await accountOf(day);
  return withCluster({ account, instances: 2, startsAt: '2026-11-20T08:59:00Z' }, async (cluster) => {
    const prompts = await playMessages(cluster, opening, { to: 'PERSON', count: tenantPeople });
    const answerers = answerersOf(day);
    const share = `of ${count(answerers.length)} answers`;
    return [
      promptsRow(cluster, `${count(tenantPeople)} prompts in ${day.teams.length} reports of one tenant`, prompts),
      await answersRow(cluster, answerers.slice(0, tenantAnswers), share),
    ];
  });
};

/** Moves the time to 5 minutes before an instant, and runs the heartbeats until 2 minutes before it. */
const catchUp = async (cluster: Cluster, before: string): Promise<void> => {
  cluster.time.set(new Date(Date.parse(before) - 300_000).toISOString());
  await cluster.during(() => cluster.time.sleep(180_000));
};

const runRow = async (day: Day, cluster: Cluster): Promise<Row> => {
  const { largest } = sizeOf(cluster);
  const larger = await tryLargeRun(cluster, day, departmentPeople);
  return {
    what: `– the run of a report of ${count(limits.members)}, the largest row`,
    figure: `${inKB(largest)}; of ${count(departmentPeople)}: ${inKB(larger.bytes)}, ${larger.outcome}`,
    baseline: `${inKB(tableServiceLimits.entityBytes)} the limit of a row, which ${count(larger.mostMembers)} members reach`,
    ...{ target: 'below it', isMet: largest < tableServiceLimits.entityBytes },
  };
};

const departmentRows = async (): Promise<readonly Row[]> => {
  const day = await seedPeople(departmentPeople);
  const account = await accountOf(day);
  return withCluster({ account, instances: 2, startsAt: '2026-11-20T08:59:00Z' }, async (cluster) => {
    const reports = day.teams.length;
    const prompts = await playMessages(cluster, opening, { to: 'PERSON', count: departmentPeople });
    const answerers = answerersOf(day);
    const answers = await answersRow(cluster, answerers, 'answers');
    // Meanwhile, the cards of the answers are updated, which have the rate of the tenant too.
    await cluster.during(() => cluster.time.sleep(600_000));
    await catchUp(cluster, reminding);
    const left = departmentPeople - answerers.length;
    const reminders = await playMessages(cluster, reminding, { to: 'PERSON', count: left });
    await catchUp(cluster, closing);
    const summaries = await playMessages(cluster, closing, { to: 'ROOM', count: reports });
    return [
      promptsRow(cluster, `${count(departmentPeople)} prompts in ${reports} reports of one tenant`, prompts),
      answers,
      stepRow(cluster, `– ${count(left)} reminders`, { step: reminders, figure: sentFigure(reminders) }),
      stepRow(cluster, `– ${reports} summaries of ${count(limits.members)} people`, {
        ...{ step: summaries, figure: sentFigure(summaries) },
      }),
      await runRow(day, cluster),
    ];
  });
};

export const bench: Bench = async () => [...(await tenantRows()), ...(await departmentRows())];
