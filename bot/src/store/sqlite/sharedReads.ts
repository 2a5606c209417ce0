export interface SharedReads {
  /**
   * Puts this read and those that follow in the same tick into one read transaction, because taking and releasing the lock costs
   * as much as the read. Within a tick no outside change arrives, so to its callers all of its reads happen at once.
   */
  join(): void;
  /** Before anything that needs the connection to itself, such as a transaction that writes. */
  end(): void;
}

interface Shared {
  readonly exec: (sql: string) => void;
  readonly inTransaction: () => boolean;
}

export const createSharedReads = ({ exec, inTransaction }: Shared): SharedReads => {
  let isOpen = false;
  let isOrdered = false;
  const end = (): void => {
    if (!isOpen) return;
    isOpen = false;
    try {
      exec('COMMIT');
    } catch {
      // The reads are valid already. A fault has usually ended the transaction; if not, no other one could begin.
      if (inTransaction()) exec('ROLLBACK');
    }
  };
  const endWithTick = (): void => {
    isOrdered = false;
    end();
  };
  return {
    join: () => {
      if (isOpen) return;
      exec('BEGIN');
      isOpen = true;
      if (isOrdered) return;
      isOrdered = true;
      // Runs when the promises of this tick are done, before the next event.
      process.nextTick(endWithTick);
    },
    end,
  };
};
