import type { Instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import { msOf, toInstant } from '../domain/core/zonedTimeAndCalendarDates.ts';
import { outbox } from './kinds/outbox/outboxRow.ts';
import type { Step, TableStore, Transaction } from './tableStorePort.ts';

/**
 * Milliseconds after which intents are written again. An outbox row without work is deleted two minutes after its
 * `touched`. The rest of that time is for the reads before the sequence, and for a write that takes effect late.
 */
const freshMs = 30_000;

/** True for intents: outbox rows that request work, and that are written without a condition. */
const areIntents = ({ table, steps }: Transaction): boolean =>
  table === outbox.table && steps.every((step) => step.do === 'touch');

/** Returns the step with a `touched` that is later by `ms`. */
const touchedLater = (step: Step, ms: number): Step => {
  if (step.do !== 'touch' || typeof step.row.values['touched'] !== 'string') return step;
  const touched = toInstant(msOf(step.row.values['touched'] as Instant) + ms);
  return { do: 'touch', row: { ...step.row, values: { ...step.row.values, touched } } };
};

/**
 * Implements `inOrder` with one `transact` per transaction, for stores that send one request each, and for wrappers. If
 * the sequence takes long, another process may delete an intent before its change is written. So old intents are written
 * again, before the next transaction and after the last. `elapsed` returns milliseconds (`createElapsedClock`).
 */
export const runTransactionsInSequence =
  (transact: TableStore['transact'], elapsed: () => number = () => performance.now()) =>
  async (transactions: readonly Transaction[]): Promise<void> => {
    const startedAt = elapsed();
    let writtenAt = startedAt;
    const intents: Transaction[] = [];
    const rewriteOldIntents = async (): Promise<void> => {
      const now = elapsed();
      if (now - writtenAt < freshMs) return;
      writtenAt = now;
      for (const { table, pk, steps } of intents)
        await transact(
          table,
          pk,
          steps.map((step) => touchedLater(step, now - startedAt)),
        );
    };
    try {
      for (const transaction of transactions) {
        await rewriteOldIntents();
        await transact(transaction.table, transaction.pk, transaction.steps);
        if (areIntents(transaction)) intents.push(transaction);
      }
    } catch (error) {
      // The failed transaction may still take effect later, so its intents must be new too.
      await rewriteOldIntents().catch(() => undefined);
      throw error;
    }
    await rewriteOldIntents();
  };
