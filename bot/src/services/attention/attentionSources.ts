import { defaultAttentionThresholds } from '#contracts/attention/defaultAttentionThresholds.ts';
import type { AttentionThresholds } from '#contracts/attention/attentionThresholds.ts';
import type { LocalDate, MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { AttentionMember, AttentionSources } from '../../domain/attention/findAndSortAttentionLines.ts';
import { workingDaysBetween } from '../../domain/blockers/workingDaysBetween.ts';
import {
  lifeOf,
  sinceOf,
  stateOfBlocker,
  textOfBlocker,
  withoutGoneHelp,
} from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import type { IsFormerMember, TrackedBlocker } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import type { Pause } from '../core/slicedWork.ts';
import { isGoneIn } from '../tenancy/listMembers.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { repliesToRuns } from '../reports/readNewestRunsAndReplies.ts';
import type { EndedRun, RunParts } from '../reports/readNewestRunsAndReplies.ts';

// Collects the data about the members of one report for the attention list. The web app, digests, summary cards and
// summary emails show the list.

type Reported = Pick<Meeting, 'id' | 'teamId' | 'attention'> & Parameters<typeof workingDaysBetween>[0];

export interface AttentionReport {
  readonly meeting: Reported;
  readonly meetingName: string;
  /** Date of the list. The age of the blockers is computed for it. */
  readonly date: LocalDate;
  readonly blockers: ReadonlyMap<MemberId, TrackedBlocker>;
  readonly holidays: readonly LocalDate[];
  readonly people: ReadonlyMap<MemberId, TeamMember>;
  /** The members of the report; observers are not among them. */
  readonly members: readonly MemberId[];
  /** The members who are on vacation on `date`. */
  readonly away: ReadonlySet<MemberId>;
  /** The newest runs that have ended, newest first. */
  readonly runs: readonly EndedRun[];
  readonly newest: RunParts | undefined;
}

export const thresholdsOf = ({ attention }: Pick<Meeting, 'attention'>): AttentionThresholds =>
  attention ?? defaultAttentionThresholds;

/**
 * Returns the name of the needed member as `needed`. If that member has left or is disabled, returns the name as
 * `gone`. If no member is needed, `gone` is the name of the member who took the blocker on, if that member has left or
 * is disabled.
 */
const helpOf = (
  { people }: AttentionReport,
  blocker: TrackedBlocker,
  isGone: IsFormerMember,
): Pick<NonNullable<AttentionMember['blocker']>, 'needed' | 'gone'> => {
  const { neededId = null, changedBy = null, state } = lifeOf(blocker) ?? {};
  const needed = neededId === null ? undefined : people.get(neededId);
  if (needed !== undefined && !isGone(needed.memberId)) return { needed: needed.name };
  const helper = needed ?? (changedBy === null || state !== 'ACKNOWLEDGED' ? undefined : people.get(changedBy));
  return { needed: null, ...(helper !== undefined && isGone(helper.memberId) ? { gone: helper.name } : {}) };
};

const blockerOf = (report: AttentionReport, memberId: MemberId): AttentionMember['blocker'] => {
  const { meeting, date, blockers, holidays, people } = report;
  const stored = blockers.get(memberId);
  if (stored === undefined) return null;
  const isGone = isGoneIn(people);
  const blocker = withoutGoneHelp(stored, isGone);
  const state = stateOfBlocker(blocker);
  const since = sinceOf(blocker);
  // The list may be about a past date, so a blocker that began after it is left out.
  if (state === 'RESOLVED' || since > date) return null;
  const days = workingDaysBetween(meeting, since, date, holidays);
  const text = textOfBlocker(blocker);
  return { state, since, days, ...helpOf(report, stored, isGone), ...(text === '' ? {} : { text }) };
};

/**
 * Returns the data of one report for the attention list. An earlier run is read only if some member was silent or away
 * in all newer runs.
 */
export const attentionSources = async (
  records: Records<OrgId>,
  report: AttentionReport,
  pause: Pause,
): Promise<AttentionSources> => {
  const { meeting, people, away, runs, newest } = report;
  const thresholds = thresholdsOf(meeting);
  const present = report.members.flatMap((memberId) => {
    const person = people.get(memberId);
    return person?.isEnabled === true && person.leftOn === null ? [person] : [];
  });
  const { silentRuns } = thresholds;
  const replies =
    silentRuns === null
      ? undefined
      : await repliesToRuns(
          records,
          { teamId: meeting.teamId, meetingId: meeting.id },
          {
            candidates: present.flatMap(({ memberId }) => (away.has(memberId) ? [] : [memberId])),
            dates: runs.map(({ date }) => date),
            silentRuns,
            newest,
          },
        );
  const [run = null] = runs;
  const members: AttentionMember[] = [];
  for (const [index, { memberId, name, unreachable }] of present.entries()) {
    // A pause takes longer than the work for one member, so it is awaited only before every 32nd member.
    if (index % 32 === 0) await pause();
    members.push({
      memberId,
      name,
      isAway: away.has(memberId),
      unreachable,
      replies: replies?.get(memberId) ?? [],
      goals: newest?.goals.get(memberId) ?? [],
      blocker: blockerOf(report, memberId),
    });
  }
  return { meetingId: meeting.id, meetingName: report.meetingName, thresholds, run, members };
};
