import type { MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { SearchHit } from '#contracts/search/searchAnswers.ts';
import { memberIn } from '../../domain/runs/memberInstantsAndOwedAnswers.ts';
import { findInAnswer } from '../../domain/search/findInAnswer.ts';
import type { SearchTerm } from '../../domain/search/splitAndMatchWords.ts';
import { readAs, scanPages } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { orgTeam } from '../../store/kinds/organisations/teamAndChannel.ts';
import { answer as answerKind } from '../../store/kinds/answers/answerAndHistory.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Pause } from '../core/slicedWork.ts';
import { takenRows } from '../runs/readRunAndDayRows.ts';
import { comparePlaces } from './searchResultOrder.ts';
import type { Place, RunInTeam } from './searchResultOrder.ts';

export interface Searching {
  readonly records: Records<OrgId>;
  readonly terms: readonly SearchTerm[];
  readonly memberId: MemberId | undefined;
  readonly after: Place | undefined;
  /** Names of the teams that this search has already read. */
  readonly teamNames: Map<TeamId, string>;
  readonly deletedReports: Map<MeetingId, boolean>;
  readonly pause: Pause;
}

/** Returns the value that this search has already read for a key. If it is new, reads it and stores it in `known`. */
const readOnce = async <K, V>(known: Map<K, V>, key: K, read: () => Promise<V>): Promise<V> => {
  const existing = known.get(key);
  if (existing !== undefined) return existing;
  const value = await read();
  known.set(key, value);
  return value;
};

/** Returns the fields that all hits in a run share. */
const aboutRun = async ({ records, teamNames, deletedReports }: Searching, place: RunInTeam, run: Run) => {
  const { teamId, meetingId, date } = place;
  const teamName = await readOnce(
    teamNames,
    teamId,
    async () => (await records.get(orgTeam, { teamId }))?.value.name ?? '',
  );
  const isReportDeleted = await readOnce(
    deletedReports,
    meetingId,
    async () => (await records.get(meetingKind, { teamId, meetingId })) === undefined,
  );
  return { teamId, teamName, meetingId, meetingName: run.meetingName, isReportDeleted, date };
};

const nameOf = async ({ records }: Searching, { teamId }: RunInTeam, run: Run, memberId: MemberId): Promise<string> =>
  memberIn(run, memberId)?.name ?? (await records.get(teamMember, { teamId, memberId }))?.value.name ?? '';

interface FoundInRun {
  readonly hits: readonly SearchHit[];
  /** Number of answers that were read, with or without a hit. */
  readonly read: number;
}

/**
 * Reads the answers of a run, and returns those that contain the words. Answers ahead to a run that does not exist are
 * not found, because there is no report to open.
 */
export const findInRun = async (searching: Searching, place: RunInTeam): Promise<FoundInRun> => {
  const { records, terms, memberId, after, pause } = searching;
  const run = (await records.get(runKind, place))?.value;
  if (run === undefined) return { hits: [], read: 0 };
  const prefix = `D|${place.date}|${place.meetingId}|a|`;
  const only =
    memberId === undefined ? prefixRange(prefix) : { from: `${prefix}${memberId}`, to: `${prefix}${memberId}~` };
  const hits: SearchHit[] = [];
  let read = 0;
  for await (const rows of scanPages(records.store, 'Team', teamPartition(records.scope, place.teamId), only))
    for (const row of rows) {
      read += 1;
      await pause();
      const [taken] = takenRows(run, readAs(answerKind, row));
      if (taken === undefined) continue;
      const { value } = taken;
      const isSeen = after !== undefined && comparePlaces({ ...place, memberId: value.memberId }, after) <= 0;
      const answers = isSeen ? undefined : findInAnswer(run.questions, value.values, terms);
      if (answers === undefined) continue;
      const name = await nameOf(searching, place, run, value.memberId);
      hits.push({ ...(await aboutRun(searching, place, run)), memberId: value.memberId, name, answers });
    }
  return { hits, read };
};
