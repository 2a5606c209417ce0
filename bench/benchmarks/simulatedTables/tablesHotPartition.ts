import type { AccountShares } from '../../../bot/src/store/placement/placeNewOrganisation.ts';
import { mainAccount } from '../../../bot/src/store/placement/organisationPlaceKinds.ts';
import type { ManyTeams } from '../../../tests/support/data/seedManyTeams.ts';
import { seedDay } from '../../parts/seedDayAndSaveAnswers.ts';
import type { Day } from '../../parts/seedDayAndSaveAnswers.ts';
import { accountsByTenant } from '../../parts/simulatedAccounts.ts';
import { hottestAndErrors, withCluster } from '../../parts/simulatedCluster.ts';
import type { Cluster, ClusterPlan } from '../../parts/simulatedCluster.ts';
import { answerFigure, peopleInTurns, perPiece, playAnswers } from '../../parts/playAndMeasureDaySteps.ts';
import { count } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench, Row } from '../../benchmarkTypesAndFigureFormats.ts';

// Many answers at the same time on the simulated table service, until a partition or the storage account reaches its
// documented rate. The other rows repeat the same answers with one remedy each.

interface Answering extends Pick<ClusterPlan, 'patience'> {
  readonly what: string;
  readonly plan: ManyTeams;
  /** Number of answers at the same time on all instances together. */
  readonly atOnce: number;
  readonly instances?: number;
  /** Shares by which the tenants are spread over storage accounts. Left out = all are in the main account. */
  readonly shares?: AccountShares;
  /** True for a row that shows the loss without a remedy, so answers that fail do not miss the target. */
  readonly mayFail?: boolean;
}

/** The requests of an answer to the table of the teams, on average over `answers`. */
const teamRequests = ({ services }: Cluster, answers: number): string => {
  const counts = [...services.values()].flatMap((service) => [...service.requestsBy()]);
  const sumOf = (...operations: readonly string[]): number =>
    counts.reduce((sum, [name, times]) => sum + (operations.includes(name) ? times : 0), 0);
  const reads = sumOf('Team get', 'Team query');
  const writes = sumOf('Team batch', 'Team insert', 'Team replace', 'Team merge', 'Team delete');
  return `${count(reads / answers)} reads and ${count(writes / answers)} writes of Team each`;
};

/** The largest number of requests in one second of each storage account. */
const peaksOfAccounts = ({ services }: Cluster): string =>
  [...services]
    .map(([name, service]) => `${count(service.loads().get('account')?.peak ?? 0)} requests a second in ${name}`)
    .join(', ');

const days = new Map<ManyTeams, Promise<Day>>();
/** Seeds the day of a plan once. Each row starts from a copy of it. */
const dayOf = (plan: ManyTeams): Promise<Day> => {
  const day = days.get(plan) ?? seedDay({ ...plan, until: 'OPENED' });
  days.set(plan, day);
  return day;
};

const rowOf = async (answering: Answering): Promise<Row> => {
  const { what, plan, atOnce, instances = 2, shares = new Map(), mayFail = false, patience } = answering;
  const day = await dayOf(plan);
  const account = await accountsByTenant(day, shares);
  const startsAt = '2026-11-20T09:05:00Z';
  return withCluster({ account, instances, startsAt, patience }, async (cluster) => {
    const step = await playAnswers(cluster, peopleInTurns(day), atOnce / instances);
    const details = [
      hottestAndErrors(cluster, step.hottest),
      peaksOfAccounts(cluster),
      teamRequests(cluster, step.count),
    ];
    return {
      ...{ what, figure: `${answerFigure(step)}, ${step.failed} failed` },
      baseline: [perPiece(step), ...details].join('; '),
      target: mayFail ? 'no target' : 'nothing fails',
      isMet: mayFail || step.failed === 0,
    };
  });
};

const oneTeam = { teams: 1, members: 1_000, orgs: 1 };
/** As many teams as it takes for more answers than the account accepts at once. */
const manyTenants = { teams: 400, members: 10, orgs: 200 };

const partitionRows: readonly Answering[] = [
  { what: '100 answers in one team, 32 at once', plan: { ...oneTeam, members: 100 }, atOnce: 32 },
  { what: '1,000 answers in one team, 8 at once', plan: oneTeam, atOnce: 8 },
  { what: '1,000 answers in one team, 32 at once', plan: oneTeam, atOnce: 32 },
  {
    ...{ what: '– with 4 attempts instead of 7', plan: oneTeam, atOnce: 32 },
    ...{ patience: { busyAttempts: 4 }, mayFail: true },
  },
  {
    ...{ what: '– with the tenant in a storage account of its own', plan: oneTeam, atOnce: 32 },
    shares: new Map([['east', 1]]),
  },
  { what: '– in 2 teams of 500 in one tenant', plan: { teams: 2, members: 500, orgs: 1 }, atOnce: 32 },
  { what: '– in 10 teams of 100 in one tenant', plan: { teams: 10, members: 100, orgs: 1 }, atOnce: 32 },
  { what: '– in 10 teams of 100 in ten tenants', plan: { teams: 10, members: 100, orgs: 10 }, atOnce: 32 },
];

/** The same share of the tenants in each of three storage accounts. */
const threeAccounts: AccountShares = new Map([mainAccount, 'east', 'west'].map((name) => [name, 1]));

const accountRows: readonly Answering[] = [
  { what: '4,000 answers in 400 teams, 256 at once', plan: manyTenants, atOnce: 256, instances: 8 },
  {
    ...{ what: '– with the tenants in 3 storage accounts', plan: manyTenants, atOnce: 256, instances: 8 },
    shares: threeAccounts,
  },
];

export const bench: Bench = async () => {
  const rows: Row[] = [];
  for (const answering of [...partitionRows, ...accountRows]) rows.push(await rowOf(answering));
  return rows;
};
