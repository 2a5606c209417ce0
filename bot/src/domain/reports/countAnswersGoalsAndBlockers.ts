import type { ReportMember } from '#contracts/reports/dailyReport.ts';

// Counts of members. The day's report uses them for the members of one run, a roll-up for the members of many runs.

const zero = { asked: 0, answered: 0, late: 0, skipped: 0, goals: 0, blockers: 0, goalsTicked: 0, goalsOffered: 0 };

/** `goals`: number of members who reached all their goals. */
export type MemberCounts = Readonly<typeof zero>;

export const newMemberCounts = (): typeof zero => ({ ...zero });

/** Adds a member to the counts. Members who are away or skip the run do not count as asked, unless they answered. */
export const countMember = (counts: typeof zero, member: ReportMember): void => {
  if (member.state === 'SKIPPED') counts.skipped += 1;
  else if (member.state !== 'AWAY') counts.asked += 1;
  if (member.isCompleted) counts.answered += 1;
  if (member.isLate) counts.late += 1;
  if (member.isGoalAchieved) counts.goals += 1;
  if (member.hasBlocker) counts.blockers += 1;
  counts.goalsTicked += member.goalsTicked;
  counts.goalsOffered += member.goalsOffered;
};

export const memberCounts = (members: readonly ReportMember[]): MemberCounts => {
  const counts = newMemberCounts();
  for (const member of members) countMember(counts, member);
  return counts;
};
