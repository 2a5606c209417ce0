import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { supportedLocaleOr } from '#contracts/text/languagesAndLocaleChoice.ts';
import { once } from '../../concurrency/once.ts';
import { quietCheckMs, quietClockOf, quietEnd } from '../../domain/runs/delayMessagesForQuietHours.ts';
import { whyNotNotified } from '../../domain/runs/reachableMembers.ts';
import type { SkipReason } from '../../domain/runs/skipReasons.ts';
import { msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { addressOfMember, reachedBy, sentIdsOf } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import { digestSending } from '../../store/kinds/digests/digestAndSending.ts';
import { requireMemberRecipient } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import type { Recipient } from '../../services/digests/planDigestMessagesAndRecipients.ts';
import { sendingOutboxRows } from '../../services/digests/readDigestsAndBuildRows.ts';
import type { DigestMessage } from '../../services/digests/readDigestsAndBuildRows.ts';
import { mergeChanges, updateRow } from '../../services/core/optimisticUpdate.ts';
import { addressHash } from '../../services/summaryEmails/summaryConsentsAndAddressHash.ts';
import { writeOutbox } from '../../services/runs/writeOutboxAndDueRows.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import type { SenderState } from '../delivery/sendRunMessagesAndSenderState.ts';
import type { MessageRecord } from '../outboxRows/messageRecordWithSendCounts.ts';
import { sendAndRecordPersonalMessage, giveUp } from '../outboxRows/sendAndRecordPersonalMessage.ts';
import type { PersonalUpdate } from '../outboxRows/sendAndRecordPersonalMessage.ts';
import { earliest, rescheduleOrDelete } from '../outboxRows/rescheduleOrDeleteMaintenanceRow.ts';
import { UnrecordedError } from '../outboxRows/unrecordedMessageError.ts';
import type { ClaimedMaintenance, NextCheck } from '../outboxRows/rescheduleOrDeleteMaintenanceRow.ts';
import {
  addMessages,
  changeMessage,
  contentOf,
  countSend,
  drawDigest,
  readDigestContext,
  recipientOf,
  recordResult,
} from './digestSendingContextAndResults.ts';
import type { DigestUpdate } from './digestSendingContextAndResults.ts';
import { postDigestToChannel } from './postDigestToChannel.ts';

// Handles the `digest` row of one sending of a digest: sends the card to the recipients' chats and to the channel, and
// queues emails for recipients whose chat did not get the card.

/**
 * `number` of each message in `MessageRecord`. One sending of a digest has only one message to each person, so the
 * number is constant.
 */
const onlyNumber = 1;

/** Reasons for which the chat did not get the card. The member then gets the email. */
const needsEmail: ReadonlySet<string> = new Set<SkipReason>([
  'UNREACHABLE',
  'NO_ADDRESS',
  'BLOCKED',
  'GONE',
  'REJECTED',
]);

const failed = (reason: SkipReason): DigestMessage['state'] =>
  reason === 'UNCONFIRMED' || reason === 'BLOCKED' || reason === 'GONE' || reason === 'REJECTED' ? 'FAILED' : 'SKIPPED';

/**
 * Returns the access to the sends and the result of the card to a member, which are stored in the record of the sending
 * (`digestSending`).
 */
const chatRecord = ({ deps, context }: DigestUpdate, { teamId }: Pick<Recipient, 'teamId'>): MessageRecord => {
  const idOf = ({ who }: { readonly who: MemberId }) => ({ way: 'CHAT' as const, who });
  return {
    waitsUntil: async (id) => {
      const stored = await context.records.get(digestSending, context.key);
      const message = stored?.value.messages.find(({ way, who }) => way === 'CHAT' && who === id.who);
      return message?.notBefore == null ? undefined : msOf(message.notBefore);
    },
    countSend: (id) => countSend(context, idOf(id)),
    postpone: (id, sends, notBefore) =>
      changeMessage(context, idOf(id), (before) => ({ ...before, sends, notBefore: toInstant(notBefore) })),
    noteResult: (id, { reason }) =>
      recordResult(context, idOf(id), {
        ...{ state: reason === null ? 'SENT' : failed(reason), reason },
        now: deps.clock.now(),
      }),
    recordSent: async (id, sent) => {
      try {
        await recordResult(context, idOf(id), { state: 'SENT', reason: null, now: deps.clock.now() });
        const key = { teamId, memberId: id.who };
        await updateRow(context.records, teamMember, key, (row) => mergeChanges(row, reachedBy(sent)));
      } catch (error) {
        throw new UnrecordedError({ ...sent, ...id }, false, error);
      }
    },
  };
};

const toPersonal = (update: DigestUpdate, { teamId }: Pick<Recipient, 'teamId'>): PersonalUpdate => {
  const { deps, state, claimed, context } = update;
  return { deps, state, claimed, records: context.records, teamId, record: chatRecord(update, { teamId }) };
};

/**
 * Returns the reason why the member gets no card; null if the card may be sent. A digest that was requested on demand
 * is sent to a muted member too.
 */
const whyNoCard = ({ deps, context }: DigestUpdate, { member }: Recipient): SkipReason | null => {
  const isWanted = context.sending.cause === 'ON_DEMAND';
  const shown = isWanted ? { ...member, isMuted: false, mutedUntil: null } : member;
  return whyNotNotified(shown, addressOfMember(member), deps.clock.now(), context.digest.schedule.timezone);
};

/**
 * Returns the epoch ms of the next check if the member's quiet hours delay the card; undefined = the card may be sent.
 * Quiet hours do not delay a digest that was requested on demand.
 */
const waitForQuiet = ({ deps, context }: DigestUpdate, { member }: Recipient): number | undefined => {
  if (context.sending.cause === 'ON_DEMAND') return undefined;
  const now = deps.clock.now();
  const end = quietEnd(quietClockOf(member, context.digest.schedule.timezone), now);
  return end === null ? undefined : Math.min(end, now + quietCheckMs);
};

const sendCard = async (update: DigestUpdate, memberId: MemberId): Promise<NextCheck> => {
  const { context } = update;
  const id = { who: memberId, number: onlyNumber };
  const recipient = await recipientOf(context, memberId);
  if (recipient === undefined) {
    await giveUp(toPersonal(update, update.claimed.row), id, 'NOT_ASKED');
    return undefined;
  }
  const personal = toPersonal(update, recipient);
  const reason = whyNoCard(update, recipient);
  if (reason !== null) {
    await giveUp(personal, id, reason);
    return undefined;
  }
  const waits = waitForQuiet(update, recipient);
  if (waits !== undefined) return waits;
  const { member } = recipient;
  const model = await update.model();
  const locale = supportedLocaleOr(member.locale, context.language);
  const reader = { locale, timezone: context.digest.schedule.timezone };
  return sendAndRecordPersonalMessage(personal, {
    member,
    number: onlyNumber,
    draw: () => drawDigest(update, model, reader),
  });
};

/**
 * Queues an email for each member whose chat did not get the card, if the address is known and is not a recipient
 * itself.
 */
const queueFallbacks = async ({ deps, context, claimed }: DigestUpdate): Promise<void> => {
  const stored = await context.records.get(digestSending, context.key);
  const messages = stored?.value.messages ?? [];
  const added: DigestMessage[] = [];
  for (const { way, who, state, reason } of messages) {
    if (way !== 'CHAT' || state === 'WAITING' || reason === null || !needsEmail.has(reason)) continue;
    const recipient = await recipientOf(context, requireMemberRecipient(who));
    const address = recipient?.member.email ?? '';
    if (address === '' || messages.some((message) => message.who === `email:${addressHash(address)}`)) continue;
    added.push({ way: 'EMAIL', who, state: 'WAITING', reason: null, at: null, sends: 0, notBefore: null });
  }
  if (added.length === 0) return;
  await addMessages(context, added);
  const now = (await context.records.get(digestSending, context.key))?.value;
  if (now === undefined) return;
  const rows = sendingOutboxRows(claimed.row.orgId, context.digest, now, deps.clock.now());
  await writeOutbox(
    deps.store,
    rows.filter(({ kind }) => kind === 'digestEmail'),
  );
};

/**
 * Records the messages to the chats and to the channel as skipped, because no message of the sending may be sent any
 * more.
 */
const silence = async ({ deps, context }: DigestUpdate, reason: string): Promise<void> => {
  for (const { way, who } of context.sending.messages)
    if (way === 'CHAT' || way === 'CHANNEL')
      await recordResult(context, { way, who }, { state: 'SKIPPED', reason, now: deps.clock.now() });
};

/** Writes the record of a message that was sent in an earlier claim of the row but could not be recorded. */
const recordAccepted = async ({ deps, context, claimed }: DigestUpdate): Promise<void> => {
  const { accepted } = claimed.row;
  if (accepted == null) return;
  const id =
    accepted.who == null ? { way: 'CHANNEL' as const, who: 'channel' } : { way: 'CHAT' as const, who: accepted.who };
  try {
    await recordResult(context, id, { state: 'SENT', reason: null, now: deps.clock.now() });
  } catch (error) {
    throw new UnrecordedError({ ...sentIdsOf(accepted), who: accepted.who, number: accepted.number }, false, error);
  }
};

const sendWaiting = async (update: DigestUpdate): Promise<NextCheck> => {
  const { context } = update;
  const stored = await context.records.get(digestSending, context.key);
  const checks: NextCheck[] = [];
  for (const { way, who, state } of stored?.value.messages ?? []) {
    if (state !== 'WAITING') continue;
    if (way === 'CHAT') checks.push(await sendCard(update, requireMemberRecipient(who)));
    if (way === 'CHANNEL') checks.push(await postDigestToChannel(update));
  }
  await queueFallbacks(update);
  return earliest(checks);
};

export const sendDigestCards = async (
  deps: JobDeps,
  state: SenderState,
  claimed: ClaimedMaintenance,
): Promise<void> => {
  const context = await readDigestContext(deps, claimed.row);
  if (context === undefined) return rescheduleOrDelete(deps, claimed, { isOver: true });
  const update: DigestUpdate = { deps, state, claimed, context, model: once(() => contentOf(deps, context)) };
  await recordAccepted(update);
  if (context.whySilent !== null) await silence(update, context.whySilent);
  const nextCheck = context.whySilent === null ? await sendWaiting(update) : undefined;
  // The record of the sending counts the sends of each message, so the outbox row does not count them.
  return rescheduleOrDelete(deps, claimed, { nextCheck, isOver: nextCheck === undefined, sends: 0, accepted: null });
};
