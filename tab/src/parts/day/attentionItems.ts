import type { LocalDate } from '#contracts/core/ids.ts';
import type { MeetingReport, ReportMember } from '#contracts/reports/report.ts';

export type Attention =
  | {
      readonly kind: 'blocked';
      readonly memberId: string;
      readonly name: string;
      readonly text: string;
      readonly since: LocalDate;
      /** In working days of the meeting; null = unknown. */
      readonly age: number | null;
    }
  | { readonly kind: 'slipped'; readonly memberId: string; readonly name: string; readonly goals: readonly string[] }
  /** Blocked in this day's answer, and resolved since. */
  | { readonly kind: 'resolved'; readonly memberId: string; readonly name: string; readonly text: string };

/**
 * True for an open blocker: from this day's answer, or carried over from an earlier day by a member who has not answered this
 * run.
 */
const isBlocked = (reportMember: ReportMember): reportMember is Blocked =>
  reportMember.blockedSince !== null && (reportMember.hasBlocker || !reportMember.isCompleted);

type Counts = Pick<MeetingReport, 'membersAnswered' | 'totalMembers' | 'state' | 'hasBlockers'>;

/** Blocked in this day's answer, and resolved since. */
const isResolved = (reportMember: ReportMember): boolean =>
  reportMember.hasBlocker && reportMember.blockedSince === null;

type Blocked = ReportMember & { readonly blockedSince: LocalDate };

const byAge = (item: Blocked, other: Blocked): number => item.blockedSince.localeCompare(other.blockedSince);

/**
 * Returns blocked members, oldest blocker first, then slipped goals, then resolved blockers. Blockers carried over from an
 * earlier day are included.
 */
export const attentionOf = ({ members }: Pick<MeetingReport, 'members'>): readonly Attention[] => {
  const blocked = members.filter(isBlocked);
  const resolved = members.filter(isResolved);
  const slipped = members.filter((member) => member.goalsOpen.length > 0);
  return [
    ...blocked.toSorted(byAge).map((item): Attention => ({
      kind: 'blocked',
      memberId: item.memberId,
      name: item.name,
      text: item.blockerText ?? '',
      since: item.blockedSince,
      age: item.blockedDays,
    })),
    ...slipped.map((item): Attention => ({
      kind: 'slipped',
      memberId: item.memberId,
      name: item.name,
      goals: item.goalsOpen,
    })),
    ...resolved.map((item): Attention => ({
      kind: 'resolved',
      memberId: item.memberId,
      name: item.name,
      text: item.blockerText ?? '',
    })),
  ];
};

/**
 * The blockers by which the ring and the list differ: the ring counts the members who named a blocker in this day's answers, also a
 * resolved one; the list has blockers of earlier days too.
 */
export const blockerDifference = ({
  members,
}: Pick<MeetingReport, 'members'>): { readonly carried: number; readonly resolved: number } => ({
  carried: members.filter((member) => isBlocked(member) && !member.hasBlocker).length,
  resolved: members.filter(isResolved).length,
});

/**
 * Selects the text for an empty list. Only members who answered are known to be free of blockers, and only if the run asked about
 * them.
 */
export type CalmSummary = 'NO_QUESTION' | 'NOBODY_ASKED' | 'NOBODY_ANSWERED' | 'NONE_SO_FAR' | 'NONE';

export const calmSummaryOf = ({ membersAnswered, totalMembers, state, hasBlockers }: Counts): CalmSummary => {
  if (!hasBlockers && membersAnswered > 0) return 'NO_QUESTION';
  if (membersAnswered === 0) return totalMembers === 0 || state === 'MISSED' ? 'NOBODY_ASKED' : 'NOBODY_ANSWERED';
  return membersAnswered < totalMembers ? 'NONE_SO_FAR' : 'NONE';
};

/** Returns the members whose time is over and who did not answer. */
export const missingNames = ({ members }: Pick<MeetingReport, 'members'>): readonly string[] =>
  members.filter(({ state }) => state === 'MISSING').map(({ name }) => name);
