import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MeetingReport, ReportMember } from '#contracts/reports/dailyReport.ts';

export type DayResult =
  | {
      readonly kind: 'blocked';
      readonly memberId: string;
      readonly name: string;
      readonly text: string;
      readonly since: LocalDate;
      /** Age of the blocker in working days of the meeting; null = unknown. */
      readonly age: number | null;
    }
  | { readonly kind: 'slipped'; readonly memberId: string; readonly name: string; readonly goals: readonly string[] }
  | {
      readonly kind: 'resolved';
      readonly memberId: string;
      readonly name: string;
      readonly text: string;
      /** Working days that the blocker lasted; undefined = unknown. */
      readonly lasted: number | undefined;
    };

/**
 * True if the member has an open blocker: one from this day's answer, or an earlier one if the member has not answered
 * this run yet.
 */
const isBlocked = (reportMember: ReportMember): reportMember is Blocked =>
  reportMember.blockedSince !== null && (reportMember.hasBlocker || !reportMember.isCompleted);

type Counts = Pick<MeetingReport, 'membersAnswered' | 'totalMembers' | 'state' | 'hasBlockers'>;

/** True if this day's answer named a blocker that the member has resolved since. */
const isResolved = (reportMember: ReportMember): boolean =>
  reportMember.hasBlocker && reportMember.blockedSince === null;

type Blocked = ReportMember & { readonly blockedSince: LocalDate };

// Blockers of the same age are sorted by member id, as in the list "needs attention".
const byAge = (item: Blocked, other: Blocked): number =>
  item.blockedSince.localeCompare(other.blockedSince) || (item.memberId < other.memberId ? -1 : 1);

/**
 * Returns the results of a day: first blocked members, oldest blocker first, then members with slipped goals, then
 * resolved blockers. Blockers of earlier days are included.
 */
export const findBlockersAndSlippedGoals = ({ members }: Pick<MeetingReport, 'members'>): readonly DayResult[] => {
  const blocked = members.filter(isBlocked);
  const resolved = members.filter(isResolved);
  const slipped = members.filter((member) => member.goalsOpen.length > 0);
  return [
    ...blocked.toSorted(byAge).map((item): DayResult => ({
      kind: 'blocked',
      memberId: item.memberId,
      name: item.name,
      text: item.blockerText ?? '',
      since: item.blockedSince,
      age: item.blockedDays,
    })),
    ...slipped.map((item): DayResult => ({
      kind: 'slipped',
      memberId: item.memberId,
      name: item.name,
      goals: item.goalsOpen,
    })),
    ...resolved.map((item): DayResult => ({
      kind: 'resolved',
      memberId: item.memberId,
      name: item.name,
      text: item.blockerText ?? '',
      lasted: item.blockerLasted,
    })),
  ];
};

/**
 * Returns the two numbers by which the ring and the list of blockers differ. `carried`: blockers of earlier days, which
 * only the list contains. `resolved`: resolved blockers of this day's answers, which only the ring counts.
 */
export const blockerDifference = ({
  members,
}: Pick<MeetingReport, 'members'>): { readonly carried: number; readonly resolved: number } => ({
  carried: members.filter((member) => isBlocked(member) && !member.hasBlocker).length,
  resolved: members.filter(isResolved).length,
});

/**
 * Reason why the list of blockers is empty; it selects the text. Members count as free of blockers only after they have
 * answered a question about blockers.
 */
export type CalmSummary = 'NO_QUESTION' | 'NOBODY_ASKED' | 'NOBODY_ANSWERED' | 'NONE_SO_FAR' | 'NONE';

export const calmSummaryOf = ({ membersAnswered, totalMembers, state, hasBlockers }: Counts): CalmSummary => {
  if (!hasBlockers && membersAnswered > 0) return 'NO_QUESTION';
  if (membersAnswered === 0) return totalMembers === 0 || state === 'MISSED' ? 'NOBODY_ASKED' : 'NOBODY_ANSWERED';
  return membersAnswered < totalMembers ? 'NONE_SO_FAR' : 'NONE';
};

/** Returns the names of the members who did not answer before their time ended. */
export const missingNames = ({ members }: Pick<MeetingReport, 'members'>): readonly string[] =>
  members.filter(({ state }) => state === 'MISSING').map(({ name }) => name);
