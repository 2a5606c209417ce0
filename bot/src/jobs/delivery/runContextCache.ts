import type { OrgId } from '#contracts/core/ids.ts';
import { runRefOf } from '../../services/runs/outboxRows.ts';
import { isAskingMembers } from '../../services/tenancy/billingStatus.ts';
import { inOrg } from '../../store/records.ts';
import type { JobDeps } from '../core/jobDeps.ts';
import type { Message } from './messages.ts';
import { readContext } from './runContext.ts';
import type { RunContext } from './runContext.ts';
import { isAnnouncement } from './sendWindows.ts';

// Caches the rows that decide about a tenant's messages. They are read once for all messages of a run, and again after a long
// wait, because members may answer or leave while hundreds of messages wait for the rate limit.

/**
 * Time for which rows count as fresh: the time between two heartbeats. At the rate of its tenant, a team of 200 is finished by
 * then. So only larger teams, and messages that must wait, cost another reading.
 */
const freshForMs = 5_000;

export interface RunContextCache {
  /** Reads the rows of a run before its first message is handled. */
  first(messages: readonly [Message, ...Message[]]): Promise<RunContext>;
  /** Returns the current rows of a run that was read before. Returns the same object while the rows are fresh. */
  current(first: RunContext): Promise<RunContext>;
}

export const createRunContextCache = (deps: JobDeps, orgId: OrgId): RunContextCache => {
  const isOld = (readAt: number): boolean => {
    const age = deps.clock.now() - readAt;
    return age < 0 || age >= freshForMs;
  };
  let asking: Promise<boolean> | undefined;
  const ask = (): Promise<boolean> => (asking = isAskingMembers(deps, inOrg(deps.store, orgId)));
  const latest = new Map<RunContext, RunContext>();
  return {
    first: async (messages) => {
      const mayAsk = await (asking ?? ask());
      const [message] = messages;
      const isToPeople = !messages.every(isAnnouncement);
      const wanted = { withPlans: isToPeople, withVacations: isToPeople, mayAsk };
      return readContext(deps, runRefOf(message.claimed.row), wanted);
    },
    current: async (first) => {
      const known = latest.get(first) ?? first;
      if (!isOld(known.readAt)) return known;
      const mayAsk = await ask();
      const read = await readContext(deps, first.run, { withPlans: false, withVacations: true, mayAsk });
      // Goals are needed only for members who have not answered, and only an answer changes them, so they are not read again.
      const now = { ...read, plans: first.plans };
      latest.set(first, now);
      return now;
    },
  };
};
