import type { Instant, LocalDate, MemberId } from '#contracts/ids.ts';
import type { Meeting } from '#contracts/meeting.ts';
import type { WhyReason } from '#contracts/meetingWhy.ts';
import type { Instants, Occurrence, SnapshotMember } from '#contracts/occurrence.ts';
import { times } from '#contracts/limits.ts';
import { instantsFor } from './owing.ts';
import type { SkipReason } from './sending.ts';
import { minuteMs, msOf } from './time.ts';

// Why somebody was asked or was not, from what the engine has written down, and before that from what it would do.

type Kind = 'prompt' | 'r1' | 'r2';

export interface Delivered {
  readonly state: 'SENT' | 'SKIPPED' | 'FAILED';
  readonly reason: string | null;
  readonly at: Instant;
  readonly isLate: boolean;
  readonly round: number;
}

export interface WhyFacts {
  readonly memberId: MemberId;
  readonly date: LocalDate;
  /** Epoch ms. */
  readonly now: number;
  /** Undefined = deleted. */
  readonly meeting: Pick<Meeting, 'isEnabled' | 'members' | 'createdOn'> | undefined;
  readonly occurrence: Occurrence | undefined;
  /** Undefined: never was in the team. */
  readonly member: { readonly isEnabled: boolean; readonly leftOn: string | null } | undefined;
  readonly delivered: Readonly<Partial<Record<Kind, Delivered>>>;
  readonly answeredAt: Instant | null;
  /** Before there is an occurrence: the instants the schedule gives this member on that date; undefined = no run. */
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
  /** Null: this run has no such reminder. */
  readonly first: MessageFate | null;
  readonly second: MessageFate | null;
}

const never = (reason: WhyReason): MessageFate => ({ sentAt: null, isLate: false, reason });

/** Why somebody is not among those a meeting asks; undefined = they are. */
const standing = ({ member, meeting, memberId }: WhyFacts): WhyReason | undefined => {
  if (member === undefined) return 'NOT_A_MEMBER';
  if (member.leftOn !== null) return 'LEFT';
  if (!member.isEnabled) return 'DISABLED';
  return meeting?.members.includes(memberId) === false ? 'NOT_A_MEMBER' : undefined;
};

const ofAway = (away: SnapshotMember['away']): WhyReason | undefined => away ?? undefined;

/** Without an occurrence: not yet, or not at all. */
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

/** Why a run that is over, or never asked, sends nothing; undefined = it is open. */
const ofRun = ({ state, reason }: Occurrence): WhyReason | undefined => {
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

const ofSkip = (skip: SkipReason, facts: WhyFacts, occurrence: Occurrence): WhyReason => {
  switch (skip) {
    case 'MEETING_GONE':
      return 'CANCELLED';
    case 'DEACTIVATED':
      return 'DEACTIVATED';
    case 'DISCONNECTED':
      return 'DISCONNECTED';
    case 'RUN_OVER':
      return ofRun(occurrence) ?? 'CANCELLED';
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
      return 'ANSWERED';
    case 'VACATION':
      return 'VACATION';
    case 'TOO_LATE':
      return 'WINDOW_OVER';
    case 'REJECTED':
      return 'REFUSED';
    case 'RESTORED':
      return 'MISSED';
  }
};

/** What became of one message of a run. `due` null: the run has none of this kind. */
const fateOf = (
  facts: WhyFacts,
  occurrence: Occurrence,
  kind: Kind,
  own: { readonly due: Instant | null; readonly closesAt: Instant },
): MessageFate | null => {
  if (own.due === null) return null;
  const { now, answeredAt } = facts;
  const told = facts.delivered[kind];
  if (told?.state === 'SENT') return { sentAt: told.at, isLate: told.isLate, reason: null };
  const frozen = occurrence.members.find((one) => one.memberId === facts.memberId);
  if (frozen === undefined)
    return never(occurrence.state === 'MISSED' ? 'MISSED' : (standing(facts) ?? 'NOT_A_MEMBER'));
  if (frozen.away !== null) return never(frozen.away);
  if (told?.round === occurrence.round)
    return never(ofSkip((told.reason ?? 'REJECTED') as SkipReason, facts, occurrence));
  const over = ofRun(occurrence);
  if (over !== undefined && over !== 'WINDOW_OVER') return never(over);
  if (answeredAt !== null) return never('ANSWERED');
  const gone = frozen.dropped ? (standing(facts) ?? 'NOT_A_MEMBER') : standing(facts);
  if (gone !== undefined) return never(gone);
  if (over !== undefined || now >= msOf(own.closesAt)) return never('WINDOW_OVER');
  return never(now < msOf(own.due) ? 'NOT_YET' : 'PENDING');
};

/** What became of the messages of that date to that member, each with its reason when it was not sent. */
export const whyAsked = (facts: WhyFacts): WhyFate => {
  const { occurrence, planned } = facts;
  if (occurrence === undefined) {
    const reason = unopened(facts);
    const run = reason === 'NOT_SCHEDULED' ? undefined : planned;
    const { opensAt = null, closesAt = null } = run ?? {};
    return { opensAt, closesAt, prompt: never(reason), first: null, second: null };
  }
  const frozen = occurrence.members.find((one) => one.memberId === facts.memberId);
  const set = (frozen === undefined ? undefined : instantsFor(occurrence, frozen)) ?? occurrence.instants[0];
  const { opensAt, closesAt } = set ?? occurrence;
  const fate = (kind: Kind, due: Instant | null) => fateOf(facts, occurrence, kind, { due, closesAt });
  const prompt = fate('prompt', opensAt) ?? never('PENDING');
  // Who is not meant at all is not told of each reminder too.
  const isMeant = frozen !== undefined && frozen.away === null;
  return {
    ...{ opensAt, closesAt, prompt },
    first: isMeant ? fate('r1', set?.firstReminderAt ?? null) : null,
    second: isMeant ? fate('r2', set?.secondReminderAt ?? null) : null,
  };
};
