import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { supportedLocaleOr } from '#contracts/text/languagesAndLocaleChoice.ts';
import { hashKey } from '../../domain/core/hashesAndDerivedIds.ts';
import { lastSummaryInstant } from '../../domain/runs/lastSendInstants.ts';
import type { SentMessage } from '../../gateways/messengerPort.ts';
import type { MessageAddress } from '../../domain/core/chatAddressTypes.ts';
import { showCard } from '../../services/answers/saveAnswerAndShowCard.ts';
import { isLateNow, targetOf } from '../../services/answers/answerTargetAndAcceptance.ts';
import { deliveryKey } from '../../services/runs/readRunAndDayRows.ts';
import type { Delivery, Skip } from '../../services/runs/readRunAndDayRows.ts';
import { teamLanguage } from '../../services/tenancy/teamLanguage.ts';
import type { Stored } from '../../store/recordKindsAndAccess.ts';
import { addressOfSent, sentCardsOf } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import type { SentCard } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import { delivery } from '../../store/kinds/runs/delivery.ts';
import { isMember } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import type { DeliveryKind, ReminderKind } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import { isConflict } from '../../store/tableStorePort.ts';
import { buildAnnouncement } from '../delivery/buildAnnouncement.ts';
import { canBegin } from '../delivery/claimAndRescheduleOutboxRows.ts';
import type { Claimed } from '../delivery/claimAndRescheduleOutboxRows.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import type { SenderState } from '../delivery/sendRunMessagesAndSenderState.ts';
import { maintenanceOutcome } from '../delivery/handleSendFault.ts';
import { chatName } from '../delivery/rateLimitsPerTenantAndChat.ts';
import { deadlineOf } from '../core/requestDeadline.ts';
import { isWholeCard } from '../delivery/remindedRunRecipientAndCardForm.ts';
import { redrawReminder } from '../delivery/sendAndRedrawReminder.ts';
import { sideBySide } from '../delivery/batchSender.ts';
import type { RunContext } from '../delivery/readAndCacheRunContext.ts';

// Updates messages that still ask for an answer although the run no longer needs it: cards that were answered
// elsewhere, cards and the announcement of a cancelled run, and reminders of answered or closed runs.

type AskingKind = Extract<DeliveryKind, 'prompt' | 'snoozedPrompt' | 'reminder1' | 'reminder2'>;

const askingKinds: ReadonlySet<string> = new Set<AskingKind>(['prompt', 'snoozedPrompt', 'reminder1', 'reminder2']);

/**
 * True for the prompt and for the prompt after a snooze. Unlike a reminder, such a message is replaced by the answer or
 * the skip.
 */
const isPrompt = (kind: string): kind is 'prompt' | 'snoozedPrompt' => kind === 'prompt' || kind === 'snoozedPrompt';
const isAskingKind = (kind: string): kind is AskingKind => askingKinds.has(kind);

type StaleTo =
  | { readonly who: MemberId; readonly kind: AskingKind }
  | { readonly who: 'channel'; readonly kind: 'announcement' };

type Stale = StaleTo & {
  readonly row: Stored<Delivery>;
  readonly activityId: string;
  readonly address: MessageAddress;
  /**
   * Text that identifies the content that the card will show, for example the instant of the answer. The delivery
   * record stores it as `digest`, so that the card is not updated again with the same content.
   */
  readonly mark: string;
};

/** Returns the mark of a skip. It contains a hash of the reason, so that a changed reason changes the mark. */
const skipMark = ({ skippedAt, reason }: Skip): string =>
  `SKIPPED ${skippedAt} ${reason === '' ? '' : hashKey(reason)}`.trim();

const cancelledMark = 'CANCELLED';

interface Reply {
  readonly answer: Answer | undefined;
  readonly skip: Skip | undefined;
}

/**
 * Returns the text that identifies the content that the member's prompt should show now (`Stale.mark`); undefined = the
 * prompt needs no update.
 */
const promptMark = (run: Run, { answer, skip }: Reply, { activityId, digest }: SentCard): string | undefined => {
  const answeredAt = answer === undefined ? undefined : (answer.editedAt ?? answer.answeredAt);
  if (run.state === 'CANCELLED') return `${cancelledMark} ${answeredAt ?? ''}`.trim();
  // The card from which the reply was sent shows the reply, and needs no update unless the run was cancelled and
  // reopened after it.
  const hasReply = (sentFrom: string | null): boolean =>
    sentFrom === activityId && digest?.startsWith(cancelledMark) !== true;
  if (answer === undefined && skip !== undefined) return hasReply(skip.sentFrom) ? undefined : skipMark(skip);
  return answer === undefined || hasReply(answer.sentFrom) ? undefined : answeredAt;
};

/**
 * Returns the text that identifies the content that the member's reminder should show now (`Stale.mark`); undefined =
 * the reminder needs no update.
 */
const reminderMark = (
  { context, run, now }: { readonly context: RunContext; readonly run: Run; readonly now: number },
  answer: Answer | undefined,
  { memberId, kind, row }: { readonly memberId: MemberId; readonly kind: ReminderKind; readonly row: Delivery },
): string | undefined => {
  if (run.state === 'CANCELLED') return cancelledMark;
  const isShared = (row.sharedWith ?? []).length > 0;
  if (answer !== undefined) return answer.sentFrom === row.activityId && !isShared ? undefined : 'ANSWERED';
  const isClosed = isLateNow(targetOf({ ...context.runRef, memberId }, run), now);
  // A reminder with the whole card keeps its form, as the prompt does, because late answers count and the member may be
  // typing.
  return isClosed && (isShared || !isWholeCard(context, run, memberId, kind)) ? 'CLOSED' : undefined;
};

/**
 * Returns the address of a sent message. If the member's row no longer contains the URL of the chat service, the team's
 * row is used; null if neither contains it.
 */
const sentIn = ({ members, team }: RunContext, memberId: MemberId, sent: SentMessage): MessageAddress | null => {
  const member = members.get(memberId)?.value;
  const own = member === undefined ? null : addressOfSent(member, sent);
  return own ?? (team === undefined ? null : addressOfSent(team, sent));
};

/** Returns the message of the record, and the cards of earlier snoozes. */
const sentCards = (row: Delivery): readonly SentCard[] => [
  ...(row.earlier ?? []),
  ...(row.state === 'SENT' ? sentCardsOf(row) : []),
];

const staleCards = (context: RunContext, run: Run, now: number): Stale[] => {
  const { rows } = context;
  const answers = new Map(rows.answers.map((item) => [item.value.memberId, item.value]));
  return [...rows.deliveries].flatMap(([name, row]): Stale[] => {
    const [who = '', kind = ''] = name.split('|');
    if (!isAskingKind(kind) || !isMember(who)) return [];
    const answer = answers.get(who);
    const reply = { answer, skip: rows.skips.get(who)?.value };
    // A member who replied before the run was cancelled and reopened gets no prompt of the new round and keeps the card of the old one.
    const isKept = isPrompt(kind) && (reply.answer !== undefined || reply.skip !== undefined);
    if (row.value.round !== run.round && !isKept) return [];
    return sentCards(row.value).flatMap((sent): Stale[] => {
      const { activityId, digest } = sent;
      const address = sentIn(context, who, sent);
      if (address === null) return [];
      const mark = isPrompt(kind)
        ? promptMark(run, reply, sent)
        : reminderMark({ context, run, now }, answer, { memberId: who, kind, row: row.value });
      if (mark === undefined || mark === digest) return [];
      return [{ who, kind, row, activityId, address, mark }];
    });
  });
};

/** Returns the announcement of a cancelled run if it still shows the run as open. */
const staleAnnouncement = ({ rows, team }: RunContext, run: Run): Stale[] => {
  const row = rows.deliveries.get(deliveryKey('channel', 'announcement'));
  if (run.state !== 'CANCELLED' || row === undefined || team === undefined) return [];
  const { state, round, activityId, digest } = row.value;
  if (state !== 'SENT' || round !== run.round || digest === cancelledMark) return [];
  const address = addressOfSent(team, row.value);
  return address === null || activityId === null
    ? []
    : [{ who: 'channel', kind: 'announcement', row, activityId, address, mark: cancelledMark }];
};

export interface SettledRun {
  readonly context: RunContext;
  readonly run: Run;
}

/** Result of one update. `notBefore`: epoch ms of the retry; null = the card was updated, or can never be updated. */
interface Drawn {
  readonly card: Stale;
  readonly notBefore: number | null;
}

const draw = async (
  deps: JobDeps,
  { runs, reminders }: SenderState,
  { context, run }: SettledRun,
  card: Stale,
): Promise<void> => {
  const { kind, who: memberId, activityId, address } = card;
  if (kind === 'announcement')
    return deps.messenger.update(address, buildAnnouncement(deps, context.team, run), deadlineOf(deps));
  if (!isPrompt(kind)) {
    const { teamId, meetingId, date } = context.runRef;
    const ref = { teamId, meetingId, date, kind };
    return redrawReminder(deps, { reminders }, { context, run }, { ref, memberId, activityId, address });
  }
  const target = targetOf({ ...context.runRef, memberId }, run);
  const member = context.members.get(memberId)?.value;
  const who = {
    member: { timezone: member?.timezone ?? null },
    locale: supportedLocaleOr(member?.locale, teamLanguage(context.team)),
  };
  const { message } = await showCard({ ...deps, runs }, { target, who, edit: false });
  await deps.messenger.update(address, message, deadlineOf(deps));
};

/** Returns the name of the rate limit that the update shares with other messages to its chat or channel. */
const conversationOf = (
  { messenger }: Pick<JobDeps, 'messenger'>,
  { runRef: { orgId } }: RunContext,
  { who, kind, address }: Stale,
): string => (kind === 'announcement' ? messenger.limits.conversationOf(address) : chatName(orgId, who));

const drawOne = async (deps: JobDeps, state: SenderState, settled: SettledRun, card: Stale): Promise<Drawn> => {
  const { context } = settled;
  const now = deps.clock.now();
  if (now < state.stoppedUntil) return { card, notBefore: state.stoppedUntil };
  try {
    await state.buckets.takeConversation(conversationOf(deps, context, card));
    await draw(deps, state, settled, card);
    return { card, notBefore: null };
  } catch (error) {
    const { orgId, teamId, meetingId, date } = context.runRef;
    const outcome = maintenanceOutcome(deps, state, error, { orgId, failures: 1, sends: 0 });
    deps.log.warn('card.notRefreshed', { orgId, teamId, meetingId, date, outcome: outcome.decided });
    // An update of a deleted or unchangeable card is not retried, because it can never succeed.
    return { card, notBefore: outcome.is === 'LATER' ? outcome.notBefore : null };
  }
};

const withMark = (value: Delivery, { activityId, mark: digest }: Stale): Delivery =>
  value.activityId === activityId
    ? { ...value, digest }
    : {
        ...value,
        earlier: (value.earlier ?? []).map((card) => (card.activityId === activityId ? { ...card, digest } : card)),
      };

type WrittenRecords = Map<string, Pick<Stored<Delivery>, 'value' | 'etag'>>;

/**
 * Stores the marks of the updated cards in their delivery records. If a record changed in the meantime, its marks are
 * not stored, and the next check of the run updates its cards again. `written` keeps the records that were stored,
 * because the cards of one record may be updated in several steps.
 */
const recordDrawn = async (
  { records, runRef }: RunContext,
  drawn: readonly Drawn[],
  written: WrittenRecords,
): Promise<void> => {
  const rows = new Map<string, readonly Stale[]>();
  for (const { card, notBefore } of drawn) {
    const name = deliveryKey(card.who, card.kind);
    if (notBefore === null) rows.set(name, [...(rows.get(name) ?? []), card]);
  }
  await Promise.all(
    [...rows].map(async ([name, cards]) => {
      const [first] = cards;
      if (first === undefined) return;
      const { who, kind } = first;
      const row = written.get(name) ?? first.row;
      const value = cards.reduce(withMark, row.value);
      try {
        written.set(name, { value, etag: await records.replace(delivery, { ...runRef, who, kind }, value, row.etag) });
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
    }),
  );
};

/**
 * Updates the outdated cards of a run. Returns the epoch ms of the next check; undefined = no card needs another
 * update.
 */
export const refreshRunCards = async (
  deps: JobDeps,
  state: SenderState,
  { lease }: Pick<Claimed, 'lease'>,
  settled: SettledRun,
): Promise<number | undefined> => {
  const { context, run } = settled;
  const { orgId } = context.runRef;
  const now = deps.clock.now();
  if (run.state === 'MISSED' || now > lastSummaryInstant(run, true)) return undefined;
  if (context.team?.state !== 'CONNECTED') return undefined;
  const stale = [...staleAnnouncement(context, run), ...staleCards(context, run, now)];
  const perTenant = sideBySide(deps);
  const later: number[] = [];
  const written: WrittenRecords = new Map();
  for (let first = 0; first < stale.length; first += perTenant) {
    const some = stale.slice(first, first + perTenant);
    const drawn = await state.limits.run(
      orgId,
      some.length,
      () => (state.isStopping() ? Promise.resolve() : state.buckets.ready(orgId, some.length)),
      async () => {
        if (state.isStopping() || !canBegin(deps, lease)) return undefined;
        const all = await state.buckets.spend(orgId, some.length, () =>
          Promise.all(some.map((card) => drawOne(deps, state, settled, card))),
        );
        await recordDrawn(context, all, written);
        return all;
      },
    );
    // Too little of the lease is left, so the next handling of the row updates the remaining cards.
    if (drawn === undefined) return deps.clock.now();
    later.push(...drawn.flatMap((item) => (item.notBefore === null ? [] : [item.notBefore])));
  }
  return later.length === 0 ? undefined : Math.min(...later);
};
