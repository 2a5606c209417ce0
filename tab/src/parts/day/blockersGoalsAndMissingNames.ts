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
 * True if the member has an open blocker: named in this day's answer, or named earlier by a member who has not answered this run
 * yet.
 */
const isBlocked = (reportMember: ReportMember): reportMember is Blocked =>
  reportMember.blockedSince !== null && (reportMember.hasBlocker || !reportMember.isCompleted);

type Counts = Pick<MeetingReport, 'membersAnswered' | 'totalMembers' | 'state' | 'hasBlockers'>;

/** True if the member named a blocker in this day's answer and resolved the blocker since. */
const isResolved = (reportMember: ReportMember): boolean =>
  reportMember.hasBlocker && reportMember.blockedSince === null;

type Blocked = ReportMember & { readonly blockedSince: LocalDate };

// Blockers of the same age are sorted by the ids of their members, as in the attention list.
const byAge = (item: Blocked, other: Blocked): number =>
  item.blockedSince.localeCompare(other.blockedSince) || (item.memberId < other.memberId ? -1 : 1);

/**
 * Returns the results of a day: blocked members, oldest blocker first, then slipped goals, then resolved blockers. Includes
 * blockers of earlier days.
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
 * Returns the numbers of blockers by which the ring and the list differ. The ring counts all blockers of this day's answers, also
 * resolved ones; the list also contains blockers of earlier days.
 */
export const blockerDifference = ({
  members,
}: Pick<MeetingReport, 'members'>): { readonly carried: number; readonly resolved: number } => ({
  carried: members.filter((member) => isBlocked(member) && !member.hasBlocker).length,
  resolved: members.filter(isResolved).length,
});

/**
 * Selects the text for an empty list. A member counts as free of blockers only after an answer to a question about
 * blockers.
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
