import type { Instant, LocalDate, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { WhyReason } from '#contracts/reports/whyPromptedOrNot.ts';
import type { Instants, Run, SnapshotMember } from '#contracts/runs/runSchema.ts';
import { times } from '#contracts/core/limitsAndProductConstants.ts';
import { minuteMs, msOf, toInstant } from '../core/zonedTimeAndCalendarDates.ts';
import { isObserver } from './membersAndObservers.ts';
import { dueAt, instantsFor } from './memberInstantsAndOwedAnswers.ts';
import { instantsOutsideQuiet, quietEnd } from './delayMessagesForQuietHours.ts';
import type { QuietClock } from './delayMessagesForQuietHours.ts';
import { instantsAfterSnooze } from './snoozeRules.ts';
import type { SkipReason } from './skipReasons.ts';

// Explains why a member was or was not asked. The reasons come from the stored run and its delivery records, or from
// the plan if the run does not exist yet.

type Kind = 'prompt' | 'snoozedPrompt' | 'reminder1' | 'reminder2';

export interface Delivered {
  readonly state: 'SENT' | 'SKIPPED' | 'FAILED';
  readonly reason: string | null;
  readonly at: Instant;
  readonly isLate: boolean;
  readonly round: number;
  /** The instant to which quiet hours delayed the prompt; null or undefined if they did not delay it. */
  readonly movedTo?: Instant | null | undefined;
}

export interface WhyFacts {
  readonly memberId: MemberId;
  readonly date: LocalDate;
  /** Current time in epoch ms. */
  readonly now: number;
  /** The meeting; undefined if it was deleted. */
  readonly meeting: Pick<Meeting, 'isEnabled' | 'members' | 'observers' | 'createdOn'> | undefined;
  readonly run: Run | undefined;
  /** The person's membership in the team; undefined if the person was never in the team. */
  readonly member: { readonly isEnabled: boolean; readonly leftOn: string | null } | undefined;
  readonly delivered: Readonly<Partial<Record<Kind, Delivered>>>;
  readonly answeredAt: Instant | null;
  /** Instant at which the member skipped the run; undefined if the member does not skip it. */
  readonly skippedAt?: Instant | undefined;
  /** End of the member's snooze in this round; undefined = no snooze. */
  readonly snoozedUntil?: Instant | undefined;
  /** The member's quiet hours; undefined = none. */
  readonly quiet?: QuietClock | undefined;
  readonly planned: Pick<Instants, 'opensAt' | 'closesAt'> | undefined;
  readonly away: SnapshotMember['away'];
  readonly isConnected: boolean;
  readonly isOrgActive: boolean;
}

export interface MessageFate {
  readonly sentAt: Instant | null;
  readonly isLate: boolean;
  readonly reason: WhyReason | null;
}

export interface WhyFate {
  readonly opensAt: Instant | null;
  readonly closesAt: Instant | null;
  readonly prompt: MessageFate;
  /** End of the quiet hours for which the prompt waits; null if it does not wait. */
  readonly quietUntil: Instant | null;
  /** The snoozed prompt; null without a snooze. */
  readonly again: MessageFate | null;
  /** The first reminder; null if this run has none. */
  readonly first: MessageFate | null;
  readonly second: MessageFate | null;
}

const never = (reason: WhyReason): MessageFate => ({ sentAt: null, isLate: false, reason });

/**
 * Returns the reason why the meeting does not ask this person at present; undefined if it does or if it was deleted.
 */
const standing = ({ member, meeting, memberId }: WhyFacts): WhyReason | undefined => {
  if (member === undefined) return 'NOT_A_MEMBER';
  if (member.leftOn !== null) return 'LEFT';
  if (!member.isEnabled) return 'DISABLED';
  if (meeting?.members.includes(memberId) !== false) return undefined;
  return isObserver(meeting, memberId) ? 'OBSERVES' : 'NOT_A_MEMBER';
};

/**
 * Returns the reason why an open run no longer expects an answer from a member in its snapshot; undefined if it still
 * does. A member who became an observer after the opening stays in the run.
 */
const whyGone = (facts: WhyFacts, { dropped }: SnapshotMember): WhyReason | undefined => {
  const why = standing(facts);
  if (dropped) return why ?? 'NOT_A_MEMBER';
  return why === 'OBSERVES' ? undefined : why;
};

const ofAway = (away: SnapshotMember['away']): WhyReason | undefined => away ?? undefined;

/**
 * Explains a date without a stored run: for example, the run is still planned, or the schedule has no run on that date.
 */
const unopened = (facts: WhyFacts): WhyReason => {
  const { meeting, planned, now } = facts;
  if (meeting === undefined || planned === undefined || meeting.createdOn > planned.opensAt) return 'NOT_SCHEDULED';
  if (facts.away === 'HOLIDAY') return 'HOLIDAY';
  if (!meeting.isEnabled || !facts.isOrgActive) return 'DEACTIVATED';
  const why = standing(facts) ?? ofAway(facts.away);
  if (why !== undefined) return why;
  if (!facts.isConnected) return 'DISCONNECTED';
  const late = now - msOf(planned.opensAt);
  if (late < 0) return facts.answeredAt === null ? 'NOT_YET' : 'ANSWERED';
  return late <= times.promptLate * minuteMs ? 'PENDING' : 'MISSED';
};

/** Returns the reason why a run sends no message because it is over or never asked; undefined if the run is open. */
const ofRun = ({ state, reason }: Run): WhyReason | undefined => {
  switch (state) {
    case 'OPEN':
      return undefined;
    case 'MISSED':
      return 'MISSED';
    case 'CANCELLED':
      return reason === 'HOLIDAY' || reason === 'DEACTIVATED' ? reason : 'CANCELLED';
    case 'COMPLETED':
      return reason === 'HOLIDAY' ? 'HOLIDAY' : 'WINDOW_OVER';
  }
};

const ofSkip = (skip: SkipReason, facts: WhyFacts, run: Run): WhyReason => {
  switch (skip) {
    case 'MEETING_GONE':
      return 'CANCELLED';
    case 'DEACTIVATED':
      return 'DEACTIVATED';
    case 'DISCONNECTED':
      return 'DISCONNECTED';
    case 'RUN_OVER':
      return ofRun(run) ?? 'CANCELLED';
    case 'NOT_ASKED':
      return standing(facts) ?? 'NOT_A_MEMBER';
    case 'UNREACHABLE':
    case 'NO_ADDRESS':
    case 'BLOCKED':
    case 'GONE':
      return 'UNREACHABLE';
    case 'MUTED':
      return 'MUTED';
    case 'ANSWERED':
    case 'SKIPPED':
    case 'SNOOZED':
    case 'QUIET_HOURS':
      return skip;
    case 'VACATION':
      return 'VACATION';
    case 'TOO_LATE':
      return 'WINDOW_OVER';
    // The first three reasons occur only for emails, which this file does not explain. They are listed so that the
    // switch is complete.
    case 'NO_CONSENT':
    case 'UNSUBSCRIBED':
    case 'MAIL_LIMIT':
    case 'REJECTED':
      return 'REFUSED';
    case 'RESTORED':
      return 'MISSED';
    case 'JUST_PROMPTED':
    case 'NEXT_REMINDER_DUE':
    case 'UNCONFIRMED':
    case 'PARKED':
      return skip;
  }
};

/** Returns the outcome of one message of a run; null if the run has no message of this kind (`due` is null). */
const fateOf = (
  facts: WhyFacts,
  run: Run,
  kind: Kind,
  own: { readonly due: Instant | null; readonly closesAt: Instant },
): MessageFate | null => {
  if (own.due === null) return null;
  const { now, answeredAt } = facts;
  const delivered = facts.delivered[kind];
  if (delivered?.state === 'SENT') return { sentAt: delivered.at, isLate: delivered.isLate, reason: null };
  const frozen = run.members.find((member) => member.memberId === facts.memberId);
  if (frozen === undefined) return never(run.state === 'MISSED' ? 'MISSED' : (standing(facts) ?? 'NOT_A_MEMBER'));
  if (frozen.away !== null) return never(frozen.away);
  if (delivered?.round === run.round && kind === 'prompt' && delivered.reason === 'TOO_LATE') return never('TOO_LATE');
  if (delivered?.round === run.round) return never(ofSkip((delivered.reason ?? 'REJECTED') as SkipReason, facts, run));
  const over = ofRun(run);
  if (over !== undefined && over !== 'WINDOW_OVER') return never(over);
  if (answeredAt !== null) return never('ANSWERED');
  if (facts.skippedAt !== undefined) return never('SKIPPED');
  const gone = whyGone(facts, frozen);
  if (gone !== undefined) return never(gone);
  if (over !== undefined || now >= msOf(own.closesAt)) return never('WINDOW_OVER');
  return never(now < msOf(own.due) ? 'NOT_YET' : 'PENDING');
};

const mayWait: ReadonlySet<WhyReason | null> = new Set(['NOT_YET', 'PENDING', 'WINDOW_OVER'] as const);

/**
 * Returns the end of the quiet hours for which a prompt without an outcome waits; null if it does not wait for them.
 */
const waitsUntil = (
  { quiet, now }: WhyFacts,
  { reason }: MessageFate,
  { due, last }: { readonly due: Instant; readonly last: Instant },
): Instant | null => {
  if (!mayWait.has(reason)) return null;
  const end = quietEnd(quiet, Math.max(now, msOf(due)));
  return end === null || end >= msOf(last) ? null : toInstant(end);
};

const withWait = (fate: MessageFate, quietUntil: Instant | null): MessageFate =>
  quietUntil === null ? fate : never('QUIET_HOURS');

/** Returns the outcomes of the messages to that member on that date, each with a reason if the message was not sent. */
export const explainMessageOutcomes = (facts: WhyFacts): WhyFate => {
  const { run, planned } = facts;
  if (run === undefined) {
    const reason = unopened(facts);
    const run = reason === 'NOT_SCHEDULED' ? undefined : planned;
    const { opensAt = null, closesAt = null } = run ?? {};
    const last = closesAt ?? opensAt;
    const quietUntil =
      opensAt === null || last === null ? null : waitsUntil(facts, never(reason), { due: opensAt, last });
    const prompt = withWait(never(reason), quietUntil);
    return { opensAt, closesAt, prompt, quietUntil, again: null, first: null, second: null };
  }
  const frozen = run.members.find((member) => member.memberId === facts.memberId);
  const set = (frozen === undefined ? undefined : instantsFor(run, frozen)) ?? run.instants[0];
  const { opensAt, closesAt } = set ?? run;
  const { snoozedUntil = null } = facts;
  const snoozed = set === undefined || snoozedUntil === null ? set : instantsAfterSnooze(set, snoozedUntil);
  const last = facts.delivered[snoozedUntil === null ? 'prompt' : 'snoozedPrompt'];
  const promptedAt = last === undefined ? undefined : (last.movedTo ?? snoozed?.opensAt);
  const moved = snoozed === undefined ? undefined : instantsOutsideQuiet(snoozed, facts.quiet, promptedAt);
  const fate = (kind: Kind, due: Instant | null) => fateOf(facts, run, kind, { due, closesAt });
  const isOver = run.state === 'COMPLETED' && run.reason !== 'WINDOW_OVER';
  const waits = (message: MessageFate | null, due: Instant): Instant | null =>
    message === null || isOver || (set !== undefined && frozen === undefined)
      ? null
      : waitsUntil(facts, message, { due, last: set?.graceEndsAt ?? run.graceEndsAt });
  const reminder = (kind: 'reminder1' | 'reminder2'): MessageFate | null => {
    const due = moved === undefined ? null : dueAt(moved, kind);
    if (due !== null || snoozed === undefined) return fate(kind, due);
    const before = fate(kind, dueAt(snoozed, kind));
    return before !== null && mayWait.has(before.reason) ? never('QUIET_HOURS') : before;
  };
  const prompt = fate('prompt', opensAt) ?? never('PENDING');
  // If the run does not ask the person, the reason for the prompt also explains the reminders.
  const isMeant = frozen !== undefined && frozen.away === null;
  const again = isMeant ? fate('snoozedPrompt', snoozedUntil) : null;
  const promptWait = snoozedUntil === null ? waits(prompt, opensAt) : null;
  const quietUntil = snoozedUntil === null ? promptWait : waits(again, snoozedUntil);
  return {
    ...{ opensAt, closesAt, prompt: withWait(prompt, promptWait), quietUntil },
    again: again === null || snoozedUntil === null ? again : withWait(again, quietUntil),
    first: isMeant ? reminder('reminder1') : null,
    second: isMeant ? reminder('reminder2') : null,
  };
};
