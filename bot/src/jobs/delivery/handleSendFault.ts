import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { SkipReason } from '../../domain/runs/skipReasons.ts';
import { MessengerError } from '../../gateways/messengerPort.ts';
import type { OutboxRow } from '../../services/runs/outboxRowAndRunRef.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import { maintenanceRetryMs, stopMs } from '../core/retryPausesAndParkLimits.ts';
import { afterFault } from './deliveryOutcomesAndFaultRules.ts';
import type { FaultOutcome } from './deliveryOutcomesAndFaultRules.ts';
import type { TokenBuckets } from './rateLimitsPerTenantAndChat.ts';

// Decides how a fault of the chat service affects the message, its tenant and all sends of the instance.

export interface ChatState {
  readonly buckets: TokenBuckets;
  /** Epoch ms until which nothing is sent because the chat service refused the bot's credentials. */
  stoppedUntil: number;
}

type FaultDeps = Pick<JobDeps, 'clock' | 'random'> & { readonly messenger: Pick<JobDeps['messenger'], 'limits'> };

interface FailedSend {
  readonly orgId: OrgId;
  readonly row: Pick<OutboxRow, 'failures' | 'isGone'>;
  /** Number of earlier sends of this message that the chat service may have accepted. */
  readonly sends: number;
}

/**
 * Returns the outcome of a message after a fault. Depending on the fault, it also slows the tenant down or pauses all
 * sends.
 */
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

/**
 * Outcome of a failed send or update for a maintenance row, for example of a card about a week. LATER: the message is
 * retried at `notBefore`. OVER: the message is given up. `decided`: the more detailed outcome, for the log.
 */
export type MaintenanceOutcome = { readonly decided: FaultOutcome['is'] } & (
  | { readonly is: 'LATER'; readonly notBefore: number; readonly mayHaveArrived: boolean }
  | { readonly is: 'OVER'; readonly reason: SkipReason; readonly unreachable: 'BLOCKED' | 'GONE' | null }
);

/**
 * Returns the outcome of a failed send or update for a maintenance row. A missing chat is final: either the caller has
 * already tried another chat, or only a message in that chat was to be updated. If all sends pause, the message is
 * retried after the pause.
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
      const notBefore = outcome.atTenantRate === true ? deps.clock.now() + maintenanceRetryMs : outcome.notBefore;
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
