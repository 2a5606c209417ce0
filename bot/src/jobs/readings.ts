import type { OrgId } from '#contracts/ids.ts';
import { runRefOf } from '../services/outboxRows.ts';
import { isAsking } from '../services/paying.ts';
import { inOrg } from '../store/kind.ts';
import type { JobDeps } from './jobDeps.ts';
import type { Message } from './messages.ts';
import { readContext } from './runContext.ts';
import type { RunContext } from './runContext.ts';
import { isWord } from './waves.ts';

// What the messages of a tenant's runs are judged by: read once for all of a run, and again when they had to wait for long.
// Hundreds wait for their rate while somebody answers, leaves, or calls the run off.

/**
 * For how long what was read is believed: a beat, as everything else takes to be heeded. At its tenant's rate a team of 200
 * is through by then, so that only larger ones, and those who are kept waiting, cost another reading.
 */
const believedForMs = 5_000;

export interface Readings {
  /** Of a run, before its first message. */
  first(messages: readonly [Message, ...Message[]]): Promise<RunContext>;
  /** As it stands by now, of a run that was read before: the same object for as long as that is believed. */
  current(first: RunContext): Promise<RunContext>;
}

export const createReadings = (deps: JobDeps, orgId: OrgId): Readings => {
  const isOld = (readAt: number): boolean => {
    const age = deps.clock.now() - readAt;
    return age < 0 || age >= believedForMs;
  };
  let asking: Promise<boolean> | undefined;
  const ask = (): Promise<boolean> => (asking = isAsking(deps, inOrg(deps.store, orgId)));
  const latest = new Map<RunContext, RunContext>();
  return {
    first: async (messages) => {
      const mayAsk = await (asking ?? ask());
      const [one] = messages;
      const isToPeople = !messages.every(isWord);
      const wanted = { withPlans: isToPeople, withVacations: isToPeople, mayAsk };
      return readContext(deps, runRefOf(one.claimed.row), wanted);
    },
    current: async (first) => {
      const known = latest.get(first) ?? first;
      if (!isOld(known.readAt)) return known;
      const mayAsk = await ask();
      const read = await readContext(deps, first.run, { withPlans: false, withVacations: true, mayAsk });
      // The goals a card offers are those of who has not answered, whom nobody else gives any.
      const now = { ...read, plans: first.plans };
      latest.set(first, now);
      return now;
    },
  };
};
