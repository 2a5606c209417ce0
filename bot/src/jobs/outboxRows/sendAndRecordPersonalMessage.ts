import type { MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { SkipReason } from '../../domain/runs/skipReasons.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { MessengerError } from '../../gateways/messengerPort.ts';
import type { PersonAddress } from '../../domain/core/chatAddressTypes.ts';
import type { OutgoingMessage, SentMessage } from '../../gateways/messengerPort.ts';
import { addressOfMember, inNewChat, noSentIds } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import type { TeamMember } from '../../services/tenancy/listMembers.ts';
import { mergeChanges, updateRow } from '../../services/core/optimisticUpdate.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { canBegin } from '../delivery/claimAndRescheduleOutboxRows.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import type { SenderState } from '../delivery/sendRunMessagesAndSenderState.ts';
import { observeParked } from '../delivery/deliveryMetrics.ts';
import { maintenanceOutcome } from '../delivery/handleSendFault.ts';
import type { MaintenanceOutcome } from '../delivery/handleSendFault.ts';
import { isGone } from '../delivery/findChannelAndPost.ts';
import { deadlineOf } from '../core/requestDeadline.ts';
import { TooSoon, chatName } from '../delivery/rateLimitsPerTenantAndChat.ts';
import type { ClaimedMaintenance, NextCheck } from './rescheduleOrDeleteMaintenanceRow.ts';
import { contentDigest } from './contentDigest.ts';
import type { MessageId, MessageRecord } from './messageRecordWithSendCounts.ts';

// Sends one message of a maintenance row to a person, and records the result. After `maxSends` (three) sends without a
// reply, the message is not sent again.

/** The data for one check of a maintenance row whose messages go to people. `record` stores the sends and results. */
export interface PersonalUpdate {
  readonly deps: JobDeps;
  readonly state: SenderState;
  readonly claimed: ClaimedMaintenance;
  readonly records: Records<OrgId>;
  readonly teamId: TeamId;
  readonly record: MessageRecord;
}

/**
 * Waits for the tenant's rate limit, then runs `work`. If too little of the lease is left, sending is paused or the
 * process is stopping, it does not run `work` and returns the epoch ms of the next attempt. While `work` runs, it
 * counts towards the tenant's limit of messages in flight.
 */
export const sendInTurn = (
  update: Pick<PersonalUpdate, 'deps' | 'state' | 'claimed'>,
  requests: number,
  work: () => Promise<NextCheck>,
): Promise<NextCheck> => {
  const { deps, state, claimed } = update;
  const { orgId } = claimed.row;
  return state.limits.run(
    orgId,
    1,
    () => (state.isStopping() ? Promise.resolve() : state.buckets.ready(orgId, requests)),
    async () => {
      const now = deps.clock.now();
      if (state.isStopping() || !canBegin(deps, claimed.lease)) return now;
      return now < state.stoppedUntil ? state.stoppedUntil : state.buckets.spend(orgId, requests, work);
    },
  );
};

/**
 * Sends a message to a personal chat. If the chat is gone and the platform can open a new chat, sends the message once
 * more in the new chat.
 */
const post = async (
  { deps, state, claimed }: PersonalUpdate,
  person: PersonAddress,
  message: OutgoingMessage,
): Promise<SentMessage> => {
  const { orgId } = claimed.row;
  const send = (to: PersonAddress): Promise<SentMessage> => deps.messenger.send(to, message, deadlineOf(deps));
  try {
    return await send(person);
  } catch (error) {
    const newTarget = isGone(error) ? inNewChat(person) : null;
    if (newTarget === null) throw error;
    const requests = deps.messenger.limits.requestsFor(newTarget);
    await state.buckets.ready(orgId, requests);
    return state.buckets.spend(orgId, requests, () => send(newTarget));
  }
};

/** Names of log events by row kind. Do not rename them, because operators search the log for them. */
const failureNames: Readonly<Record<string, string>> = {
  weekCards: 'week.failed',
  blockerCards: 'blocker.failed',
  digest: 'digest.failed',
};

/**
 * Returns the outcome of a fault of the chat service or of its rate limit, and rethrows every other error. `sends`:
 * number of earlier sends of the message that may have been accepted.
 */
export const afterPersonalFault = (
  { deps, state, claimed: { row } }: Pick<PersonalUpdate, 'deps' | 'state' | 'claimed'>,
  error: unknown,
  sends: number,
): MaintenanceOutcome => {
  const { orgId, teamId, date, failures } = row;
  if (error instanceof MessengerError)
    deps.log.warn(failureNames[row.kind] ?? 'message.failed', { orgId, teamId, date, fault: error.fault.kind });
  else if (!(error instanceof TooSoon)) throw error;
  return maintenanceOutcome(deps, state, error, { orgId, failures, sends });
};

/**
 * Records the reason why a message is not sent, or not sent again. If no send of the message got a reply (UNCONFIRMED),
 * it is also counted as parked in the metrics.
 */
export const giveUp = async (update: PersonalUpdate, id: MessageId, reason: SkipReason): Promise<void> => {
  await update.record.noteResult(id, { ...noSentIds, digest: '', reason });
  if (reason === 'UNCONFIRMED') observeParked(update.deps, update.claimed.row.kind, reason);
};

export const noteUnreachable = async (
  { deps, records, teamId }: PersonalUpdate,
  memberId: MemberId,
  unreachable: 'BLOCKED' | 'GONE' | null,
): Promise<void> => {
  if (unreachable === null) return;
  const since = { unreachable, unreachableSince: toInstant(deps.clock.now()) };
  await updateRow(records, teamMember, { teamId, memberId }, (member) => mergeChanges(member, since));
};

/**
 * Returns the epoch ms of the next attempt; undefined = there is none. `counted`: number of sends that may have been
 * accepted, including the failed one; 0 = no send began.
 */
const afterSendFault = async (
  update: PersonalUpdate,
  id: MessageId,
  error: unknown,
  counted: number,
): Promise<NextCheck> => {
  const fault = afterPersonalFault(update, error, Math.max(0, counted - 1));
  switch (fault.is) {
    case 'LATER':
      if (counted > 0) await update.record.postpone(id, fault.mayHaveArrived ? counted : counted - 1, fault.notBefore);
      return fault.notBefore;
    case 'OVER':
      // The result is written before the member's row. If the store rejects that row, the message is not sent again.
      await giveUp(update, id, fault.reason);
      await noteUnreachable(update, id.who, fault.unreachable);
      return undefined;
  }
};

interface PersonalMessage {
  readonly member: TeamMember;
  readonly number: number;
  readonly draw: () => OutgoingMessage;
}

/** Sends a message, unless an earlier failure requires a wait. Returns the epoch ms of the next attempt; undefined = there is none. */
export const sendAndRecordPersonalMessage = async (
  update: PersonalUpdate,
  { member, number, draw }: PersonalMessage,
): Promise<NextCheck> => {
  const { deps, state, claimed } = update;
  const id = { who: member.memberId, number };
  const notBefore = await update.record.waitsUntil(id);
  if (notBefore !== undefined && notBefore > deps.clock.now()) return notBefore;
  const person = addressOfMember(member);
  return sendInTurn(update, person === null ? 1 : deps.messenger.limits.requestsFor(person), async () => {
    if (person === null) {
      await giveUp(update, id, 'NO_ADDRESS');
      return undefined;
    }
    const message = draw();
    let counted: number | undefined = 0;
    let sent: SentMessage;
    try {
      // The messages of maintenance rows share the rate limit of the prompts, because both go to the member's personal
      // chat.
      await state.buckets.takePerson(chatName(claimed.row.orgId, member.memberId));
      counted = await update.record.countSend(id, deps.clock.now());
      if (counted === undefined) {
        await giveUp(update, id, 'UNCONFIRMED');
        return undefined;
      }
      sent = await post(update, person, message);
    } catch (error) {
      return afterSendFault(update, id, error, counted ?? 0);
    }
    await update.record.recordSent(id, sent, contentDigest(update.deps, message));
    return undefined;
  });
};
