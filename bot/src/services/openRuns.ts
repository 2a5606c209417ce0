import type { MeetingId, OrgId, TeamId } from '#contracts/ids.ts';
import type { Meeting } from '#contracts/meeting.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import type { OpenRun as OpenRunInfo, RunEffect } from '#contracts/runEffect.ts';
import type { Words } from '#contracts/text/keys.ts';
import { dateInWords } from '../domain/inWords.ts';
import type { Records } from '../store/kind.ts';
import { daySummary, occurrence as occurrenceKind } from '../store/kinds/run.ts';
import { meeting as meetingKind } from '../store/kinds/team.ts';
import { prefixRange } from '../store/port.ts';
import { readRun } from './runRows.ts';

// The runs that are open at this moment.

export interface OpenRun {
  readonly meeting: Meeting;
  readonly occurrence: Occurrence;
}

// With a clock of each member's own two dates may be open together; one more for a start by hand.
const newest = 3;

export const openRunsOf = async (records: Records<OrgId>, meeting: Meeting): Promise<OpenRun[]> => {
  const { id: meetingId, teamId } = meeting;
  const key = { teamId, meetingId };
  const counts = await records.page(
    daySummary,
    { ...key, date: '2000-01-01' as Occurrence['date'] },
    prefixRange(`R|${meetingId}|`),
    { limit: newest },
  );
  const dates = counts.rows.filter(({ value }) => value.state === 'OPEN').map(({ value }) => value.date);
  const runs = await Promise.all(dates.map((date) => records.get(occurrenceKind, { ...key, date })));
  return runs.flatMap((run) => (run?.value.state === 'OPEN' ? [{ meeting, occurrence: run.value }] : []));
};

export const openRuns = async (records: Records<OrgId>, teamId: TeamId): Promise<OpenRun[]> => {
  const meetings = await records.list(meetingKind, { teamId, meetingId: '' as MeetingId }, prefixRange('G|'));
  return (await Promise.all(meetings.map(({ value }) => openRunsOf(records, value)))).flat();
};

/** A run as the meeting's own screen shows it, with its answers up to now. */
export const openRunInfo = async (records: Records<OrgId>, { meeting, occurrence }: OpenRun): Promise<OpenRunInfo> => {
  const { date, opensAt, closesAt, members } = occurrence;
  const { answers } = await readRun(records, { teamId: meeting.teamId, meetingId: meeting.id, date });
  const asked = members.filter((one) => one.away === null && !one.dropped).length;
  return { date, opensAt, closesAt, asked, answered: answers.length };
};

/** What a change did to a run under way, with its sentence. */
export const effectOf = (words: Words, info: OpenRunInfo, effect: RunEffect['effect']): RunEffect => ({
  ...info,
  effect,
  text: words(effect === 'CANCELLED' ? 'runEffect.cancelled' : 'runEffect.unchanged', {
    date: dateInWords(words, info.date),
    asked: info.asked,
    answered: info.answered,
  }),
});
