export interface SharedReads {
  /**
   * Puts this read and all later reads before the next event of the event loop into one read transaction, because
   * taking and releasing the lock costs as much as a read. No change from outside is seen before that event, so callers
   * notice no difference.
   */
  join(): void;
  /**
   * Ends the shared transaction. Must be called before an operation that needs the connection alone, such as a
   * transaction that writes.
   */
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
      // The reads have succeeded, so a fault of COMMIT is ignored. If it left the transaction open, ROLLBACK ends it,
      // because otherwise no other transaction could begin.
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
      // The callback ends the shared transaction before the event loop handles the next event.
      process.nextTick(endWithTick);
    },
    end,
  };
};
