// A group of writes becomes one transaction, hence one sync of the disk: on the thread that asks or on one of its own.
import type { Connection } from './connection.ts';
import type { Group, Refusal } from './operations.ts';
import { createApply } from './rows.ts';

/** What became of a group: committed but for what was refused, or nothing of it. */
export type Outcome = { readonly refusals: readonly Refusal[] } | { readonly error: unknown };

export interface Committer {
  /** One group at a time. `done` may be called before this returns. */
  commit(group: Group, done: (outcome: Outcome) => void): void;
  close(): Promise<void>;
}

export const createCommit = (connection: Connection): ((group: Group) => Outcome) => {
  const apply = createApply(connection);
  const rollBack = (): void => {
    try {
      // Some faults (disk full, input/output) have ended the transaction already.
      if (connection.inTransaction()) connection.statement('ROLLBACK').run();
    } catch {
      // The fault that led here is the one to report.
    }
  };
  return (group) => {
    try {
      connection.reads.end();
      connection.statement('BEGIN IMMEDIATE').run();
      const refusals = apply(group);
      connection.statement('COMMIT').run();
      return { refusals };
    } catch (error) {
      rollBack();
      return { error };
    }
  };
};

export const createCommitter = (connection: Connection): Committer => {
  const commit = createCommit(connection);
  return {
    commit: (group, done) => {
      done(commit(group));
    },
    close: () => Promise.resolve(),
  };
};
