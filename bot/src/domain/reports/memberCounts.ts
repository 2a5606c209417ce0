import type { ReportMember } from '#contracts/reports/dailyReport.ts';

// Counts of members. The day's report counts the members of one run with it, and a roll-up the members of many runs.

export interface MemberCounts {
  readonly asked: number;
  readonly answered: number;
  readonly late: number;
  readonly skipped: number;
  /** Number of members with goals who reached all of them. */
  readonly goals: number;
  readonly blockers: number;
  readonly goalsTicked: number;
  readonly goalsOffered: number;
}

/** Members who are away or skip the run are not asked, unless they answered. */
export const memberCounts = (members: readonly ReportMember[]): MemberCounts => {
  const counts = { asked: 0, answered: 0, late: 0, skipped: 0, goals: 0, blockers: 0, goalsTicked: 0, goalsOffered: 0 };
  for (const member of members) {
    if (member.state === 'SKIPPED') counts.skipped += 1;
    else if (member.state !== 'AWAY') counts.asked += 1;
    if (member.isCompleted) counts.answered += 1;
    if (member.isLate) counts.late += 1;
    if (member.isGoalAchieved) counts.goals += 1;
    if (member.hasBlocker) counts.blockers += 1;
    counts.goalsTicked += member.goalsTicked;
    counts.goalsOffered += member.goalsOffered;
  }
  return counts;
};
