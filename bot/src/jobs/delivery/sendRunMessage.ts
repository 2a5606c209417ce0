import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { promptMovedTo } from '../../domain/runs/memberMessageInstants.ts';
import { isLatePrompt } from '../../domain/runs/lastSendInstants.ts';
import { minuteMs, msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { PersonAddress } from '../../domain/core/chatAddressTypes.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import { reportLink } from '../../services/core/webLinks.ts';
import { askCard } from '../../services/answers/buildMemberRunCards.ts';
import { targetOf } from '../../services/answers/answerTargetAndAcceptance.ts';
import type { TeamMember } from '../../services/tenancy/listMembers.ts';
import { addressOfMember, inNewChat } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import { storedKind, storedRecipient } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import { deadlineOf } from '../core/requestDeadline.ts';
import { judgeMessage, toMember } from './judgeRunMessage.ts';
import type { Message } from './judgeRunMessage.ts';
import { buildAnnouncement } from './buildAnnouncement.ts';
import { canBegin } from './claimAndRescheduleOutboxRows.ts';
import type { Claimed } from './claimAndRescheduleOutboxRows.ts';
import { observeLateness } from './deliveryMetrics.ts';
import { outcomeOfFault } from './handleSendFault.ts';
import type { ChatState } from './handleSendFault.ts';
import type { DeliveryOutcome } from './deliveryOutcomesAndFaultRules.ts';
import { channelOfRun, postToChannel } from './findChannelAndPost.ts';
import { chatName } from './rateLimitsPerTenantAndChat.ts';
import { promptFormOf } from './fillPromptFormFromDraft.ts';
import { recipientIn } from './remindedRunRecipientAndCardForm.ts';
import type { RecentReminders } from './records/recentRemindersInMemory.ts';
import { isLateReminder, sendReminder } from './sendAndRedrawReminder.ts';
import type { RunContext } from './readAndCacheRunContext.ts';
import { buildRunSummaryModel } from './buildRunSummaryModel.ts';

// Sends one message of a run: checks whether it must still be sent, builds its content and sends it.

export interface SendState extends ChatState {
  readonly reminders: RecentReminders;
  /** True if the process is shutting down. No new send may then begin. */
  readonly isStopping: () => boolean;
}

const ask = (
  deps: JobDeps,
  context: RunContext,
  run: Run,
  { memberId, ...moment }: { readonly memberId: MemberId; readonly isDelayed: boolean; readonly isAgain: boolean },
): OutgoingMessage => {
  const target = targetOf({ ...context.runRef, memberId }, run);
  const filled = { ...promptFormOf(context, run, target), ...moment };
  return askCard(deps, target, filled, recipientIn(context, run, memberId));
};

/**
 * Returns the person's address; null if it is unknown. If the chat is gone, a message to the returned address opens a
 * new chat.
 */
const personOf = (member: TeamMember, { row }: Claimed): PersonAddress | null => {
  const address = addressOfMember(member);
  return address === null || row.isGone !== true ? address : (inNewChat(address) ?? address);
};

export const requestsFor = (
  { messenger }: Pick<JobDeps, 'messenger'>,
  { members }: RunContext,
  { kind, who, claimed }: Message,
): number => {
  const member = kind === 'announcement' ? undefined : members.get(who)?.value;
  const person = member === undefined ? null : personOf(member, claimed);
  return person === null ? 1 : messenger.limits.requestsFor(person);
};

const showSummary = async (
  deps: JobDeps,
  state: SendState,
  context: RunContext,
  to: { readonly run: Run; readonly member: TeamMember; readonly person: PersonAddress },
): Promise<DeliveryOutcome> => {
  const { run, member, person } = to;
  const model = await buildRunSummaryModel(deps, context, run);
  const reader = recipientIn(context, run, member.memberId);
  const url = reportLink(deps.publicUrl, run.meetingId, run.date);
  await state.buckets.takePerson(chatName(context.runRef.orgId, member.memberId));
  const sent = await deps.messenger.send(person, deps.presenter.summary(model, reader, url), deadlineOf(deps));
  return { is: 'SENT', sent, isLate: false };
};

const deliver = async (
  deps: JobDeps,
  state: SendState,
  context: RunContext,
  message: Message,
): Promise<DeliveryOutcome> => {
  const run = context.rows.run?.value;
  if (run === undefined) return { is: 'SKIPPED', reason: 'MEETING_GONE' };
  const now = deps.clock.now();
  if (message.kind === 'announcement') {
    const channel = await channelOfRun(context);
    if (channel === undefined) return { is: 'SKIPPED', reason: 'NO_ADDRESS' };
    const sent = await postToChannel(deps, state.buckets, channel, buildAnnouncement(deps, context.team, run));
    return { is: 'SENT', sent, isLate: false };
  }
  const member = context.members.get(message.who)?.value;
  const person = member === undefined ? null : personOf(member, message.claimed);
  if (member === undefined || person === null) return { is: 'SKIPPED', reason: 'NO_ADDRESS' };
  if (message.kind === 'observerSummary') return showSummary(deps, state, context, { run, member, person });
  const { kind, claimed } = message;
  if (kind === 'reminder1' || kind === 'reminder2') {
    const sent = await sendReminder(deps, state, { context, run, member, person, kind, claimed });
    if (sent === undefined) return { is: 'LATER', notBefore: now, counts: false };
    return { is: 'SENT', sent, isLate: isLateReminder(claimed, now) };
  }
  const { memberId } = member;
  const movedTo = promptMovedTo(toMember(context, { ...message, kind }, now));
  const isLate =
    movedTo === undefined && kind === 'prompt'
      ? isLatePrompt(run, memberId, now)
      : now - msOf(movedTo ?? claimed.row.at) > minuteMs;
  const card = ask(deps, context, run, { memberId, isDelayed: isLate, isAgain: kind === 'snoozedPrompt' });
  await state.buckets.takePerson(chatName(context.runRef.orgId, memberId));
  const sent = await deps.messenger.send(person, card, deadlineOf(deps));
  observeLateness(deps, claimed.row, deps.clock.now());
  return { is: 'SENT', sent, isLate, movedTo };
};

interface Judged {
  readonly message: Message;
  /** Epoch ms at which the sender decided to send the message. */
  readonly judgedAt: number;
  /** Number of earlier sends of this message that the chat service may have accepted. */
  readonly sends: number;
}

const failed = (deps: JobDeps, state: SendState, { message, sends }: Judged, error: unknown): DeliveryOutcome => {
  const { row } = message.claimed;
  const { orgId, teamId, meetingId, date, who } = row;
  const outcome = outcomeOfFault(deps, state, error, { orgId, row, sends });
  const facts = {
    orgId,
    teamId,
    meetingId,
    date,
    who: storedRecipient(who),
    kind: storedKind(row.kind),
    outcome: outcome.is,
  };
  if (outcome.is === 'PARK' || outcome.is === 'STOP') deps.log.error('message.failed', error, facts);
  else deps.log.warn('message.failed', facts);
  return outcome;
};

/**
 * Milliseconds for which the decision to send a message stays valid. If sending begins later, the decision is made
 * again for the new time.
 */
const judgedForMs = 1_000;

const sendJudged = async (
  deps: JobDeps,
  state: SendState,
  context: RunContext,
  judged: Judged,
): Promise<DeliveryOutcome> => {
  const { message, judgedAt } = judged;
  const now = deps.clock.now();
  if (state.isStopping()) return { is: 'LATER', notBefore: now, counts: false };
  if (now < state.stoppedUntil) return { is: 'LATER', notBefore: state.stoppedUntil, counts: false };
  if (!canBegin(deps, message.claimed.lease)) return { is: 'LATER', notBefore: now, counts: false };
  const isFresh = now >= judgedAt && now - judgedAt < judgedForMs;
  const late = isFresh ? undefined : judgeMessage(context, message, now, deps.restoredAt);
  if (late !== undefined) return late;
  try {
    return await deliver(deps, state, context, message);
  } catch (error) {
    return failed(deps, state, judged, error);
  }
};

/**
 * Sends one message that was judged at `judgedAt`, and judges it again if that is too long ago. Does not send after the
 * lease or the message has expired. The requests count towards the tenant's rate limit. Never throws.
 */
export const sendMessage = (
  deps: JobDeps,
  state: SendState,
  context: RunContext,
  judged: Judged,
): Promise<DeliveryOutcome> =>
  state.buckets.spend(context.runRef.orgId, requestsFor(deps, context, judged.message), () =>
    sendJudged(deps, state, context, judged),
  );
