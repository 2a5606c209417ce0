import { mostAtOnce } from '../domain/rates.ts';
import { requestsFor } from './messages.ts';
import type { Message } from './messages.ts';
import { runName } from './runContext.ts';
import type { RunContext } from './runContext.ts';

// In which order the messages of a tenant go, and how many of them at once.

export const groupBy = <T>(all: readonly T[], keyOf: (one: T) => unknown): T[][] => {
  const groups = new Map<unknown, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()];
};

/** To a channel, that a run has opened. */
export const isWord = (message: Message): boolean => message.kind === 'bcast';
const byRun = (messages: readonly Message[]): Message[][] => groupBy(messages, (one) => runName(one.claimed.row));

/**
 * The runs of a tenant in the order in which they are sent, those together that share waves: one after the other. But when the
 * words to channels are more than may go at once, they would hold up questions of the runs behind them: they go last, by what
 * then holds, and as many at once as a wave takes.
 */
export const inOrder = (messages: readonly Message[], perTenant: number): Message[][][] => {
  const words = messages.filter(isWord);
  if (words.length <= mostAtOnce) return byRun(messages).map((run) => [run]);
  const questions = byRun(messages.filter((one) => !isWord(one))).map((run) => [run]);
  const last = byRun(words);
  const waves = Array.from({ length: Math.ceil(last.length / perTenant) }, (_, at) =>
    last.slice(at * perTenant, (at + 1) * perTenant),
  );
  return [...questions, ...waves];
};

/** A message, and what was read of its run. */
export interface Addressed {
  readonly context: RunContext;
  readonly message: Message;
}

export interface Wave {
  readonly messages: readonly Addressed[];
  /** That they make. */
  readonly requests: number;
}

/** At most `perTenant` messages each, and no more requests than may go at once. */
export const wavesOf = (all: readonly Addressed[], perTenant: number): Wave[] => {
  const waves: { readonly messages: Addressed[]; requests: number }[] = [];
  for (const one of all) {
    const requests = requestsFor(one.context, one.message);
    const last = waves.at(-1);
    if (last === undefined || last.messages.length === perTenant || last.requests + requests > mostAtOnce)
      waves.push({ messages: [one], requests });
    else {
      last.messages.push(one);
      last.requests += requests;
    }
  }
  return waves;
};
