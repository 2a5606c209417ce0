import type { MemberId, OrgId } from '#contracts/ids.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import { spokenOr } from '#contracts/text/languages.ts';
import { offeredGoals } from '../domain/goals.ts';
import { isBeforeRestore, isLatePrompt, isTheirs, whyNotAsked, whyRunIsSilent } from '../domain/sending.ts';
import type { SkipReason } from '../domain/sending.ts';
import { minuteMs, msOf } from '../domain/time.ts';
import { MessengerError } from '../gateways/messenger.ts';
import type { OutgoingMessage, PersonTarget } from '../gateways/messenger.ts';
import { askCard } from '../services/answerCards.ts';
import { targetOf } from '../services/answerTarget.ts';
import type { TeamMember } from '../services/members.ts';
import { deliveryKey } from '../services/runRows.ts';
import { languageIn } from '../services/teamLanguage.ts';
import type { Who } from '../store/kinds/run.ts';
import { mayBegin } from './claims.ts';
import type { Claimed } from './claims.ts';
import { reportLink } from '../services/links.ts';
import type { JobDeps } from './jobDeps.ts';
import { observeLateness } from './observe.ts';
import { afterFault } from './outcomes.ts';
import type { Outcome } from './outcomes.ts';
import { chatName, deadlineOf, postToChannel } from './posting.ts';
import type { RunContext } from './runContext.ts';
import type { TokenBuckets } from './tokenBuckets.ts';

// One message of a run: whether it still holds, what it says, and sending it.

export type MessageKind = 'prompt' | 'r1' | 'r2' | 'bcast';

export interface Message {
  readonly claimed: Claimed;
  readonly kind: MessageKind;
  readonly round: number;
  readonly who: Who;
}

const kinds: ReadonlySet<string> = new Set<MessageKind>(['prompt', 'r1', 'r2', 'bcast']);

/** Undefined for a kind that is no message of this version. */
export const messageOf = (claimed: Claimed): Message | undefined => {
  const [kind = '', round = ''] = claimed.row.kind.split('.');
  if (!kinds.has(kind) || !/^\d+$/.test(round)) return undefined;
  return { claimed, kind: kind as MessageKind, round: Number(round), who: claimed.row.who as Who };
};

/** Whether a row is one for `messageOf`. */
export const isMessage = (kind: string): boolean => kinds.has(kind.split('.')[0] ?? '');

const whyNot = (
  { meeting, team, rows, members, mayAsk, answered, onVacation }: RunContext,
  { claimed, kind, round, who }: Message,
  now: number,
): SkipReason | null => {
  const occurrence = rows.occurrence?.value;
  const isConnected = team?.state === 'CONNECTED' && mayAsk;
  const notAfter = claimed.row.notAfter === null ? null : msOf(claimed.row.notAfter);
  if (kind === 'bcast') return whyRunIsSilent({ meeting, isConnected, occurrence, round, notAfter, now });
  const memberId = who as MemberId;
  const member = members.get(memberId)?.value;
  const hasAnswered = answered.has(memberId);
  const run = { meeting, isConnected, occurrence, round, notAfter, now };
  const isOnVacation = onVacation.has(memberId);
  return whyNotAsked({ ...run, kind, memberId, member, hasAnswered, isOnVacation });
};

/** Somebody moved to another zone since the row was written. */
const isMoved = ({ rows }: RunContext, { claimed, kind, round, who }: Message): boolean => {
  const occurrence = rows.occurrence?.value;
  if (kind === 'bcast' || occurrence?.round !== round) return false;
  return !isTheirs(occurrence, { memberId: who as MemberId, kind, at: claimed.row.at });
};

/** What needs no sending; undefined = send it. */
export const judgeMessage = (
  context: RunContext,
  message: Message,
  now: number,
  restoredAt: number | undefined,
): Outcome | undefined => {
  const there = context.rows.deliveries.get(deliveryKey(message.who, message.kind));
  if (there?.value.round === message.round) return { is: 'DONE' };
  if (isMoved(context, message)) return { is: 'MOVED' };
  if (isBeforeRestore(msOf(message.claimed.row.at), restoredAt)) return { is: 'SKIPPED', reason: 'RESTORED' };
  const reason = whyNot(context, message, now);
  if (reason === null) return undefined;
  // A team that comes back within the time of the message still gets it.
  return reason === 'DISCONNECTED'
    ? { is: 'LATER', notBefore: now + minuteMs, counts: false }
    : { is: 'SKIPPED', reason };
};

export interface SendState {
  readonly buckets: TokenBuckets;
  /** Epoch ms until which nothing is sent: our credentials were refused. */
  stoppedUntil: number;
  /** The process is about to end: nothing more is begun. */
  readonly isStopping: () => boolean;
}

const broadcast = (deps: JobDeps, { team }: RunContext, occurrence: Occurrence): OutgoingMessage => {
  const { meetingId, meetingName, type, date, opensAt, closesAt, publicBroadcastMessage, timezone } = occurrence;
  const facts = { meetingId, meetingName, type, date, opensAt, closesAt };
  const model = {
    ...facts,
    message: publicBroadcastMessage,
    url: reportLink(deps.publicUrl, occurrence.meetingId, occurrence.date),
  };
  return deps.presenter.broadcast(model, { locale: languageIn(team), timezone });
};

/** The reminder is the card once more, so that it can be answered where it is read; its notification says the meeting's words. */
const ask = (
  deps: JobDeps,
  context: RunContext,
  occurrence: Occurrence,
  member: TeamMember,
  kind: MessageKind,
): OutgoingMessage => {
  const target = targetOf({ ...context.run, memberId: member.memberId }, occurrence);
  const locale = spokenOr(member.locale, languageIn(context.team));
  const reader = { locale, timezone: member.timezone ?? occurrence.timezone };
  const goals = offeredGoals(context.plans.get(member.memberId), occurrence.date);
  const card = askCard(deps, target, { values: {}, goals, isEdit: false }, reader, deps.clock.now());
  const words = kind === 'r1' ? occurrence.firstReminderMessage : kind === 'r2' ? occurrence.secondReminderMessage : '';
  return words === '' ? card : { ...card, summary: words };
};

/** A conversation that was gone is opened anew. */
const personOf = (member: TeamMember, { row }: Claimed): PersonTarget | undefined => {
  const { tid, serviceUrl, teamsUserId, conversationId } = member;
  if (tid === null || serviceUrl === null || teamsUserId === null) return undefined;
  return { kind: 'PERSON', tid, serviceUrl, teamsUserId, conversationId: row.isGone === true ? null : conversationId };
};

/** Requests to the chat service: a chat that is not known yet is opened first. */
export const requestsFor = ({ members }: RunContext, { kind, who, claimed }: Message): number => {
  const member = kind === 'bcast' ? undefined : members.get(who as MemberId)?.value;
  if (member === undefined) return 1;
  return personOf(member, claimed)?.conversationId === null ? 2 : 1;
};

const deliver = async (deps: JobDeps, state: SendState, context: RunContext, message: Message): Promise<Outcome> => {
  const occurrence = context.rows.occurrence?.value;
  if (occurrence === undefined) return { is: 'SKIPPED', reason: 'MEETING_GONE' };
  const now = deps.clock.now();
  if (message.kind === 'bcast') {
    const sent = await postToChannel(deps, state.buckets, context, broadcast(deps, context, occurrence));
    return sent === undefined ? { is: 'SKIPPED', reason: 'NO_ADDRESS' } : { is: 'SENT', sent, isLate: false };
  }
  const member = context.members.get(message.who as MemberId)?.value;
  const person = member === undefined ? undefined : personOf(member, message.claimed);
  if (member === undefined || person === undefined) return { is: 'SKIPPED', reason: 'NO_ADDRESS' };
  const card = ask(deps, context, occurrence, member, message.kind);
  await state.buckets.takePerson(chatName(context.run.orgId, member.memberId));
  const sent = await deps.messenger.send(person, card, deadlineOf(deps));
  if (message.kind === 'prompt') observeLateness(deps, message.claimed.row, deps.clock.now());
  // A reminder is late by its own time, not by that of the question.
  const isLate =
    message.kind === 'prompt'
      ? isLatePrompt(occurrence, member.memberId, now)
      : now - msOf(message.claimed.row.at) > minuteMs;
  return { is: 'SENT', sent, isLate };
};

const failed = (deps: JobDeps, state: SendState, orgId: OrgId, message: Message, error: unknown): Outcome => {
  const now = deps.clock.now();
  const { row } = message.claimed;
  const outcome = afterFault(error, { row, now, random: deps.random });
  if (error instanceof MessengerError && error.fault.kind === 'THROTTLED') state.buckets.throttled(orgId);
  const { teamId, meetingId, date, who } = row;
  const facts = { orgId, teamId, meetingId, date, who, kind: row.kind, outcome: outcome.is };
  if (outcome.is === 'PARK' || outcome.is === 'STOP') deps.log.error('message.failed', error, facts);
  else deps.log.warn('message.failed', facts);
  return outcome;
};

/** What was read for a judgement does not change; what the clock says of it is looked at again after this. */
const judgedForMs = 1_000;

/** Sends one message that was judged at `judgedAt`, unless its time or its lease has run out; never throws. */
export const sendMessage = async (
  deps: JobDeps,
  state: SendState,
  context: RunContext,
  { message, judgedAt }: { readonly message: Message; readonly judgedAt: number },
): Promise<Outcome> => {
  const now = deps.clock.now();
  if (state.isStopping()) return { is: 'LATER', notBefore: now, counts: false };
  if (now < state.stoppedUntil) return { is: 'LATER', notBefore: state.stoppedUntil, counts: false };
  if (!mayBegin(deps, message.claimed.lease)) return { is: 'LATER', notBefore: now, counts: false };
  const isFresh = now >= judgedAt && now - judgedAt < judgedForMs;
  const late = isFresh ? undefined : judgeMessage(context, message, now, deps.restoredAt);
  if (late !== undefined) return late;
  try {
    return await deliver(deps, state, context, message);
  } catch (error) {
    return failed(deps, state, context.run.orgId, message, error);
  }
};
