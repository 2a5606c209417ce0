import type { JobDeps } from '../core/jobDeps.ts';
import type { Message } from './messages.ts';
import { runName } from './runContext.ts';
import type { RunContext } from './runContext.ts';

// Order of a tenant's messages, and the size of its send windows.

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

/** Messages on their way to one tenant side by side: never more than the platform takes at once. */
export const sideBySide = ({ settings, messenger }: Pick<JobDeps, 'settings' | 'messenger'>): number =>
  Math.min(settings.perTenant, messenger.limits.tenant.mostAtOnce);

/** True for the announcement, the message to the channel that a run has opened. */
export const isWord = (message: Message): boolean => message.kind === 'bcast';
const byRun = (messages: readonly Message[]): Message[][] =>
  groupBy(messages, (message) => runName(message.claimed.row));

/**
 * Returns the runs of a tenant in the order in which they are sent, one after the other. If there are more channel
 * announcements than the rate limit allows at once, they would hold up the prompts of later runs, so they go last, up to
 * `perTenant` runs side by side.
 */
export const inOrder = (
  messages: readonly Message[],
  { perTenant, mostAtOnce }: { readonly perTenant: number; readonly mostAtOnce: number },
): Message[][][] => {
  const words = messages.filter(isWord);
  if (words.length <= mostAtOnce) return byRun(messages).map((run) => [run]);
  const questions = byRun(messages.filter((message) => !isWord(message))).map((run) => [run]);
  const last = byRun(words);
  const waves = Array.from({ length: Math.ceil(last.length / perTenant) }, (_, at) =>
    last.slice(at * perTenant, (at + 1) * perTenant),
  );
  return [...questions, ...waves];
};

/** A message with the context of its run. */
export interface Addressed {
  readonly context: RunContext;
  readonly message: Message;
}
