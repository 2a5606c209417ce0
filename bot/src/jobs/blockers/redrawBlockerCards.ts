import { boundedMemo } from '#contracts/boundedMapAndMemos.ts';
import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { isEscalation } from '../../domain/blockers/blockerReminderAndEscalationRules.ts';
import type { SkipReason } from '../../domain/runs/skipReasons.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import { addressOfSent } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import type { TeamMember } from '../../services/tenancy/listMembers.ts';
import { chatName } from '../delivery/rateLimitsPerTenantAndChat.ts';
import { deadlineOf } from '../core/requestDeadline.ts';
import { contentDigest } from '../outboxRows/contentDigest.ts';
import { afterPersonalFault, noteUnreachable, sendInTurn } from '../outboxRows/sendAndRecordPersonalMessage.ts';
import type { NextCheck } from '../outboxRows/rescheduleOrDeleteMaintenanceRow.ts';
import { changeBlockerRecord, withBlockerCard } from './storeBlockerMessageResults.ts';
import type { BlockerCard } from './storeBlockerMessageResults.ts';
import { withReminderCard } from './changeRemindersInBlockerRecord.ts';
import type { BlockerRecord, StoredReminder } from './changeRemindersInBlockerRecord.ts';
import { drawBlockerCard, isAdminOf, memberOf } from './blockerMessageContextAndCard.ts';
import type { BlockerUpdate } from './blockerMessageContextAndCard.ts';

// Redraws the sent cards about a blocker whose content has changed: the cards of needed members, reminders and
// escalations.

interface SentCard {
  readonly who: MemberId;
  readonly conversationId: string | null;
  readonly activityId: string | null;
  readonly digest: string;
}

interface Redraw {
  /** Returns the card with its current content; undefined if the card in the chat already shows this content. */
  readonly draw: (member: TeamMember) => OutgoingMessage | undefined | Promise<OutgoingMessage | undefined>;
  /** Stores the digest of the redrawn card, or the reason why the card is not redrawn any more. */
  readonly note: (result: { readonly digest: string } | { readonly reason: SkipReason }) => Promise<void>;
}

interface Redrawing extends BlockerUpdate {
  readonly member: (memberId: MemberId) => Promise<TeamMember | undefined>;
  /** Members who have blocked the bot. Their other cards are given up without another request. */
  readonly blocked: Set<MemberId>;
}

const redraw = async (update: Redrawing, card: SentCard, { draw, note }: Redraw): Promise<NextCheck> => {
  const { deps, state, claimed, blocked } = update;
  const { who, conversationId, activityId } = card;
  if (conversationId === null || activityId === null) return undefined;
  const member = await update.member(who);
  const address = member === undefined ? null : addressOfSent(member, { conversationId, activityId });
  if (member === undefined || address === null) return undefined;
  const message = await draw(member);
  if (message === undefined) return undefined;
  return sendInTurn(update, 1, async () => {
    if (blocked.has(who)) {
      await note({ reason: 'BLOCKED' });
      return undefined;
    }
    try {
      await state.buckets.takeConversation(chatName(claimed.row.orgId, who));
      await deps.messenger.update(address, message, deadlineOf(deps));
    } catch (error) {
      // Updates are not counted as sends, because a repeated update shows the same card.
      const fault = afterPersonalFault(update, error, 0);
      if (fault.is === 'LATER') return fault.notBefore;
      await note({ reason: fault.reason });
      // The fault GONE may only mean that the member deleted the card. Only the fault BLOCKED proves that the bot
      // cannot reach the member.
      if (fault.unreachable === 'BLOCKED') {
        blocked.add(who);
        await noteUnreachable(update, who, 'BLOCKED');
      }
      return undefined;
    }
    await note({ digest: contentDigest(update.deps, message) });
    return undefined;
  });
};

const redrawNeeded = (update: Redrawing, card: BlockerCard): Promise<NextCheck> | undefined => {
  if (card.reason !== null) return undefined;
  return redraw(update, card, {
    draw: (member) => {
      const message = drawBlockerCard(update, member, { card });
      return contentDigest(update.deps, message) === card.digest ? undefined : message;
    },
    note: (result) => changeBlockerRecord(update.place, (before) => withBlockerCard(before, { ...card, ...result })),
  });
};

const redrawReminder = (update: Redrawing, reminder: StoredReminder): Promise<NextCheck> | undefined => {
  const { card, who, number } = reminder;
  const { facts } = update;
  if (card == null) return undefined;
  const id = { who, number: card.naming, since: card.since };
  return redraw(
    update,
    { ...card, who },
    {
      draw: async (member) => {
        const shown = {
          card: id,
          isAdmin: isEscalation(number) && (await isAdminOf(update, member)),
          isReminder: true,
        };
        // The age of an open blocker changes every day and alone is no reason to redraw the reminders of earlier days.
        const days = facts.blocker.isOpen ? card.days : facts.days;
        const sameAge = drawBlockerCard({ ...update, facts: { ...facts, days } }, member, shown);
        if (contentDigest(update.deps, sameAge) === card.digest) return undefined;
        return days === facts.days ? sameAge : drawBlockerCard(update, member, shown);
      },
      note: (result) =>
        changeBlockerRecord(update.place, (before) =>
          withReminderCard(before, reminder, 'reason' in result ? null : { ...card, ...result, days: facts.days }),
        ),
    },
  );
};

/**
 * Redraws the cards that show an outdated state. Returns for each card the epoch ms at which to try its update again;
 * undefined if the card needs no further try.
 */
export const redrawBlockerCards = async (
  update: BlockerUpdate,
  record: BlockerRecord | undefined,
): Promise<NextCheck[]> => {
  const cards = record?.cards ?? [];
  const reminders = record?.reminders ?? [];
  const member = boundedMemo((memberId: MemberId) => memberOf(update, memberId), {
    capacity: cards.length + reminders.length,
  });
  const redrawing = { ...update, member, blocked: new Set<MemberId>() };
  const checks: NextCheck[] = [];
  for (const card of cards) checks.push(await redrawNeeded(redrawing, card));
  for (const reminder of reminders) checks.push(await redrawReminder(redrawing, reminder));
  return checks;
};
