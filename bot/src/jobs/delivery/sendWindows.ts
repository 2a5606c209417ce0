import type { JobDeps } from '../core/jobDeps.ts';
import type { Message } from './messages.ts';
import { runName } from './runContext.ts';
import type { RunContext } from './runContext.ts';

// Decides the order of a tenant's messages and the size of its send windows.

export const groupBy = <T>(all: readonly T[], keyOf: (item: T) => unknown): T[][] => {
  const groups = new Map<unknown, T[]>();
  for (const item of all) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
};

/** Returns how many messages of one tenant may be in flight at once. It is never more than the chat service accepts. */
export const sideBySide = ({ settings, messenger }: Pick<JobDeps, 'settings' | 'messenger'>): number =>
  Math.min(settings.perTenant, messenger.limits.tenant.mostAtOnce);

/** True if the message is the announcement of a run to its channel. */
export const isAnnouncement = (message: Message): boolean => message.kind === 'announcement';
const byRun = (messages: readonly Message[]): Message[][] =>
  groupBy(messages, (message) => runName(message.claimed.row));

/**
 * Returns the runs of a tenant in the order in which they are sent, one after the other. If there are more announcements than the
 * rate limit allows at once, they would delay the prompts of later runs. So the announcements are sent last, up to `perTenant`
 * runs at the same time.
 */
export const sendWindowsOf = (
  messages: readonly Message[],
  { perTenant, mostAtOnce: maxBurst }: { readonly perTenant: number; readonly mostAtOnce: number },
): Message[][][] => {
  const announcements = messages.filter(isAnnouncement);
  if (announcements.length <= maxBurst) return byRun(messages).map((run) => [run]);
  const others = byRun(messages.filter((message) => !isAnnouncement(message))).map((run) => [run]);
  const announced = byRun(announcements);
  const windows = Array.from({ length: Math.ceil(announced.length / perTenant) }, (_, index) =>
    announced.slice(index * perTenant, (index + 1) * perTenant),
  );
  return [...others, ...windows];
};

export interface Addressed {
  readonly context: RunContext;
  readonly message: Message;
}
