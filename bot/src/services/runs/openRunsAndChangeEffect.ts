import type { OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { OpenRun as OpenRunInfo, RunEffect } from '#contracts/meetings/effectOnOpenRun.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { formatDate } from '../../domain/wording/formatDatesListsAndDurations.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { daySummary } from '../../store/kinds/runs/daySummary.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { readRun } from './readRunAndDayRows.ts';

export interface OpenRun {
  readonly meeting: Meeting;
  readonly run: Run;
}

// Number of a meeting's newest runs that are searched for open ones. With the time basis MEMBER, the runs of two dates
// may be open at once, or of three around the date line; one more may have been started by hand.
const newest = 4;

export const openRunsOf = async (records: Records<OrgId>, meeting: Meeting): Promise<OpenRun[]> => {
  const { id: meetingId, teamId } = meeting;
  const key = { teamId, meetingId };
  const counts = await records.page(daySummary, key, prefixRange(`R|${meetingId}|`), { limit: newest });
  const dates = counts.rows.filter(({ value }) => value.state === 'OPEN').map(({ value }) => value.date);
  const runs = await Promise.all(dates.map((date) => records.get(runKind, { ...key, date })));
  return runs.flatMap((run) => (run?.value.state === 'OPEN' ? [{ meeting, run: run.value }] : []));
};

export const openRuns = async (records: Records<OrgId>, teamId: TeamId): Promise<OpenRun[]> => {
  const meetings = await records.list(meetingKind, { teamId }, prefixRange('G|'));
  return (await Promise.all(meetings.map(({ value }) => openRunsOf(records, value)))).flat();
};

export const openRunInfo = async (records: Records<OrgId>, { meeting, run }: OpenRun): Promise<OpenRunInfo> => {
  const { date, opensAt, closesAt, members } = run;
  const { answers } = await readRun(records, { teamId: meeting.teamId, meetingId: meeting.id, date });
  const asked = members.filter((member) => member.away === null && !member.dropped).length;
  return { date, opensAt, closesAt, asked, answered: answers.length };
};

/** Returns the effect of a change on an open run, with the sentence that the screen shows. */
export const effectOfChange = (t: Translate, info: OpenRunInfo, effect: RunEffect['effect']): RunEffect => ({
  ...info,
  effect,
  text: t(effect === 'CANCELLED' ? 'runEffect.cancelled' : 'runEffect.unchanged', {
    date: formatDate(t, info.date),
    asked: info.asked,
    answered: info.answered,
  }),
});
