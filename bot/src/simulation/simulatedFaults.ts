import { z } from 'zod';
import { MessengerError } from '../gateways/messengerPort.ts';
import type { Messenger } from '../gateways/messengerPort.ts';
import { runTransactionsInSequence } from '../store/runTransactionsInSequence.ts';
import { StoreError } from '../store/tableStorePort.ts';
import type { Step, TableStore } from '../store/tableStorePort.ts';
import { instant, isWithin, span } from './scenarioFieldSchemas.ts';
import type { Span } from './scenarioFieldSchemas.ts';

// Simulates faults around the engine: a chat service that refuses messages or loses its replies, a store that refuses
// delivery records, and a process that dies while it sends a message.

export const simulatedFaultFields = {
  downtime: z.array(span).default([]),
  /**
   * Periods in which the chat service refuses every message: with 429 and `retryAfter` seconds if given, or with 503.
   */
  storms: z
    .array(
      span.extend({
        status: z.union([z.literal(429), z.literal(503)], 'must be 429 or 503'),
        retryAfter: z.number().min(0).max(3600).optional(),
      }),
    )
    .default([]),
  /** Periods in which the chat service accepts messages, but the first reply to each message is lost. */
  lostReplies: z.array(span).default([]),
  /**
   * From each of these instants on, the process dies at its next message, before or after the chat service accepts it.
   */
  kills: z.array(z.object({ at: instant, moment: z.enum(['BEFORE', 'AFTER'], 'must be BEFORE or AFTER') })).default([]),
  /** Periods in which a second instance runs. The second instance ends without a shutdown. */
  twoInstances: z.array(span).default([]),
  refusedMarks: z.array(span).default([]),
};

export type SimulatedFaults = z.output<z.ZodObject<typeof simulatedFaultFields>>;

export const invalidFaultPeriods = (faults: SimulatedFaults): string[] => {
  const spans = (name: 'downtime' | 'storms' | 'lostReplies' | 'twoInstances' | 'refusedMarks'): string[] =>
    faults[name].flatMap(({ from, to }: Span, index) =>
      to <= from ? [`${name}[${index}].to: must lie after from`] : [],
    );
  return [
    ...spans('downtime'),
    ...spans('storms'),
    ...spans('lostReplies'),
    ...spans('twoInstances'),
    ...spans('refusedMarks'),
  ];
};

type Sending = Pick<Messenger, 'send' | 'update'>;

export interface SimulatedProcess {
  isDead: boolean;
  readonly onDeath: () => void;
}

const isMark = ({ rk }: { readonly rk: string }): boolean => /^D\|[^|]+\|[^|]+\|s\|/.test(rk);

const keyOf = (step: Step): { readonly rk: string } => (step.do === 'delete' ? step.key : step.row);

const refused = (what: string): StoreError => new StoreError('UNAVAILABLE', what);

/**
 * Decides which faults of a scenario happen now. It remembers which kills have not happened yet, and which messages
 * have already lost a reply.
 */
export class CurrentFaults {
  readonly #faults: SimulatedFaults;
  readonly #now: () => number;
  readonly #kills: SimulatedFaults['kills'];
  readonly #lost = new Set<string>();
  constructor(faults: SimulatedFaults, now: () => number) {
    this.#faults = faults;
    this.#now = now;
    this.#kills = [...faults.kills].sort((a, b) => a.at - b.at);
  }

  #isIn(spans: readonly Span[]): boolean {
    return spans.some((item) => isWithin(item, this.#now()));
  }

  checkStorm(): void {
    const storm = this.#faults.storms.find((item) => isWithin(item, this.#now()));
    if (storm === undefined) return;
    // `wasRefused` states that the service did not accept the message, so the engine may send it again.
    if (storm.status === 503) throw new MessengerError({ kind: 'TRANSIENT', ...({ wasRefused: true } as const) });
    const { retryAfter } = storm;
    throw new MessengerError({
      kind: 'THROTTLED',
      retryAfterMs: retryAfter === undefined ? null : Math.round(retryAfter * 1000),
    });
  }

  /** Returns whether the process dies before or after it sends this message; undefined if the process continues. */
  takeKill(): 'BEFORE' | 'AFTER' | undefined {
    const [next] = this.#kills;
    if (next === undefined || next.at > this.#now()) return undefined;
    this.#kills.shift();
    return next.moment;
  }

  /** True if the reply to this message is lost. Each message loses at most one reply. */
  losesReply(message: string): boolean {
    if (!this.#isIn(this.#faults.lostReplies) || this.#lost.has(message)) return false;
    this.#lost.add(message);
    return true;
  }

  refusesMarks(): boolean {
    return this.#isIn(this.#faults.refusedMarks);
  }

  isDoubled(): boolean {
    return this.#isIn(this.#faults.twoInstances);
  }
}

const die = (process: SimulatedProcess): never => {
  process.isDead = true;
  process.onDeath();
  throw new MessengerError({ kind: 'TRANSIENT' });
};

export const faultyMessenger = (faults: CurrentFaults, process: SimulatedProcess, chat: Sending): Sending => ({
  send: async (target, message, deadlineMs) => {
    if (process.isDead) throw new MessengerError({ kind: 'TRANSIENT' });
    faults.checkStorm();
    const kill = faults.takeKill();
    if (kill === 'BEFORE') die(process);
    const sent = await chat.send(target, message, deadlineMs);
    if (kill !== undefined) die(process);
    if (faults.losesReply(JSON.stringify([target, message]))) throw new MessengerError({ kind: 'TRANSIENT' });
    return sent;
  },
  update: async (address, message, deadlineMs) => {
    if (process.isDead) throw new MessengerError({ kind: 'TRANSIENT' });
    faults.checkStorm();
    await chat.update(address, message, deadlineMs);
  },
});

/**
 * Returns the store of one process, with the simulated faults. After its death the process can neither read nor write.
 */
export const faultyStore = (faults: CurrentFaults, process: SimulatedProcess, store: TableStore): TableStore => {
  const alive = (): TableStore => {
    if (process.isDead) throw refused('the process has died');
    return store;
  };
  const writable = (table: string, rows: readonly { readonly rk: string }[]): TableStore => {
    alive();
    if (table === 'Team' && faults.refusesMarks() && rows.some(isMark)) throw refused('marks are refused');
    return store;
  };
  const transact: TableStore['transact'] = async (table, pk, steps) =>
    writable(table, steps.map(keyOf)).transact(table, pk, steps);
  return {
    get: async (table, key) => alive().get(table, key),
    scan: async (table, pk, range, page) => alive().scan(table, pk, range, page),
    insert: async (table, row) => writable(table, [row]).insert(table, row),
    replace: async (table, row, etag) => writable(table, [row]).replace(table, row, etag),
    merge: async (table, row, etag) => writable(table, [row]).merge(table, row, etag),
    touch: async (table, row) => writable(table, [row]).touch(table, row),
    delete: async (table, key, etag) => writable(table, [key]).delete(table, key, etag),
    transact,
    inOrder: runTransactionsInSequence(transact),
    close: () => store.close(),
  };
};
