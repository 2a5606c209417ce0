import { z } from 'zod';
import { MessengerError } from '../gateways/messengerPort.ts';
import type { Messenger } from '../gateways/messengerPort.ts';
import { inSequence } from '../store/inSequence.ts';
import { StoreError } from '../store/tableStore.ts';
import type { Step, TableStore } from '../store/tableStore.ts';
import { instant, isWithin, span } from './scenarioFields.ts';
import type { Span } from './scenarioFields.ts';

// Simulates faults around the engine: a chat service that refuses messages or loses its replies, a store that refuses delivery
// records, and a process that dies while it sends a message.

export const simulatedFaultFields = {
  downtime: z.array(span).default([]),
  /** Periods in which the chat service refuses every message: with 429 and `retryAfter` seconds if given, or with 503. */
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
  /** From each of these instants on, the process dies at its next message, before or after the chat service accepts it. */
  kills: z.array(z.object({ at: instant, moment: z.enum(['BEFORE', 'AFTER'], 'must be BEFORE or AFTER') })).default([]),
  /** Periods in which a second instance runs. It ends without a shutdown. */
  twoInstances: z.array(span).default([]),
  /** Periods in which the store refuses delivery records. */
  refusedMarks: z.array(span).default([]),
};

export type SimulatedFaults = z.output<z.ZodObject<typeof simulatedFaultFields>>;

/** Returns the invalid periods of a scenario, one line each. */
export const invalidFaultPeriods = (weather: SimulatedFaults): string[] => {
  const spans = (name: 'downtime' | 'storms' | 'lostReplies' | 'twoInstances' | 'refusedMarks'): string[] =>
    weather[name].flatMap(({ from, to }: Span, index) =>
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

export interface Process {
  isDead: boolean;
  /** Called once when the process dies. */
  readonly onDeath: () => void;
}

const isMark = ({ rk }: { readonly rk: string }): boolean => /^D\|[^|]+\|[^|]+\|s\|/.test(rk);

const keyOf = (step: Step): { readonly rk: string } => (step.do === 'delete' ? step.key : step.row);

const refused = (what: string): StoreError => new StoreError('UNAVAILABLE', what);

/**
 * Simulates the faults of a scenario. It remembers which kills have not happened yet, and which messages have already lost a
 * reply.
 */
export const createSimulatedFaults = (weather: SimulatedFaults, now: () => number) => {
  const kills = [...weather.kills].sort((a, b) => a.at - b.at);
  const lost = new Set<string>();
  const isIn = (spans: readonly Span[]): boolean => spans.some((item) => isWithin(item, now()));

  const storm = (): void => {
    const blowing = weather.storms.find((item) => isWithin(item, now()));
    if (blowing === undefined) return;
    // The error also states that the service did not process the message.
    if (blowing.status === 503) throw new MessengerError({ kind: 'TRANSIENT', ...({ wasRefused: true } as const) });
    const { retryAfter } = blowing;
    throw new MessengerError({
      kind: 'THROTTLED',
      retryAfterMs: retryAfter === undefined ? null : Math.round(retryAfter * 1000),
    });
  };
  const die = (process: Process): never => {
    process.isDead = true;
    process.onDeath();
    throw new MessengerError({ kind: 'TRANSIENT' });
  };
  const losesReply = (name: string): boolean => {
    if (!isIn(weather.lostReplies) || lost.has(name)) return false;
    lost.add(name);
    return true;
  };

  return {
    messenger: (process: Process, chat: Sending): Sending => ({
      send: async (target, message, deadlineMs) => {
        if (process.isDead) throw new MessengerError({ kind: 'TRANSIENT' });
        storm();
        const kill = kills[0] !== undefined && kills[0].at <= now() ? kills.shift() : undefined;
        if (kill?.moment === 'BEFORE') die(process);
        const sent = await chat.send(target, message, deadlineMs);
        if (kill !== undefined) die(process);
        if (losesReply(JSON.stringify([target, message]))) throw new MessengerError({ kind: 'TRANSIENT' });
        return sent;
      },
      update: async (address, message, deadlineMs) => {
        if (process.isDead) throw new MessengerError({ kind: 'TRANSIENT' });
        storm();
        await chat.update(address, message, deadlineMs);
      },
    }),
    /** Returns the store of one process, with the simulated faults. After its death the process can neither read nor write. */
    store: (process: Process, store: TableStore): TableStore => {
      const alive = (): void => {
        if (process.isDead) throw refused('the process has died');
      };
      const check = (table: string, rows: readonly { readonly rk: string }[]): void => {
        alive();
        if (table === 'Team' && isIn(weather.refusedMarks) && rows.some(isMark)) throw refused('marks are refused');
      };
      const transact: TableStore['transact'] = async (table, pk, steps) => {
        check(table, steps.map(keyOf));
        await store.transact(table, pk, steps);
      };
      return {
        get: async (table, key) => {
          alive();
          return store.get(table, key);
        },
        scan: async (table, pk, range, page) => {
          alive();
          return store.scan(table, pk, range, page);
        },
        insert: async (table, row) => {
          check(table, [row]);
          return store.insert(table, row);
        },
        replace: async (table, row, etag) => {
          check(table, [row]);
          return store.replace(table, row, etag);
        },
        merge: async (table, row, etag) => {
          check(table, [row]);
          return store.merge(table, row, etag);
        },
        touch: async (table, row) => {
          check(table, [row]);
          return store.touch(table, row);
        },
        delete: async (table, key, etag) => {
          check(table, [key]);
          await store.delete(table, key, etag);
        },
        transact,
        inOrder: inSequence(transact),
        close: () => store.close(),
      };
    },
    /** True if a second instance should run now. */
    isDoubled: (): boolean => isIn(weather.twoInstances),
  };
};
export type CurrentFaults = ReturnType<typeof createSimulatedFaults>;
