import { mapLimit } from '../../bot/src/concurrency/mapLimit.ts';
import { isPersonAddress } from '../../bot/src/domain/core/chatAddressParts.ts';
import type { Messenger, SentMessage } from '../../bot/src/gateways/messengerPort.ts';
import type { TableStore } from '../../bot/src/store/tableStorePort.ts';
import { mainAccount } from '../../bot/src/store/placement/organisationPlaceKinds.ts';
import type { TablesOptions } from '../../bot/src/store/tables/openTables.ts';
import { createEngine } from '../../bot/src/jobs/engine/engineAndHeartbeat.ts';
import type { JobDeps } from '../../bot/src/jobs/core/jobDepsAndSettings.ts';
import type { AnswerDeps } from '../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { randomFrom } from '../../tests/support/data/seededRandom.ts';
import { virtualTime } from '../../tests/support/data/virtualTime.ts';
import type { VirtualTime } from '../../tests/support/data/virtualTime.ts';
import { drawLatency, usualLatency } from '../../tests/support/fakes/tableService/callLatency.ts';
import type { Latency } from '../../tests/support/fakes/tableService/callLatency.ts';
import { TableAccount } from '../../tests/support/fakes/tableService/tableAccount.ts';
import { addSizes, emptySize } from '../../tests/support/fakes/tableService/storedTableAndServiceErrors.ts';
import type { TableSize } from '../../tests/support/fakes/tableService/storedTableAndServiceErrors.ts';
import { documentedRates } from '../../tests/support/fakes/tableService/tableRates.ts';
import type { Rates } from '../../tests/support/fakes/tableService/tableRates.ts';
import { createTableService } from '../../tests/support/fakes/tableService/tableService.ts';
import type { TableService } from '../../tests/support/fakes/tableService/tableService.ts';
import { openAccounts } from './simulatedAccounts.ts';
import type { Accounts } from './simulatedAccounts.ts';
import { answerDepsOn, jobDepsOn, messengerOf, placeOf } from './engineDepsAndFakeMessenger.ts';

// Several instances of the product on one simulated table service, in one process and on simulated time. Simulated time
// passes only while an instance waits, for example for the store, so the processor's time is measured separately.

/**
 * Latency of the simulated chat. The values are an assumption, because the documentation of Teams states no latency for
 * proactive messages.
 */
export const chatLatency: Latency = { medianMs: 90, p99Ms: 500, entityMs: 0 };

export interface ClusterPlan {
  /** The account that has the rows of all tenants, or the accounts by name if the tenants are in several. */
  readonly account: TableAccount | Accounts;
  readonly startsAt: string;
  readonly instances: number;
  readonly rates?: Rates;
  readonly latency?: Latency;
  /** Settings for repeated requests. Left out = those of the product. */
  readonly patience?: TablesOptions['patience'];
}

export type Recipient = 'PERSON' | 'ROOM';

export interface SimulatedMessenger extends Messenger {
  /** Simulated times in epoch ms at which the chat accepted each message, in order, by kind of recipient. */
  readonly sentAt: Readonly<Record<Recipient, readonly number[]>>;
}

const simulatedMessenger = (time: VirtualTime): SimulatedMessenger => {
  const drawMs = drawLatency(chatLatency, randomFrom(7));
  const sentAt: Record<Recipient, number[]> = { PERSON: [], ROOM: [] };
  return {
    ...{ ...messengerOf(0), sentAt },
    send: async (to): Promise<SentMessage> => {
      await time.sleep(drawMs());
      sentAt[isPersonAddress(to) ? 'PERSON' : 'ROOM'].push(time.now());
      return { conversationId: placeOf(to), activityId: `activity-${sentAt.PERSON.length + sentAt.ROOM.length}` };
    },
    update: () => time.sleep(drawMs()),
  };
};

export interface Cluster {
  readonly time: VirtualTime;
  /** The simulated storage accounts by name. The main account is the first. */
  readonly services: ReadonlyMap<string, TableService>;
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

/** Returns the numbers of entities and bytes in all storage accounts, and the bytes of the largest entity. */
export const sizeOf = ({ services }: Pick<Cluster, 'services'>): TableSize =>
  [...services.values()].map(({ account }) => account.size()).reduce(addSizes, emptySize);

interface Instance {
  readonly engine: ReturnType<typeof createEngine>;
  readonly store: TableStore;
}

type World = Pick<Cluster, 'time' | 'services' | 'messenger'> & Pick<JobDeps, 'log'> & Pick<ClusterPlan, 'patience'>;

const startInstance = async ({ time, services, messenger, log, patience }: World, index: number): Promise<Instance> => {
  const random = randomFrom(index + 1);
  const store = await openAccounts(services, {
    clock: time,
    patience: { random, sleep: (ms) => time.sleep(ms), deadline: (ms) => time.deadline(ms), ...patience },
  });
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
  const { latency = usualLatency, rates = documentedRates } = plan;
  const accounts = plan.account instanceof TableAccount ? new Map([[mainAccount, plan.account]]) : plan.account;
  const services = new Map(
    [...accounts].map(([name, account], index) => {
      const copied = account.copy(() => time.now());
      return [
        name,
        createTableService({ now: () => time.now(), sleep, latency, rates, account: copied, seed: index + 1 }),
      ];
    }),
  );
  const messenger = simulatedMessenger(time);
  const errors = new Map<string, number>();
  const log: JobDeps['log'] = {
    info: () => undefined,
    warn: () => undefined,
    error: (event) => void errors.set(event, (errors.get(event) ?? 0) + 1),
  };
  return time.run(async () => {
    const instances = await mapLimit(Array.from({ length: plan.instances }), 1, (_, index) =>
      startInstance({ time, services, messenger, log, patience: plan.patience }, index),
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
      ...{ time, services, messenger, errors, during },
      answerDeps: instances.map(({ store }) => answerDepsOn(store, time)),
    });
  });
};
