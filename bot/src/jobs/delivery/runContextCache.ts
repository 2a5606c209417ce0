import type { OrgId } from '#contracts/core/ids.ts';
import { runRefOf } from '../../services/runs/outboxRows.ts';
import { isAskingMembers } from '../../services/tenancy/billingStatus.ts';
import { inOrg } from '../../store/records.ts';
import type { JobDeps } from '../core/jobDeps.ts';
import type { Message } from './messages.ts';
import { readContext } from './runContext.ts';
import type { RunContext } from './runContext.ts';
import { isAnnouncement } from './sendWindows.ts';

// Reads the rows by which a tenant's messages are judged: once for all messages of a run, and again after a long wait. Hundreds
// of messages wait for the rate limit while members answer or leave, or the run is cancelled.

/**
 * Rows that were read count as fresh for the time between two heartbeats, as elsewhere. At its tenant's rate a team of 200 is
 * finished by then, so only larger teams, and messages that must wait, cost another reading.
 */
const freshForMs = 5_000;

export interface RunContextCache {
  /** Of a run, before its first message. */
  first(messages: readonly [Message, ...Message[]]): Promise<RunContext>;
  /** The present rows of a run that was read before; the same object while those rows are fresh enough. */
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
      // The goals belong to members who have not answered, and only an answer changes them.
      const now = { ...read, plans: first.plans };
      latest.set(first, now);
      return now;
    },
  };
};
