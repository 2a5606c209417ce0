export interface SharedReads {
  /**
   * Puts this read and those that follow in the same tick into one read transaction: taking and giving back the lock costs as
   * much as the read. A tick hears of nothing outside before it ends, so to its callers all of its reads happen at once.
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
      // What was read stays read. A fault has mostly ended it already; if not, nobody could begin another.
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
      // Runs when the promises of this tick have no more to do, before the next event is looked at.
      process.nextTick(endWithTick);
    },
    end,
  };
};
