import type { MemberId } from '#contracts/core/ids.ts';
import type { Language } from '#contracts/text/languages.ts';
import { digestOf } from '../../domain/core/hashing.ts';
import type { SkipReason } from '../../domain/runs/sending.ts';
import { msOf, toInstant } from '../../domain/core/time.ts';
import { MessengerError } from '../../gateways/messenger.ts';
import type { OutgoingMessage, PersonTarget, SentMessage } from '../../gateways/messenger.ts';
import { teamMember } from '../../store/kinds/team.ts';
import type { Etag } from '../../store/port.ts';
import type { TeamMember } from '../../services/tenancy/members.ts';
import { patched, revise } from '../../services/core/optimisticUpdate.ts';
import type { WeekFacts } from '../../services/timesheets/timesheetWeeks.ts';
import { mayBegin } from '../delivery/claims.ts';
import type { Claimed } from '../delivery/claims.ts';
import type { JobDeps } from '../core/jobDeps.ts';
import { againMs } from './outboxRescheduling.ts';
import type { LookAgain } from './outboxRescheduling.ts';
import type { SenderState } from '../delivery/batchSender.ts';
import { observeParked } from '../delivery/deliveryMetrics.ts';
import { afterFault, stopMs } from '../delivery/sendOutcomes.ts';
import { chatName, deadlineOf, isGone } from '../delivery/channelPosting.ts';
import { TooSoon } from '../delivery/tokenBuckets.ts';
import { countSend, noteResult, pendingOf, postpone, recordSent } from './weekCardRecord.ts';
import type { MessageId, WeekPlace, WeekRecord } from './weekCardRecord.ts';

// Sends one message about a week to a person, at most three times over its life, and records the result.

export type ClaimedWeek = Claimed & { readonly etag: Etag };

export interface Look {
  readonly deps: JobDeps;
  readonly state: SenderState;
  readonly claimed: ClaimedWeek;
  readonly facts: WeekFacts;
  readonly teamName: string;
  readonly language: Language;
  readonly people: ReadonlyMap<MemberId, TeamMember>;
}

export const placeOf = ({ facts }: Look): WeekPlace => ({
  ...{ records: facts.records, teamId: facts.owner.teamId, memberId: facts.owner.memberId, monday: facts.week.monday },
});

export const digest = ({ card }: OutgoingMessage): string => digestOf(JSON.stringify(card));

/** One message at a time, within the tenant's rate and while the lease lasts. */
export const inLane = (look: Look, requests: number, work: () => Promise<LookAgain>): Promise<LookAgain> => {
  const { deps, state, claimed } = look;
  const { orgId } = claimed.row;
  return state.limits.run(
    orgId,
    1,
    () => (state.isStopping() ? Promise.resolve() : state.buckets.ready(orgId, requests)),
    async () => {
      const now = deps.clock.now();
      if (state.isStopping() || !mayBegin(deps, claimed.lease)) return now;
      return now < state.stoppedUntil ? state.stoppedUntil : state.buckets.spend(orgId, requests, work);
    },
  );
};

/** A chat that is not known yet is opened first. */
const requestsTo = ({ conversationId }: TeamMember): number => (conversationId === null ? 2 : 1);

const personOf = ({ tid, serviceUrl, teamsUserId, conversationId }: TeamMember): PersonTarget | undefined =>
  tid === null || serviceUrl === null || teamsUserId === null
    ? undefined
    : { kind: 'PERSON', tid, serviceUrl, teamsUserId, conversationId };

/** Sends to a personal chat; if the chat is gone, opens a new one. */
const post = async (
  { deps, state, claimed }: Look,
  target: PersonTarget,
  message: OutgoingMessage,
): Promise<SentMessage> => {
  const { orgId } = claimed.row;
  const send = (to: PersonTarget): Promise<SentMessage> => deps.messenger.send(to, message, deadlineOf(deps));
  try {
    return await send(target);
  } catch (error) {
    if (!isGone(error) || target.conversationId === null) throw error;
    await state.buckets.ready(orgId, 2);
    return state.buckets.spend(orgId, 2, () => send({ ...target, conversationId: null }));
  }
};

/** Consequence of a fault for a message. */
type AfterFault =
  | { readonly is: 'LATER'; readonly notBefore: number; readonly mayHaveArrived: boolean }
  | { readonly is: 'OVER'; readonly reason: SkipReason; readonly unreachable: 'BLOCKED' | 'GONE' | null };

/** Rethrows what is no fault of the chat service. `sends`: earlier sends of the message that may have been accepted. */
export const afterWeekFault = ({ deps, state, claimed }: Look, error: unknown, sends: number): AfterFault => {
  const later = (notBefore: number, mayHaveArrived = false): AfterFault => ({ is: 'LATER', notBefore, mayHaveArrived });
  if (error instanceof TooSoon) return later(error.notBefore);
  if (!(error instanceof MessengerError)) throw error;
  const { orgId, teamId, date } = claimed.row;
  deps.log.warn('week.failed', { orgId, teamId, date, fault: error.fault.kind });
  if (error.fault.kind === 'THROTTLED') state.buckets.throttled(orgId);
  const now = deps.clock.now();
  // The posting itself has already tried a new chat, so the fault GONE is final.
  const row = { failures: claimed.row.failures, isGone: true };
  const outcome = afterFault(error, { row, sends, now, random: deps.random });
  switch (outcome.is) {
    case 'LATER':
      return later(outcome.atTenantRate === true ? now + againMs : outcome.notBefore, outcome.mayHaveArrived);
    case 'STOP':
      state.stoppedUntil = now + stopMs;
      return later(state.stoppedUntil);
    case 'FAILED':
      return { is: 'OVER', reason: outcome.reason, unreachable: outcome.unreachable };
    case 'PARK':
      return { is: 'OVER', reason: outcome.reason, unreachable: null };
    case 'SENT':
    case 'DONE':
    case 'MOVED':
    case 'SKIPPED':
    case 'UNRECORDED':
      return later(now + againMs);
  }
};

/** Records that the message is never sent, or never again. A message without an answer is counted for the operator. */
export const giveUp = async (look: Look, id: MessageId, reason: SkipReason): Promise<void> => {
  await noteResult(placeOf(look), id, { conversationId: null, activityId: null, digest: '', reason });
  if (reason === 'UNCONFIRMED') observeParked(look.deps, 'week', reason);
};

export const noteUnreachable = async (
  { deps, facts }: Look,
  memberId: MemberId,
  unreachable: 'BLOCKED' | 'GONE' | null,
): Promise<void> => {
  if (unreachable === null) return;
  const since = { unreachable, unreachableSince: toInstant(deps.clock.now()) };
  const { teamId } = facts.owner;
  await revise(facts.records, teamMember, { teamId, memberId }, (member) => patched(member, since));
};

/** Returns when to send again. `counted`: sends that may have been accepted, the failed one included; 0 = none was begun. */
const afterSendFault = async (look: Look, id: MessageId, error: unknown, counted: number): Promise<LookAgain> => {
  const fault = afterWeekFault(look, error, Math.max(0, counted - 1));
  switch (fault.is) {
    case 'LATER':
      if (counted > 0) await postpone(placeOf(look), id, fault.mayHaveArrived ? counted : counted - 1, fault.notBefore);
      return fault.notBefore;
    case 'OVER':
      // The result first: it keeps the message from being sent again if the store refuses the member's row.
      await giveUp(look, id, fault.reason);
      await noteUnreachable(look, id.who, fault.unreachable);
      return undefined;
  }
};

interface WeekMessage {
  readonly member: TeamMember;
  readonly number: number;
  readonly draw: () => OutgoingMessage;
}

/** Sends a message unless its last try asked to wait. Returns when to try again. */
export const deliver = (
  look: Look,
  before: WeekRecord | undefined,
  { member, number, draw }: WeekMessage,
): Promise<LookAgain> => {
  const { deps, state, claimed } = look;
  const id = { who: member.memberId, number };
  const notBefore = msOf(pendingOf(before, id)?.notBefore ?? toInstant(deps.clock.now()));
  if (notBefore > deps.clock.now()) return Promise.resolve(notBefore);
  return inLane(look, requestsTo(member), async () => {
    const target = personOf(member);
    if (target === undefined) {
      await giveUp(look, id, 'NO_ADDRESS');
      return undefined;
    }
    const message = draw();
    let counted: number | undefined = 0;
    let sent: SentMessage;
    try {
      // Shares the limit of the prompts, because to the person all of them are notifications of one chat.
      await state.buckets.takePerson(chatName(claimed.row.orgId, member.memberId));
      counted = await countSend(placeOf(look), id, deps.clock.now());
      if (counted === undefined) {
        await giveUp(look, id, 'UNCONFIRMED');
        return undefined;
      }
      sent = await post(look, target, message);
    } catch (error) {
      return afterSendFault(look, id, error, counted ?? 0);
    }
    await recordSent(placeOf(look), id, sent, digest(message));
    return undefined;
  });
};
