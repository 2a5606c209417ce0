import type { Goal } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { countSilentRuns, replyIn } from '../../domain/attention/findAndSortAttentionLines.ts';
import type { RunReply } from '../../domain/attention/findAndSortAttentionLines.ts';
import { scanPages } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { answer as answerKind } from '../../store/kinds/answers/answerAndHistory.ts';
import { daySummary } from '../../store/kinds/runs/daySummary.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { takenRows } from '../runs/readRunAndDayRows.ts';

// Reads who replied to the newest runs of a report, from the keys of answers and skips. The answers themselves are read
// only if their goals are needed.

export interface MeetingPlace {
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
}

/** A run that has ended and asked members. */
export interface EndedRun {
  readonly date: LocalDate;
  readonly answered: number;
  readonly asked: number;
}

/** Number of runs that are read in addition to `silentRuns`, because a member may have been away in some of them. */
const spareRuns = 4;

/**
 * Returns the newest runs of the report that are completed and asked members, newest first. They are enough to find the
 * members who were silent in `silentRuns` runs.
 */
export const newestRuns = async (
  records: Records<OrgId>,
  { teamId, meetingId }: MeetingPlace,
  silentRuns: number,
): Promise<EndedRun[]> => {
  // One more run is read, because the newest run may still be open.
  const limit = silentRuns + spareRuns + 1;
  const { rows } = await records.page(daySummary, { teamId }, prefixRange(`R|${meetingId}|`), { limit });
  return rows.flatMap(({ value: { date, state, answered, asked } }) =>
    state === 'COMPLETED' && asked > 0 ? [{ date, answered, asked }] : [],
  );
};

export interface RunParts {
  readonly run: Run;
  readonly answered: ReadonlySet<MemberId>;
  readonly skipped: ReadonlySet<MemberId>;
  readonly goals: ReadonlyMap<MemberId, readonly Goal[]>;
}

/**
 * Reads one run and who replied to it, with one scan; undefined if the run does not exist. Goals are read only if
 * `withGoals` is true.
 */
export const readReplies = async (
  records: Records<OrgId>,
  place: MeetingPlace & { readonly date: LocalDate },
  { withGoals }: { readonly withGoals: boolean },
): Promise<RunParts | undefined> => {
  const run = (await records.get(runKind, place))?.value;
  if (run === undefined) return undefined;
  const prefix = `D|${place.date}|${place.meetingId}|`;
  const answered = new Set<MemberId>();
  const skipped = new Set<MemberId>();
  const goals = new Map<MemberId, readonly Goal[]>();
  // The keys of answers (`a`) and skips (`k`) are neighbours. Delivery records (`s`) are outside of this range.
  const range = { from: `${prefix}a|`, to: `${prefix}k}`, keysOnly: !withGoals };
  for await (const rows of scanPages(records.store, 'Team', teamPartition(records.scope, place.teamId), range))
    for (const row of rows) {
      const [what, who = ''] = row.rk.slice(prefix.length).split('|');
      if (what === 'k') skipped.add(who as MemberId);
      if (what !== 'a') continue;
      answered.add(who as MemberId);
      if (!withGoals) continue;
      const [taken] = takenRows(run, records.read(answerKind, row));
      if (taken !== undefined) goals.set(who as MemberId, taken.value.goals);
    }
  return { run, answered, skipped, goals };
};

/**
 * Returns the replies of the candidates to the runs, newest first. A member's list ends when it is clear whether the
 * member was silent in `silentRuns` runs, and a run is read only while a list is open. `newest`: the replies to the
 * first run, if already read.
 */
export const repliesToRuns = async (
  records: Records<OrgId>,
  place: MeetingPlace,
  {
    candidates,
    dates,
    silentRuns,
    newest,
  }: {
    readonly candidates: readonly MemberId[];
    readonly dates: readonly LocalDate[];
    readonly silentRuns: number;
    readonly newest: RunParts | undefined;
  },
): Promise<ReadonlyMap<MemberId, readonly RunReply[]>> => {
  const replies = new Map(candidates.map((memberId): [MemberId, RunReply[]] => [memberId, []]));
  let undecided = candidates;
  for (const [index, date] of dates.entries()) {
    if (undecided.length === 0) break;
    const known = index === 0 ? newest : undefined;
    const parts = known ?? (await readReplies(records, { ...place, date }, { withGoals: false }));
    if (parts === undefined) continue;
    undecided = undecided.filter((memberId) => {
      const reply = replyIn(parts, memberId);
      const list = replies.get(memberId) ?? [];
      list.push(reply);
      return reply === 'AWAY' || (reply === 'SILENT' && countSilentRuns(list) < silentRuns);
    });
  }
  return replies;
};
