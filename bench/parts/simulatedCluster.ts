import { mapLimit } from '../../bot/src/concurrency/mapLimit.ts';
import { isPersonAddress } from '../../bot/src/domain/core/chatAddressParts.ts';
import type { Messenger, SentMessage } from '../../bot/src/gateways/messengerPort.ts';
import type { TableStore } from '../../bot/src/store/tableStorePort.ts';
import { rowLimits, tables } from '../../bot/src/store/tableStorePort.ts';
import { toInstant } from '../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { monthOf } from '../../bot/src/domain/billing/billingMonths.ts';
import { usage } from '../../bot/src/store/kinds/billing/usageLedger.ts';
import { inOrg } from '../../bot/src/store/recordKindsAndAccess.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { openTablesStore } from '../../bot/src/store/tables/openTables.ts';
import { createEngine } from '../../bot/src/jobs/engine/engineAndHeartbeat.ts';
import type { JobDeps } from '../../bot/src/jobs/core/jobDepsAndSettings.ts';
import type { AnswerDeps } from '../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { randomFrom } from '../../tests/support/data/seededRandom.ts';
import { virtualTime } from '../../tests/support/data/virtualTime.ts';
import type { VirtualTime } from '../../tests/support/data/virtualTime.ts';
import { drawLatency, usualLatency } from '../../tests/support/fakes/tableService/callLatency.ts';
import type { Latency } from '../../tests/support/fakes/tableService/callLatency.ts';
import type { TableAccount } from '../../tests/support/fakes/tableService/tableAccount.ts';
import { documentedRates, noRates } from '../../tests/support/fakes/tableService/tableRates.ts';
import type { Rates } from '../../tests/support/fakes/tableService/tableRates.ts';
import { createTableService } from '../../tests/support/fakes/tableService/tableService.ts';
import type { TableService } from '../../tests/support/fakes/tableService/tableService.ts';
import { answerDepsOn, jobDepsOn, messengerOf, placeOf } from './engineDepsAndFakeMessenger.ts';
import { morning, today } from './movedClockAndBenchmarkInstants.ts';
import type { Day } from './seedDayAndSaveAnswers.ts';

// Several instances of the product on one simulated table service, in one process and on simulated time. Simulated time
// passes only while an instance waits, for example for the store, so the processor's time is measured separately.

/**
 * Latency of the simulated chat. The values are an assumption, because the documentation of Teams states no latency for
 * proactive messages.
 */
export const chatLatency: Latency = { medianMs: 90, p99Ms: 500, entityMs: 0 };

export interface ClusterPlan {
  readonly account: TableAccount;
  readonly startsAt: string;
  readonly instances: number;
  readonly rates?: Rates;
  readonly latency?: Latency;
}

export type Recipient = 'PERSON' | 'ROOM';

export interface SimulatedMessenger extends Messenger {
  /** Number of messages that the chat accepted, by kind of recipient. */
  readonly sent: Readonly<Record<Recipient, number>>;
  /** Simulated time in epoch ms at which the chat accepted the last message, by kind of recipient. */
  readonly lastAt: Readonly<Record<Recipient, number>>;
}

const simulatedMessenger = (time: VirtualTime): SimulatedMessenger => {
  const drawMs = drawLatency(chatLatency, randomFrom(7));
  const sent = { PERSON: 0, ROOM: 0 };
  const lastAt = { PERSON: 0, ROOM: 0 };
  return {
    ...{ ...messengerOf(0), sent, lastAt },
    send: async (to): Promise<SentMessage> => {
      await time.sleep(drawMs());
      const recipient = isPersonAddress(to) ? 'PERSON' : 'ROOM';
      sent[recipient] += 1;
      lastAt[recipient] = time.now();
      return { conversationId: placeOf(to), activityId: `activity-${sent.PERSON + sent.ROOM}` };
    },
    update: () => time.sleep(drawMs()),
  };
};

export interface Cluster {
  readonly time: VirtualTime;
  readonly service: TableService;
  readonly messenger: SimulatedMessenger;
  /** Dependencies of `saveAnswer`, one entry for each instance. */
  readonly answerDeps: readonly AnswerDeps[];
  /** Numbers of logged errors by event. A busy store may cause some; the instance then repeats the work. */
  readonly errors: ReadonlyMap<string, number>;
  /** Runs the heartbeats of all instances until the work has ended. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

/** Formats the load of the hottest partition and the errors that were logged since the cluster started. */
export const hottestAndErrors = (
  { errors }: Pick<Cluster, 'errors'>,
  hottest: { readonly name: string; readonly peak: number },
): string => {
  const [table = ''] = hottest.name.split(' ');
  const load = `at most ${hottest.peak.toLocaleString('en-GB')} units a second in a partition of ${table}`;
  if (errors.size === 0) return `${load}; no errors logged`;
  return `${load}; errors logged: ${[...errors].map(([event, times]) => `${times} × ${event}`).join(', ')}`;
};

const month = monthOf(Date.parse(today));
const monthBegin = toInstant(Date.parse(`${today.slice(0, 7)}-01T09:00:00Z`));

/**
 * Copies the rows of a day into a new account of the simulated service. Each person already has the month's ledger
 * row afterwards, because on most days of a month an earlier answer has created it.
 */
export const accountOf = async ({ file, teams }: Day): Promise<TableAccount> => {
  const service = createTableService({
    now: () => Date.parse(morning),
    sleep: () => Promise.resolve(),
    rates: noRates,
  });
  const [from, to] = [openSqliteStore({ file }), await openTablesStore(service)];
  for (const table of tables) {
    let continuation: string | undefined;
    do {
      const page = await from.admin.scanAll(table, continuation === undefined ? {} : { continuation });
      await to.admin.bulkPut(table, page.rows);
      continuation = page.continuation;
    } while (continuation !== undefined);
  }
  for (const { orgId, meetingId, people } of teams) {
    const records = inOrg(to, orgId);
    const known = await Promise.all(people.map(({ memberId }) => records.get(usage, { month, memberId })));
    const inserts = people
      .filter((_, index) => known[index] === undefined)
      .map(({ memberId }) =>
        records.insertStep(usage, { month, memberId }, { memberId, meetingId, event: 'ANSWER', at: monthBegin }),
      );
    for (let first = 0; first < inserts.length; first += rowLimits.transactionRows)
      await records.transact(inserts.slice(first, first + rowLimits.transactionRows));
  }
  await Promise.all([from.close(), to.close()]);
  return service.account;
};

const openStore = (service: TableService, time: VirtualTime, random: () => number): Promise<TableStore> =>
  openTablesStore({
    ...{ url: service.url, credential: service.credential, httpClient: service.httpClient },
    patience: { random, sleep: (ms) => time.sleep(ms), deadline: (ms) => time.deadline(ms) },
  });

interface Instance {
  readonly engine: ReturnType<typeof createEngine>;
  readonly store: TableStore;
}

const startInstance = async (
  { time, service, messenger, log }: Pick<Cluster, 'time' | 'service' | 'messenger'> & Pick<JobDeps, 'log'>,
  index: number,
): Promise<Instance> => {
  const random = randomFrom(index + 1);
  const store = await openStore(service, time, random);
  const engine = createEngine({
    ...jobDepsOn(store, time, messenger),
    ...{ log, random, sleep: (ms) => time.sleep(ms), instanceId: `instance ${index}` },
  });
  return { engine, store };
};

const leaseTickMs = 3_000;
const tickMs = 5_000;

export const withCluster = <T>(plan: ClusterPlan, work: (cluster: Cluster) => Promise<T>): Promise<T> => {
  const time = virtualTime(plan.startsAt);
  const sleep = (ms: number): Promise<void> => time.sleep(ms);
  const service = createTableService({
    ...{ now: () => time.now(), sleep, latency: plan.latency ?? usualLatency, rates: plan.rates ?? documentedRates },
    account: plan.account.copy(() => time.now()),
  });
  const messenger = simulatedMessenger(time);
  const errors = new Map<string, number>();
  const log: JobDeps['log'] = {
    info: () => undefined,
    warn: () => undefined,
    error: (event) => void errors.set(event, (errors.get(event) ?? 0) + 1),
  };
  return time.run(async () => {
    const instances = await mapLimit(Array.from({ length: plan.instances }), 1, (_, index) =>
      startInstance({ time, service, messenger, log }, index),
    );
    const during = async <R>(task: () => Promise<R>): Promise<R> => {
      let isOver = false;
      const every = async (ms: number, tick: () => void): Promise<void> => {
        while (!isOver) {
          tick();
          await sleep(ms);
        }
      };
      for (const { engine } of instances) {
        void every(leaseTickMs, () => void engine.keepLeases());
        void every(tickMs, () => void engine.poll());
      }
      try {
        return await task();
      } finally {
        isOver = true;
      }
    };
    return work({
      ...{ time, service, messenger, errors, during },
      answerDeps: instances.map(({ store }) => answerDepsOn(store, time)),
    });
  });
};
