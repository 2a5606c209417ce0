import { mapLimit } from '../../bot/src/concurrency/mapLimit.ts';
import type { SeededTeam } from '../../tests/support/data/seedManyTeams.ts';
import type { TableService } from '../../tests/support/fakes/tableService/tableService.ts';
import type { TeamMember } from '../../tests/support/data/seedTenantsAndTeamMembers.ts';
import { answerAs } from './seedDayAndSaveAnswers.ts';
import type { Day } from './seedDayAndSaveAnswers.ts';
import { percentile } from '../measureTimesBlockingAndMemory.ts';
import { aSecond, count, inMs } from '../benchmarkTypesAndFigureFormats.ts';
import type { Row } from '../benchmarkTypesAndFigureFormats.ts';
import type { Cluster, Recipient } from './simulatedCluster.ts';

// The steps of a day on a cluster: prompts, answers, reminders and summaries, each with its requests and its times.

/** Figures of one step. Times are simulated, except those of the processor. */
export interface Step {
  /** Milliseconds from the due instant, or from the first answer, to the last message or answer. */
  readonly ms: number;
  readonly count: number;
  readonly requests: number;
  readonly throttles: number;
  readonly failed: number;
  /** Milliseconds of each answer, or from the due instant until the chat accepted each message. */
  readonly taken: readonly number[];
  /** The processor's time of the product in milliseconds, without that of the simulated service. */
  readonly cpuMs: number;
  /**
   * The partition with the highest load in one second since the cluster started. As in Azure's limits, an entity counts
   * one unit for each KiB or part of it.
   */
  readonly hottest: { readonly name: string; readonly peak: number };
}

/** Sums a number over all storage accounts. */
const sumOver = ({ services }: Cluster, numberOf: (service: TableService) => number): number =>
  [...services.values()].reduce((sum, service) => sum + numberOf(service), 0);

const throttlesOf = (service: TableService): number =>
  [...service.loads().values()].reduce((sum, { throttles }) => sum + throttles, 0);

const hottestOf = ({ services }: Cluster): Step['hottest'] => {
  const partitions = [...services.values()]
    .flatMap((service) => [...service.loads()])
    .filter(([name]) => name !== 'account');
  const [name = '', load] = partitions.sort(([, a], [, b]) => b.peak - a.peak)[0] ?? [];
  return { name, peak: load?.peak ?? 0 };
};

const measured = async (
  cluster: Cluster,
  work: () => Promise<Pick<Step, 'ms' | 'count' | 'failed' | 'taken'>>,
): Promise<Step> => {
  const totals = (): { requests: number; throttles: number; ownMs: number } => ({
    requests: sumOver(cluster, (service) => service.requests()),
    throttles: sumOver(cluster, throttlesOf),
    ownMs: sumOver(cluster, (service) => service.ownMs()),
  });
  const before = totals();
  const cpu = process.cpuUsage();
  const figures = await work();
  const { user, system } = process.cpuUsage(cpu);
  const after = totals();
  return {
    ...figures,
    requests: after.requests - before.requests,
    throttles: after.throttles - before.throttles,
    cpuMs: (user + system) / 1_000 - (after.ownMs - before.ownMs),
    hottest: hottestOf(cluster),
  };
};

/** If no message was sent for this time, the step ends, and the missing messages count as failed. */
const maxQuietMs = 120_000;
/** The requests that follow the last message, such as its delivery record, also belong to the step. */
const tailMs = 5_000;

/**
 * Moves the time to 30 seconds before `dueAt`, so that the instances can divide the shards. Measures from `dueAt` until
 * `count` messages are sent or no message was sent for `maxQuietMs`.
 */
export const playMessages = async (
  cluster: Cluster,
  dueAt: string,
  { to, count }: { readonly to: Recipient; readonly count: number },
): Promise<Step> => {
  const { time, messenger } = cluster;
  const due = Date.parse(dueAt);
  if (time.now() < due - 30_000) time.set(new Date(due - 30_000).toISOString());
  return cluster.during(async () => {
    await time.sleep(due - time.now());
    const before = messenger.sentAt[to].length;
    return measured(cluster, async () => {
      const lastAt = (): number => Math.max(due, messenger.sentAt[to].at(-1) ?? due);
      const sent = (): number => messenger.sentAt[to].length - before;
      while (sent() < count && time.now() < lastAt() + maxQuietMs) await time.sleep(100);
      const ms = lastAt() - due;
      const taken = messenger.sentAt[to].slice(before).map((at) => at - due);
      await time.sleep(tailMs);
      return { ms, count: taken.length, failed: count - taken.length, taken };
    });
  });
};

export interface AnsweringPerson {
  readonly team: SeededTeam;
  readonly person: TeamMember;
}

/** Stores an answer of each person, `atOnce` of them at once on each instance, while the heartbeats run. */
export const playAnswers = (cluster: Cluster, people: readonly AnsweringPerson[], atOnce: number): Promise<Step> =>
  cluster.during(() =>
    measured(cluster, async () => {
      const { time, answerDeps } = cluster;
      const begun = time.now();
      const taken: number[] = [];
      let failed = 0;
      await mapLimit(people, atOnce * answerDeps.length, async ({ team, person }, index) => {
        const from = time.now();
        const deps = answerDeps[index % answerDeps.length];
        if (deps === undefined) return;
        try {
          await answerAs(deps, team, person);
          taken.push(time.now() - from);
        } catch {
          failed += 1;
        }
      });
      const ms = time.now() - begun;
      await time.sleep(tailMs);
      return { ms, count: taken.length, failed, taken };
    }),
  );

export const peopleOf = ({ teams }: Pick<Day, 'teams'>): AnsweringPerson[] =>
  teams.flatMap((team) => team.people.map((person) => ({ team, person })));

/** Returns the people of all teams in turns: the first of each team, then the second of each team, and so on. */
export const peopleInTurns = ({ teams }: Pick<Day, 'teams'>): AnsweringPerson[] => {
  const longest = Math.max(...teams.map(({ people }) => people.length));
  return Array.from({ length: longest }, (_, index) => index).flatMap((index) =>
    teams.flatMap((team) => team.people.slice(index, index + 1).map((person) => ({ team, person }))),
  );
};

const delays = ({ taken }: Step): string => `p50 ${inMs(percentile(taken, 0.5))}, p99 ${inMs(percentile(taken, 0.99))}`;
const rateOf = ({ count: pieces, ms }: Step): string => aSecond((pieces * 1_000) / ms);

export const sentFigure = (step: Step): string => `${rateOf(step)}, ${delays(step)}, all after ${inMs(step.ms)}`;
export const answerFigure = (step: Step): string => `${rateOf(step)}, ${delays(step)}`;
export const perPiece = ({ requests, throttles, cpuMs, count: pieces }: Step): string =>
  `${count(requests / pieces)} requests, ${count(cpuMs / pieces)} ms of a processor each; ${count(throttles)} throttled`;

export const stepRow = (name: string, step: Step, figure = sentFigure(step)): Row => ({
  ...{ what: name, figure, baseline: perPiece(step) },
  ...{ target: 'nothing fails', isMet: step.failed === 0 },
});
