import type { OrgId } from '#contracts/core/ids.ts';
import type { SkipReason } from '../../domain/runs/sendDecisions.ts';
import { MessengerError } from '../../gateways/messengerPort.ts';
import type { OutboxRow } from '../../services/runs/outboxRows.ts';
import type { JobDeps } from '../core/jobDeps.ts';
import { afterFault, stopMs } from './sendOutcomes.ts';
import type { FaultOutcome } from './sendOutcomes.ts';
import type { TokenBuckets } from './tokenBuckets.ts';

// The effect of a fault of the chat service: on the message, on its tenant and on all sending.

/** What all messages of an instance share. */
export interface ChatState {
  readonly buckets: TokenBuckets;
  /** Epoch ms until which nothing is sent, because the chat service refused the bot's credentials. */
  stoppedUntil: number;
}

type FaultDeps = Pick<JobDeps, 'clock' | 'random'> & { readonly messenger: Pick<JobDeps['messenger'], 'limits'> };

interface FailedSend {
  readonly orgId: OrgId;
  readonly row: Pick<OutboxRow, 'failures' | 'isGone'>;
  /** Sends before this one that may have been accepted. */
  readonly sends: number;
}

/** Decides about a message. Slows its tenant down, or pauses all sending, if the chat service asked for that. */
export const outcomeOfFault = (
  { clock, random, messenger }: FaultDeps,
  state: ChatState,
  error: unknown,
  { orgId, row, sends }: FailedSend,
): FaultOutcome => {
  const now = clock.now();
  if (error instanceof MessengerError && error.fault.kind === 'THROTTLED') state.buckets.throttled(orgId);
  const outcome = afterFault(error, { row, sends, now, random, rules: messenger.limits.retry });
  if (outcome.is === 'STOP') state.stoppedUntil = now + stopMs;
  return outcome;
};

/** What a fault means for a message or an update of a maintenance row. `decided`: the outcome that led to it, for the log. */
export type MaintenanceOutcome = { readonly decided: FaultOutcome['is'] } & (
  | { readonly is: 'LATER'; readonly notBefore: number; readonly mayHaveArrived: boolean }
  | { readonly is: 'OVER'; readonly reason: SkipReason; readonly unreachable: 'BLOCKED' | 'GONE' | null }
);

/** A tenant that was limited takes the messages of maintenance rows again after this time. */
const tenantRetryMs = 10_000;

/**
 * As `outcomeOfFault`, for a maintenance row. Its posting has already tried a new chat, so a chat that is gone is final. The row is
 * rescheduled by its own time, also after a pause of all sending.
 */
export const maintenanceOutcome = (
  deps: FaultDeps,
  state: ChatState,
  error: unknown,
  { orgId, failures, sends }: Pick<FailedSend, 'orgId' | 'sends'> & { readonly failures: number | null },
): MaintenanceOutcome => {
  const outcome = outcomeOfFault(deps, state, error, { orgId, row: { failures, isGone: true }, sends });
  const decided = outcome.is;
  switch (outcome.is) {
    case 'LATER': {
      const notBefore = outcome.atTenantRate === true ? deps.clock.now() + tenantRetryMs : outcome.notBefore;
      return { is: 'LATER', decided, notBefore, mayHaveArrived: outcome.mayHaveArrived === true };
    }
    case 'STOP':
      return { is: 'LATER', decided, notBefore: state.stoppedUntil, mayHaveArrived: false };
    case 'FAILED':
      return { is: 'OVER', decided, reason: outcome.reason, unreachable: outcome.unreachable };
    case 'PARK':
      return { is: 'OVER', decided, reason: outcome.reason, unreachable: null };
  }
};
