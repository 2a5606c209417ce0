// Runs the calls of the store: a read runs immediately unless the event loop has been busy with reads for too long
// (`LoopPacer`); writes of the same turn of the event loop share one transaction (`GroupWriter`).
import { countInFlight } from '../inFlightCounter.ts';
import type { Row, Step } from '../tableStorePort.ts';
import { checkRow } from '../checkRowsAndBatchTransactions.ts';
import { asFault, isBusy } from './sqliteConnectionAndErrors.ts';
import type { Connection } from './sqliteConnectionAndErrors.ts';
import type { Costed } from './rangeReader.ts';
import { charactersOf } from './rowWriter.ts';
import { rowCost, createPacer, whenUnlocked } from './loopPacerAndLockRetries.ts';
import type { GroupWriter, WriteMode } from './groupWriter.ts';

const writeCost = (row: Row): number => rowCost.write + rowCost.characters(charactersOf(row.values));

export const stepsCost = (steps: readonly Step[]): number =>
  steps.reduce((sum, step) => sum + (step.do === 'delete' ? rowCost.write : writeCost(step.row)), 0);

interface Parts {
  readonly connection: Connection;
  readonly writer: GroupWriter;
  readonly busyMs: number;
}

export class CallScheduler {
  readonly #parts: Parts;
  readonly #pacer = createPacer();
  readonly #inFlight = countInFlight();
  constructor(parts: Parts) {
    this.#parts = parts;
  }

  #readOnce<T>(action: () => Costed<T>): T {
    this.#parts.connection.checkUsable();
    const { result, microseconds } = action();
    this.#pacer.spend(microseconds);
    return result;
  }

  #readPatiently<T>(action: () => Costed<T>): Promise<T> {
    return this.#inFlight.run(() =>
      this.#pacer.run(() => whenUnlocked(this.#parts.busyMs, () => this.#readOnce(action))),
    );
  }

  /**
   * Reads immediately if the pacer still allows reads in this turn of the event loop and no other process locks the
   * file, which is nearly always true. Otherwise it waits.
   */
  async readNow<T>(action: () => Costed<T>): Promise<T> {
    if (!this.#pacer.isFree()) return this.#readPatiently(action);
    try {
      this.#inFlight.check();
      return this.#readOnce(action);
    } catch (error) {
      if (!isBusy(error)) throw asFault(error);
      return this.#readPatiently(action);
    }
  }

  /**
   * Reads like `readNow`, in a transaction that all reads share until the event loop handles the next event
   * (`SharedReads`).
   */
  read<T>(action: () => Costed<T>): Promise<T> {
    return this.readNow(() => {
      this.#parts.connection.reads.join();
      return action();
    });
  }

  /**
   * Reads like `read`, but only after the callers that run now have requested all their reads, so that one statement
   * can read several rows.
   */
  readGathered<T>(action: () => Costed<T>): Promise<T> {
    const joined = (): Costed<T> => {
      this.#parts.connection.reads.join();
      return action();
    };
    return this.#inFlight.run(async () => {
      await Promise.resolve();
      return this.#pacer.run(() => whenUnlocked(this.#parts.busyMs, () => this.#readOnce(joined)));
    });
  }

  /**
   * Queues a write. The row is checked before it is queued, so that a row that cannot be stored never reaches a group.
   */
  write<T>(check: () => void, microseconds: () => number, apply: (mode: WriteMode) => T): Promise<T> {
    return this.#inFlight.run(() => {
      check();
      return this.#parts.writer.submit(microseconds(), apply);
    });
  }

  writeRow<T>(row: Row, apply: (mode: WriteMode) => T): Promise<T> {
    return this.write(
      () => {
        checkRow(row);
      },
      () => writeCost(row),
      apply,
    );
  }

  close(): Promise<void> {
    return this.#inFlight.close(() => {
      this.#parts.connection.close();
    });
  }
}
