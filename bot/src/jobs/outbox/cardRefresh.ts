import type { MemberId } from '#contracts/core/ids.ts';
import type { Answer } from '#contracts/meetings/answer.ts';
import type { Occurrence } from '#contracts/meetings/occurrence.ts';
import { spokenOr } from '#contracts/text/languages.ts';
import { lastSummaryMoment } from '../../domain/runs/sending.ts';
import { MessengerError } from '../../gateways/messenger.ts';
import type { MessageAddress } from '../../gateways/messenger.ts';
import { showCard } from '../../services/answers/answers.ts';
import { isLateNow, targetOf } from '../../services/answers/answerTarget.ts';
import { deliveryKey } from '../../services/runs/runRows.ts';
import type { Delivery } from '../../services/runs/runRows.ts';
import { languageIn } from '../../services/tenancy/teamLanguage.ts';
import type { Stored } from '../../store/kind.ts';
import { delivery } from '../../store/kinds/run.ts';
import type { DeliveryKind, Who } from '../../store/kinds/run.ts';
import { isConflict } from '../../store/port.ts';
import { announcementOf } from '../delivery/announcement.ts';
import { mayBegin } from '../delivery/claims.ts';
import type { Claimed } from '../delivery/claims.ts';
import type { JobDeps } from '../core/jobDeps.ts';
import type { SenderState } from '../delivery/batchSender.ts';
import { afterFault, stopMs } from '../delivery/sendOutcomes.ts';
import { chatName, deadlineOf, threadOf } from '../delivery/channelPosting.ts';
import { isWholeCard } from '../delivery/reminderParts.ts';
import type { ReminderKind } from '../delivery/reminderParts.ts';
import { redrawReminder } from '../delivery/reminders.ts';
import type { RunContext } from '../delivery/runContext.ts';

// Updates messages that still ask for an answer although the run no longer needs it: cards whose answer arrived elsewhere, cards of
// a cancelled run, reminders of such cards and of closed runs, and the channel's announcement of a cancelled run.

type AskingKind = Extract<DeliveryKind, 'prompt' | 'r1' | 'r2'>;

const askingKinds: ReadonlySet<string> = new Set<AskingKind>(['prompt', 'r1', 'r2']);
const isAskingKind = (kind: string): kind is AskingKind => askingKinds.has(kind);

interface Stale {
  readonly who: Who;
  readonly kind: AskingKind | 'bcast';
  readonly row: Stored<Delivery>;
  readonly address: MessageAddress;
  /** Mark of the content that the card will show. It is stored with the delivery record, so that the card is drawn once. */
  readonly mark: string;
}

/** Content that a member's prompt must show; undefined = it shows the questions, and that is right. */
const promptMark = (occurrence: Occurrence, answer: Answer | undefined, activityId: string): string | undefined => {
  const said = answer === undefined ? undefined : (answer.editedAt ?? answer.answeredAt);
  if (occurrence.state === 'CANCELLED') return `CANCELLED ${said ?? ''}`.trim();
  // The card that was pressed shows its answer already.
  return answer?.sentFrom === activityId ? undefined : said;
};

/** Content that a member's reminder must show; undefined = it shows the questions, and that is right. */
const reminderMark = (
  { context, occurrence, now }: { readonly context: RunContext; readonly occurrence: Occurrence; readonly now: number },
  answer: Answer | undefined,
  { memberId, kind, row }: { readonly memberId: MemberId; readonly kind: ReminderKind; readonly row: Delivery },
): string | undefined => {
  if (occurrence.state === 'CANCELLED') return 'CANCELLED';
  const isShared = (row.sharedWith ?? []).length > 0;
  if (answer !== undefined) return answer.sentFrom === row.activityId && !isShared ? undefined : 'ANSWERED';
  const isClosed = isLateNow(targetOf({ ...context.run, memberId }, occurrence), now);
  // A whole card keeps its form, as the first card does: late answers count, and the member may be typing.
  return isClosed && (isShared || !isWholeCard(context, occurrence, memberId, kind)) ? 'CLOSED' : undefined;
};

const staleCards = (context: RunContext, occurrence: Occurrence, now: number): Stale[] => {
  const { rows, members, team } = context;
  const answers = new Map(rows.answers.map((item) => [item.value.memberId, item.value]));
  return [...rows.deliveries].flatMap(([name, row]): Stale[] => {
    const [who = '', kind = ''] = name.split('|');
    const { state, round, conversationId, activityId, digest } = row.value;
    if (!isAskingKind(kind) || state !== 'SENT' || round !== occurrence.round) return [];
    const memberId = who as MemberId;
    const serviceUrl = members.get(memberId)?.value.serviceUrl ?? team?.serviceUrl;
    const tid = members.get(memberId)?.value.tid ?? team?.tid;
    if (conversationId === null || activityId === null || serviceUrl == null || tid == null) return [];
    const answer = answers.get(memberId);
    const mark =
      kind === 'prompt'
        ? promptMark(occurrence, answer, activityId)
        : reminderMark({ context, occurrence, now }, answer, { memberId, kind, row: row.value });
    if (mark === undefined || mark === digest) return [];
    const address = { tid, serviceUrl, conversationId, activityId };
    return [{ who: memberId, kind, row, address, mark }];
  });
};

/** The announcement of a cancelled run, while it still shows the run as open. */
const staleAnnouncement = ({ rows, team }: RunContext, occurrence: Occurrence): Stale[] => {
  const row = rows.deliveries.get(deliveryKey('!ch', 'bcast'));
  const { tid, serviceUrl } = team ?? {};
  if (occurrence.state !== 'CANCELLED' || row === undefined || tid == null || serviceUrl == null) return [];
  const { state, round, conversationId, activityId, digest } = row.value;
  if (state !== 'SENT' || round !== occurrence.round || digest === 'CANCELLED') return [];
  if (conversationId === null || activityId === null) return [];
  const address = { tid, serviceUrl, conversationId, activityId };
  return [{ who: '!ch', kind: 'bcast', row, address, mark: 'CANCELLED' }];
};

/** `notBefore` null: drawn, or never will be. */
interface Drawn {
  readonly card: Stale;
  readonly notBefore: number | null;
}

const draw = async (
  deps: JobDeps,
  { runs, reminders }: SenderState,
  context: RunContext,
  occurrence: Occurrence,
  card: Stale,
): Promise<void> => {
  const { kind, address } = card;
  if (kind === 'bcast')
    return deps.messenger.update(address, announcementOf(deps, context.team, occurrence), deadlineOf(deps));
  const memberId = card.who as MemberId;
  if (kind !== 'prompt') {
    const { teamId, meetingId, date } = context.run;
    const ref = { teamId, meetingId, date, kind };
    return redrawReminder(deps, { reminders }, { context, occurrence }, { ref, memberId, address });
  }
  const target = targetOf({ ...context.run, memberId }, occurrence);
  const member = context.members.get(memberId)?.value;
  const who = {
    member: { timezone: member?.timezone ?? null },
    locale: spokenOr(member?.locale, languageIn(context.team)),
  };
  const { message } = await showCard({ ...deps, runs }, { target, who, edit: false });
  await deps.messenger.update(address, message, deadlineOf(deps));
};

/** The rate limit that an update shares with the messages of its chat or channel. */
const conversationOf = ({ run: { orgId } }: RunContext, { who, kind, address }: Stale): string =>
  kind === 'bcast' ? threadOf(address.conversationId) : chatName(orgId, who as MemberId);

const drawOne = async (
  deps: JobDeps,
  state: SenderState,
  context: RunContext,
  occurrence: Occurrence,
  card: Stale,
): Promise<Drawn> => {
  const now = deps.clock.now();
  if (now < state.stoppedUntil) return { card, notBefore: state.stoppedUntil };
  try {
    await state.buckets.takeConversation(conversationOf(context, card));
    await draw(deps, state, context, occurrence, card);
    return { card, notBefore: null };
  } catch (error) {
    if (error instanceof MessengerError && error.fault.kind === 'THROTTLED') state.buckets.throttled(context.run.orgId);
    const outcome = afterFault(error, { row: { failures: 1, isGone: true }, now, random: deps.random });
    if (outcome.is === 'STOP') state.stoppedUntil = now + stopMs;
    const { orgId, teamId, meetingId, date } = context.run;
    deps.log.warn('card.notRefreshed', { orgId, teamId, meetingId, date, outcome: outcome.is });
    switch (outcome.is) {
      case 'LATER':
        return { card, notBefore: outcome.notBefore };
      case 'STOP':
        return { card, notBefore: state.stoppedUntil };
      // A card that is gone, or that cannot be changed any more, is not stale.
      case 'FAILED':
      case 'PARK':
      case 'SENT':
      case 'DONE':
      case 'MOVED':
      case 'SKIPPED':
      case 'UNRECORDED':
        return { card, notBefore: null };
    }
  }
};

/** If a row changed in the meantime, the next check of the run reads it again. */
const mark = async ({ records, run }: RunContext, drawn: readonly Drawn[]): Promise<void> => {
  await Promise.all(
    drawn.map(async ({ card: { who, kind, row, mark: digest }, notBefore }) => {
      if (notBefore !== null) return;
      try {
        await records.replace(delivery, { ...run, who, kind }, { ...row.value, digest }, row.etag);
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
    }),
  );
};

/** Redraws the stale cards of a run. Returns the epoch ms of the next check; undefined = none is left. */
export const refreshCards = async (
  deps: JobDeps,
  state: SenderState,
  { lease }: Pick<Claimed, 'lease'>,
  { context, occurrence }: { readonly context: RunContext; readonly occurrence: Occurrence },
): Promise<number | undefined> => {
  const { orgId } = context.run;
  const now = deps.clock.now();
  if (occurrence.state === 'MISSED' || now > lastSummaryMoment(occurrence, true)) return undefined;
  if (context.team?.state !== 'CONNECTED') return undefined;
  const stale = [...staleAnnouncement(context, occurrence), ...staleCards(context, occurrence, now)];
  const { perTenant } = deps.settings;
  const later: number[] = [];
  for (let at = 0; at < stale.length; at += perTenant) {
    const some = stale.slice(at, at + perTenant);
    const drawn = await state.limits.run(
      orgId,
      some.length,
      () => (state.isStopping() ? Promise.resolve() : state.buckets.ready(orgId, some.length)),
      async () => {
        if (state.isStopping() || !mayBegin(deps, lease)) return undefined;
        const all = await state.buckets.spend(orgId, some.length, () =>
          Promise.all(some.map((card) => drawOne(deps, state, context, occurrence, card))),
        );
        await mark(context, all);
        return all;
      },
    );
    // Too little of the lease is left: the rest comes with the next claim.
    if (drawn === undefined) return deps.clock.now();
    later.push(...drawn.flatMap((item) => (item.notBefore === null ? [] : [item.notBefore])));
  }
  return later.length === 0 ? undefined : Math.min(...later);
};
