import { Worker } from 'node:worker_threads';
import type { WorkerEntry } from '../../domain/workerEntry.ts';
import { StoreError } from '../port.ts';
import type { Committer, Outcome } from './commit.ts';
import { fieldsEach } from './operations.ts';
import type { Group, Refusal } from './operations.ts';

// Groups are committed on a thread of their own, with a connection of its own to the same file: applying the writes and waiting
// for the disk would hold the event loop. It costs memory and a part of the start, so the first group that is large enough to show
// that there is traffic starts it; until it is ready, and when it has ended, the thread that asks commits.

export interface WritingThread {
  readonly entry: WorkerEntry;
  /** Writes of one group from which on a thread is worth it; 32 when left out, 0: from the opening on. */
  readonly worthFrom?: number;
  /** It has the file open and writes from now on. */
  readonly began?: () => void;
  /** It ended by itself. One that had begun is started again by the next large group; one that never could is not. */
  readonly ended: (cause: unknown) => void;
}

export interface ThreadJob {
  readonly file: string;
}

/**
 * A group's texts with NUL between them, which neither keys nor JSON can hold: one text is copied from thread to thread at a
 * fraction of what many cost. null: finish and end.
 */
export type ToThread = string | null;

const separator = '\0';
export const groupOf = (message: string): Group => message.split(separator);

/** First null: it is ready. Then one for each group: null when all of it was committed and nothing refused. */
export type FromThread = readonly Refusal[] | DriverFault | null;

/** A fault of the driver: the class of its errors does not survive the way between threads, and nothing asks for it. */
interface DriverFault {
  readonly code: string;
  readonly message: string;
}

export const replyOf = (outcome: Outcome): FromThread => {
  if ('refusals' in outcome) return outcome.refusals.length === 0 ? null : outcome.refusals;
  const { error } = outcome;
  // What the driver did not say is a fault of ours, and ends the thread.
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) throw error;
  return { code: error.code, message: error.message };
};

const outcomeOf = (reply: FromThread): Outcome => {
  if (reply === null) return { refusals: [] };
  return 'code' in reply
    ? { error: Object.assign(new Error(reply.message), { code: reply.code }) }
    : { refusals: reply };
};

const usuallyWorthFrom = 32;

/** Little is alive in it at once: one group, as text and cut up. A young generation of the usual size would cost 16 MB. */
const limits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 };

interface Running {
  readonly isReady: () => boolean;
  commit: Committer['commit'];
  end(): Promise<void>;
}

/** `ended` hears of an end that was not asked for, after the group under way has been failed. */
const run = (thread: WritingThread, file: string, ended: (hadBegun: boolean) => void): Running => {
  const { entry } = thread;
  const workerData = { program: entry.program, file };
  const worker = new Worker(entry.file, { workerData, resourceLimits: limits, execArgv: [] });
  let isReady = false;
  let isEnding = false;
  let cause: unknown;
  let done: ((outcome: Outcome) => void) | undefined;
  const settle = (outcome: Outcome): void => {
    const one = done;
    done = undefined;
    worker.unref();
    one?.(outcome);
  };
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      const hadBegun = isReady;
      isReady = false;
      resolve();
      if (isEnding) return;
      thread.ended(cause);
      ended(hadBegun);
      settle({ error: new StoreError('UNAVAILABLE', 'the thread that writes the store file ended', { cause }) });
    });
  });
  worker.on('error', (error) => {
    cause = error;
  });
  worker.on('message', (reply: FromThread) => {
    if (isReady) {
      settle(outcomeOf(reply));
      return;
    }
    isReady = true;
    // An open store keeps no process alive, a write under way does.
    worker.unref();
    thread.began?.();
  });
  return {
    isReady: () => isReady,
    commit: (group, whenDone) => {
      done = whenDone;
      worker.ref();
      worker.postMessage(group.join(separator) satisfies ToThread);
    },
    end: async () => {
      isEnding = true;
      worker.ref();
      if (isReady) worker.postMessage(null satisfies ToThread);
      else void worker.terminate();
      await exited;
    },
  };
};

export const createThreadCommitter = (thread: WritingThread, file: string, here: Committer): Committer => {
  const worthTexts = (thread.worthFrom ?? usuallyWorthFrom) * fieldsEach;
  let running: Running | undefined;
  let isOfUse = true;
  const startFor = (group: Group): void => {
    if (running !== undefined || !isOfUse || group.length < worthTexts) return;
    running = run(thread, file, (hadBegun) => {
      running = undefined;
      isOfUse = hadBegun;
    });
  };
  startFor([]);
  return {
    commit: (group, done) => {
      startFor(group);
      (running?.isReady() === true ? running : here).commit(group, done);
    },
    close: async () => {
      await running?.end();
    },
  };
};
