import { usualAttentionRules } from '#contracts/meetings/defaultAttentionThresholds.ts';
import type { AttentionRules } from '#contracts/meetings/attentionThresholds.ts';
import type { LocalDate, MemberId, OrgId } from '#contracts/core/ids.ts';
import type { Meeting } from '#contracts/meetings/meeting.ts';
import type { AttentionMember, AttentionSources } from '../../domain/attention/needsAttention.ts';
import { workingDaysBetween } from '../../domain/answers/blockerFromAnswers.ts';
import { lifeOf, sinceOf, stateOfBlocker } from '../../domain/blockers/blockerLife.ts';
import type { TrackedBlocker } from '../../domain/blockers/blockerLife.ts';
import type { Records } from '../../store/records.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { repliesToRuns } from './runReplies.ts';
import type { EndedRun, RunParts } from './runReplies.ts';

// Collects the facts about the members of one report for the attention list. The dashboard, the summary card and the
// summary email use it.

type Reported = Pick<Meeting, 'id' | 'teamId' | 'attention'> & Parameters<typeof workingDaysBetween>[0];

export interface AttentionReport {
  readonly meeting: Reported;
  readonly meetingName: string;
  /** Date for which the age of blockers is computed. */
  readonly date: LocalDate;
  readonly blockers: ReadonlyMap<MemberId, TrackedBlocker>;
  readonly holidays: readonly LocalDate[];
  readonly people: ReadonlyMap<MemberId, TeamMember>;
  /** The members whom the report asks, without those who are away. */
  readonly asked: readonly MemberId[];
  /** The newest ended runs, newest first. */
  readonly runs: readonly EndedRun[];
  readonly newest: RunParts | undefined;
}

export const rulesOf = ({ attention }: Pick<Meeting, 'attention'>): AttentionRules => attention ?? usualAttentionRules;

const blockerOf = (
  { meeting, date, blockers, holidays, people }: AttentionReport,
  memberId: MemberId,
): AttentionMember['blocker'] => {
  const blocker = blockers.get(memberId);
  if (blocker === undefined) return null;
  const state = stateOfBlocker(blocker);
  if (state === 'RESOLVED') return null;
  const since = sinceOf(blocker);
  const needed = people.get(lifeOf(blocker)?.neededId ?? memberId);
  const isNamed = needed !== undefined && needed.memberId !== memberId && needed.leftOn === null;
  const days = workingDaysBetween(meeting, since, date, holidays);
  return { state, since, days, needed: isNamed ? needed.name : null };
};

/** Returns the sources of one report. Earlier runs are read only while a member may have been silent in all of them. */
export const attentionSources = async (records: Records<OrgId>, report: AttentionReport): Promise<AttentionSources> => {
  const { meeting, people, runs, newest } = report;
  const rules = rulesOf(meeting);
  const present = report.asked.flatMap((memberId) => {
    const person = people.get(memberId);
    return person?.isEnabled === true && person.leftOn === null ? [person] : [];
  });
  const { silentRuns } = rules;
  const replies =
    silentRuns === null
      ? undefined
      : await repliesToRuns(
          records,
          { teamId: meeting.teamId, meetingId: meeting.id },
          {
            candidates: present.map(({ memberId }) => memberId),
            dates: runs.map(({ date }) => date),
            silentRuns,
            newest,
          },
        );
  const [run = null] = runs;
  return {
    ...{ meetingId: meeting.id, meetingName: report.meetingName, rules, run },
    members: present.map(({ memberId, name, unreachable }) => ({
      ...{ memberId, name, unreachable, replies: replies?.get(memberId) ?? [] },
      goals: newest?.goals.get(memberId) ?? [],
      blocker: blockerOf(report, memberId),
    })),
  };
};
