import type { Instant, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { whyNotAsked } from '../../domain/runs/whyMemberIsNotAsked.ts';
import { isOwnInstant, movedMessageAt } from '../../domain/runs/memberMessageInstants.ts';
import type { PromptRecord, ToMember } from '../../domain/runs/memberMessageInstants.ts';
import { whyNotShown } from '../../domain/runs/whySummaryOrEmailIsNotSent.ts';
import { isBeforeRestore } from '../../domain/runs/lastSendInstants.ts';
import { whyRunIsNotSent } from '../../domain/runs/whyRunIsNotSent.ts';
import type { SkipReason } from '../../domain/runs/skipReasons.ts';
import { quietCheckMs, quietClockOf } from '../../domain/runs/delayMessagesForQuietHours.ts';
import { minuteMs, msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { deliveryKey, snoozeIn } from '../../services/runs/readRunAndDayRows.ts';
import type { Delivery, RunRows } from '../../services/runs/readRunAndDayRows.ts';
import { addressOfMember } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import type { MessageTo } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import type { Claimed } from './claimAndRescheduleOutboxRows.ts';
import type { DeliveryOutcome } from './deliveryOutcomesAndFaultRules.ts';
import type { RunContext } from './readAndCacheRunContext.ts';

// Decides immediately before its sending whether a message of a run must still be sent.

export type Message = MessageTo & {
  readonly claimed: Claimed;
  readonly round: number;
};

/**
 * Returns the instant of a snoozed prompt, which distinguishes it from other snoozed prompts of the same member and
 * run. Undefined for every other message.
 */
export const ownDueAt = ({ kind, claimed }: Pick<Message, 'kind' | 'claimed'>): Instant | undefined =>
  kind === 'snoozedPrompt' ? claimed.row.at : undefined;

/**
 * True if the record belongs to this message: it has the same round and, for a snoozed prompt, the same due instant.
 */
export const isRecordOf = (
  record: Delivery | undefined,
  message: Pick<Message, 'kind' | 'claimed' | 'round'>,
): boolean => {
  if (record?.round !== message.round) return false;
  const dueAt = ownDueAt(message);
  return dueAt === undefined || record.dueAt === dueAt;
};

/**
 * Returns the record of the latest prompt of the round. After a snooze, this is the record of the snoozed prompt.
 * Undefined while there is no record.
 */
const promptOf = (
  rows: RunRows,
  {
    memberId,
    round,
    snoozedUntil,
  }: { readonly memberId: MemberId; readonly round: number; readonly snoozedUntil: Instant | undefined },
): PromptRecord | undefined => {
  const record = rows.deliveries.get(
    deliveryKey(memberId, snoozedUntil === undefined ? 'prompt' : 'snoozedPrompt'),
  )?.value;
  if (record?.round !== round || (record.dueAt ?? undefined) !== snoozedUntil) return undefined;
  const movedTo = record.movedTo ?? undefined;
  return { isSent: record.state === 'SENT', at: msOf(record.at), isLate: record.isLate, movedTo };
};

type RunMessage = Omit<Message, 'kind' | 'who'> & { readonly kind: ToMember['kind']; readonly who: MemberId };

/**
 * Returns the data that decides whether a message of a run is sent to a member now. The data is created for every
 * prompt, so the literal uses no spread syntax: with it, the prompts of a benchmark took a tenth longer.
 */
export const toMember = (
  context: RunContext,
  { claimed, kind, round, who: memberId }: RunMessage,
  now: number,
): ToMember => {
  const { meeting, team, rows, members, mayAsk, answered, onVacation } = context;
  const member = members.get(memberId)?.value;
  const run = rows.run?.value;
  const snoozedUntil = snoozeIn(rows, memberId)?.until;
  return {
    meeting,
    isConnected: team?.state === 'CONNECTED' && mayAsk,
    run,
    round,
    now,
    notAfter: claimed.row.notAfter === null ? null : msOf(claimed.row.notAfter),
    kind,
    memberId,
    member,
    address: member === undefined ? null : addressOfMember(member),
    hasAnswered: answered.has(memberId),
    hasSkipped: rows.skips.has(memberId),
    snoozedUntil,
    isOnVacation: onVacation.has(memberId),
    prompt: promptOf(rows, { memberId, round, snoozedUntil }),
    quiet: quietClockOf(member, run?.timezone),
    row: claimed.row,
  };
};

const isToAsked = (message: Message): message is Message & RunMessage =>
  message.kind !== 'announcement' && message.kind !== 'observerSummary';

/** Returns the reason why an announcement or the summary of an observer is not sent; null = it may be sent. */
const whyNotPosted = (context: RunContext, message: Message, now: number): SkipReason | null => {
  const { meeting, team, rows, members, mayAsk } = context;
  const { claimed, kind, round, who } = message;
  const run = rows.run?.value;
  const isConnected = team?.state === 'CONNECTED' && mayAsk;
  const notAfter = claimed.row.notAfter === null ? null : msOf(claimed.row.notAfter);
  if (kind === 'announcement') return whyRunIsNotSent({ meeting, isConnected, run, round, notAfter, now });
  const member = members.get(who)?.value;
  const address = member === undefined ? null : addressOfMember(member);
  const runNow = { meeting, run, round, notAfter, now };
  // An observer's summary, like the summary in the channel, is sent even if the organisation sends no more prompts.
  return whyNotShown({ ...runNow, isConnected: team?.state === 'CONNECTED', memberId: who, member, address });
};

/** True if the member moved to another zone, or snoozed the prompt again, after the row was written. */
const isMoved = ({ rows }: RunContext, { claimed, kind, round, who }: Message): boolean => {
  const run = rows.run?.value;
  if (kind === 'announcement' || kind === 'observerSummary' || run?.round !== round) return false;
  const snoozedUntil = snoozeIn(rows, who)?.until;
  return !isOwnInstant(run, { memberId: who, kind, at: claimed.row.at, snoozedUntil });
};

/** Returns the outcome of a message that a snooze or quiet hours moved; undefined for a message that is due now. */
const movedOutcome = (message: ToMember): DeliveryOutcome | undefined => {
  const { kind, now } = message;
  const movedTo = movedMessageAt(message);
  if (movedTo === undefined) return undefined;
  const isPrompt = kind === 'prompt' || kind === 'snoozedPrompt';
  const notBefore = isPrompt ? Math.min(msOf(movedTo), now + quietCheckMs) : msOf(movedTo);
  return { is: 'LATER', notBefore, counts: false, movedTo };
};

/** Returns the outcome of a message that must not be sent; undefined = send the message. */
export const judgeMessage = (
  context: RunContext,
  message: Message,
  now: number,
  restoredAt: number | undefined,
): DeliveryOutcome | undefined => {
  const there = context.rows.deliveries.get(deliveryKey(message.who, message.kind));
  if (isRecordOf(there?.value, message)) return { is: 'DONE' };
  if (isMoved(context, message)) return { is: 'MOVED' };
  const { at, movedTo } = message.claimed.row;
  if (isBeforeRestore(msOf(movedTo ?? at), restoredAt)) return { is: 'SKIPPED', reason: 'RESTORED' };
  const asked = isToAsked(message) ? toMember(context, message, now) : undefined;
  const reason = asked === undefined ? whyNotPosted(context, message, now) : whyNotAsked(asked);
  if (reason === null) return asked === undefined ? undefined : movedOutcome(asked);
  // The message waits, because the team may reconnect before the message expires.
  return reason === 'DISCONNECTED'
    ? { is: 'LATER', notBefore: now + minuteMs, counts: false }
    : { is: 'SKIPPED', reason };
};
