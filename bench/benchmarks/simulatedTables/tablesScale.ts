import { mapLimit } from '../../../bot/src/concurrency/mapLimit.ts';
import { createEngine } from '../../../bot/src/jobs/engine/engineAndHeartbeat.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { fakeClock } from '../../../tests/support/data/fakeClock.ts';
import type { TableAccount } from '../../../tests/support/fakes/tableService/tableAccount.ts';
import { answerDepsOn, jobDepsOn, messengerOf } from '../../parts/engineDepsAndFakeMessenger.ts';
import { answerFigure, peopleOf, playAnswers, playMessages, stepRow } from '../../parts/playAndMeasureDaySteps.ts';
import type { AnsweringPerson, Step } from '../../parts/playAndMeasureDaySteps.ts';
import { answerAs, seedDay } from '../../parts/seedDayAndSaveAnswers.ts';
import type { Day } from '../../parts/seedDayAndSaveAnswers.ts';
import { accountOf } from '../../parts/simulatedAccounts.ts';
import { hottestAndErrors, sizeOf, withCluster } from '../../parts/simulatedCluster.ts';
import type { Cluster } from '../../parts/simulatedCluster.ts';
import { count, inKB } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench, Row } from '../../benchmarkTypesAndFigureFormats.ts';

// Plays a day of prompts, answers, reminders and summaries on a simulated Azure Table Storage with its documented
// rates, with 1 to 16 instances. All times are simulated, so a slow machine does not change them. Only the processor's
// time is measured.

const instanceCounts = [1, 2, 4, 8, 16];
const atOnce = 32;
const named = (instances: number): string => (instances === 1 ? '1 instance' : `${instances} instances`);

const opening = '2026-11-20T09:00:00Z';
const answering = '2026-11-20T09:05:00Z';
const reminding = '2026-11-20T10:00:00Z';
const closing = '2026-11-20T11:00:00Z';

/** Simulated time in which the instances divide the shards among themselves. 16 instances need more than 30 s. */
const warmUpMs = 180_000;

/** Moves the time to 5 minutes before `dueAt` and lets the instances divide the shards. */
const warmUp = async (cluster: Cluster, dueAt: string): Promise<void> => {
  cluster.time.set(new Date(Date.parse(dueAt) - 300_000).toISOString());
  await cluster.during(() => cluster.time.sleep(warmUpMs));
};

const withWarmCluster = <T>(
  { account, instances, dueAt }: { account: TableAccount; instances: number; dueAt: string },
  work: (cluster: Cluster) => Promise<T>,
): Promise<T> => {
  const startsAt = new Date(Date.parse(dueAt) - 300_000).toISOString();
  return withCluster({ account, instances, startsAt }, async (cluster) => {
    await warmUp(cluster, dueAt);
    return work(cluster);
  });
};

const rowOf = (cluster: Cluster, name: string, { step, figure }: { step: Step; figure?: string }): Row => {
  const row = stepRow(name, step, figure);
  return { ...row, baseline: `${row.baseline ?? ''}; ${hottestAndErrors(cluster, step.hottest)}` };
};

/** Four of five people answer; the others are reminded. */
const hasAnswered = (_person: AnsweringPerson, index: number): boolean => index % 5 !== 0;

/**
 * Measures prompts of many small tenants: `day` has one team in each tenant. The engine sends up to 50 messages of a
 * tenant one after the other. With few tenants, this sequence alone would determine the time.
 */
const promptRow = async (day: Day, account: TableAccount, instances: number): Promise<Row> =>
  withWarmCluster({ account, instances, dueAt: opening }, async (cluster) => {
    const { length } = peopleOf(day);
    const step = await playMessages(cluster, opening, { to: 'PERSON', count: length });
    return rowOf(cluster, `${count(length)} prompts in ${count(day.teams.length)} tenants, ${named(instances)}`, {
      step,
    });
  });

/** Seeds a day on which four of five people have answered, and their cards have been redrawn. */
const seedAnsweredDay = async (plan: { teams: number; members: number; orgs: number }): Promise<Day> => {
  const day = await seedDay({ ...plan, until: 'OPENED' });
  const store = openSqliteStore({ file: day.file });
  const clock = fakeClock(answering);
  const deps = answerDepsOn(store, clock);
  await mapLimit(peopleOf(day).filter(hasAnswered), atOnce, ({ team, person }) => answerAs(deps, team, person));
  clock.advance({ minutes: 5 });
  // The empty sleep makes the engine skip its waits for the rate limits of Teams, so that seeding is fast.
  await createEngine({ ...jobDepsOn(store, clock, messengerOf(0)), sleep: () => Promise.resolve() }).poll();
  await store.close();
  return day;
};

/** Measures reminders and summaries of many small tenants, for the same reason as `promptRow`. */
const afternoonRows = async (day: Day, account: TableAccount, instances: number): Promise<readonly Row[]> =>
  withWarmCluster({ account, instances, dueAt: reminding }, async (cluster) => {
    const left = peopleOf(day).filter((person, index) => !hasAnswered(person, index)).length;
    const reminders = await playMessages(cluster, reminding, { to: 'PERSON', count: left });
    const remindersRow = rowOf(
      cluster,
      `${count(left)} reminders in ${count(day.teams.length)} tenants, ${named(instances)}`,
      { step: reminders },
    );
    await warmUp(cluster, closing);
    const summaries = await playMessages(cluster, closing, { to: 'ROOM', count: day.teams.length });
    return [remindersRow, rowOf(cluster, `– ${count(day.teams.length)} summaries`, { step: summaries })];
  });

const morningRows = async (day: Day, account: TableAccount, instances: number): Promise<readonly Row[]> => {
  const people = peopleOf(day);
  const answerers = people.filter(hasAnswered);
  return withWarmCluster({ account, instances, dueAt: opening }, async (cluster) => {
    const prompts = await playMessages(cluster, opening, { to: 'PERSON', count: people.length });
    const promptsRow = rowOf(cluster, `${count(people.length)} prompts in 50 tenants, ${named(instances)}`, {
      step: prompts,
    });
    const answers = await playAnswers(cluster, answerers, atOnce);
    return [
      promptsRow,
      rowOf(cluster, `– ${count(answerers.length)} answers, ${atOnce} at once on each`, {
        ...{ step: answers, figure: answerFigure(answers) },
      }),
    ];
  });
};

/** Measures the stored bytes of a whole day; they do not depend on the number of instances. */
const storedRow = async (day: Day, account: TableAccount): Promise<Row> =>
  withWarmCluster({ account, instances: 2, dueAt: opening }, async (cluster) => {
    const people = peopleOf(day);
    const answerers = people.filter(hasAnswered);
    await playMessages(cluster, opening, { to: 'PERSON', count: people.length });
    await playAnswers(cluster, answerers, atOnce);
    await playMessages(cluster, reminding, { to: 'PERSON', count: people.length - answerers.length });
    await playMessages(cluster, closing, { to: 'ROOM', count: day.teams.length });
    const added = sizeOf(cluster).bytes - account.size().bytes;
    return {
      ...{ what: 'stored for each person and day', figure: inKB(added / people.length) },
      ...{ target: 'no target', isMet: true },
    };
  });

/**
 * More instances get more tenants. Otherwise the last tenant, whose messages are sent one after the other, would
 * determine the time.
 */
const tenantsFor = (instances: number): number => Math.min(1_200, Math.max(300, instances * 150));

const manyTenantsRows = async (): Promise<readonly Row[]> => {
  const [prompts, others]: [Row[], Row[]] = [[], []];
  for (const tenants of new Set(instanceCounts.map(tenantsFor))) {
    const plan = { teams: tenants, members: 10, orgs: tenants };
    const [opened, answered] = [await seedDay(plan), await seedAnsweredDay(plan)];
    const [openedAccount, answeredAccount] = [await accountOf(opened), await accountOf(answered)];
    for (const instances of instanceCounts.filter((each) => tenantsFor(each) === tenants)) {
      prompts.push(await promptRow(opened, openedAccount, instances));
      others.push(...(await afternoonRows(answered, answeredAccount, instances)));
    }
  }
  return [...prompts, ...others];
};

export const bench: Bench = async () => {
  const rows = [...(await manyTenantsRows())];
  const small = await seedDay({ teams: 100, members: 10, orgs: 50 });
  const account = await accountOf(small);
  for (const instances of [1, 2, 4, 8]) rows.push(...(await morningRows(small, account, instances)));
  return [...rows, await storedRow(small, account)];
};
