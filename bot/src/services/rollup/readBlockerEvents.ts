import { localDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, MeetingId, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { blockerDates, blockerZone } from '../../domain/blockers/datesOfAllBlockers.ts';
import { pastOf } from '../../domain/blockers/keepPastBlockerDates.ts';
import { eventsBefore } from '../../domain/rollup/blockerEventsFromAnswers.ts';
import type { JudgedAnswer, LastBlocker } from '../../domain/rollup/blockerEventsFromAnswers.ts';
import type { RollupBlockerEvent, RollupRun } from '../../domain/rollup/rollupRowTypes.ts';
import { isCountedRun } from '../../domain/reports/countedRunsAndMembers.ts';
import { asksForBlockers } from '../../domain/reports/buildReportAndSummary.ts';
import { addDays } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { blocker as blockerKind } from '../../store/kinds/blockers/blocker.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Pause } from '../core/slicedWork.ts';
import { listRunDates } from '../runs/dateSpansAndRunDates.ts';
import { readRunOn } from './readRollupRuns.ts';
import type { RollupScope, RollupTeam } from './findRollupScope.ts';

// Finds the blockers that began or ended in the period, from the blocker rows. A row that an older version of the
// product wrote lacks earlier blockers; these are computed from the answers.

const firstDate = localDate.parse('0000-01-01');

interface Read extends Pick<RollupScope, 'records' | 'period' | 'people'> {
  readonly team: RollupTeam;
  readonly pause: Pause;
}

/** The answers of one member in one report, oldest first, from which blockers are computed. */
interface Thread {
  readonly meetingId: MeetingId;
  readonly memberId: MemberId;
  readonly answers: JudgedAnswer[];
}

type Threads = Map<string, Thread>;

/** The blockers of one member in one report, as stored in one row. */
interface Row extends LastBlocker, Omit<Thread, 'answers'> {}

const keyOf = (meetingId: MeetingId, memberId: MemberId): string => `${meetingId}|${memberId}`;

const threadIn = (threads: Threads, meetingId: MeetingId, memberId: MemberId): Thread => {
  const key = keyOf(meetingId, memberId);
  const thread = threads.get(key) ?? { meetingId, memberId, answers: [] };
  threads.set(key, thread);
  return thread;
};

/** Returns the answers of the members with these keys to counted runs that ask about blockers. */
const threadsOf = (runs: readonly RollupRun[], keys: ReadonlySet<string>): Threads => {
  const threads: Threads = new Map();
  for (const { run, members } of runs) {
    if (!isCountedRun(run.state) || !asksForBlockers(run)) continue;
    for (const { member } of members)
      if (member.isCompleted && keys.has(keyOf(run.meetingId, member.memberId)))
        threadIn(threads, run.meetingId, member.memberId).answers.push({
          date: run.date,
          hasBlocker: member.hasBlocker,
        });
  }
  return threads;
};

/** Returns the blocker rows of the roll-up's reports and people, with one scan of the team. */
const readRows = async (
  { records, people, team: { teamId, meetings, named } }: Read,
  runs: readonly RollupRun[],
): Promise<Row[]> => {
  const newest = new Map(runs.flatMap(({ run }) => (isCountedRun(run.state) ? [[run.meetingId, run] as const] : [])));
  const present = new Map(meetings.map((meeting) => [meeting.id, meeting] as const));
  const found: Row[] = [];
  for (const { key, value } of await records.list(blockerKind, { teamId }, prefixRange('B|'))) {
    const meetingId = key.rk.split('|')[1] as MeetingId;
    const { memberId } = value;
    const isWanted = (named === null || named.has(meetingId)) && (people === null || people.has(memberId));
    const zone = blockerZone(present.get(meetingId), newest.get(meetingId));
    if (isWanted && zone !== undefined) found.push({ blocker: value, zone, meetingId, memberId });
  }
  return found;
};

/**
 * Inserts each member's last answer before the period at the beginning of the member's thread, if it is in one of the
 * last `limits.rollupEarlierRuns` runs. Runs are read newest first, until every thread has such an answer.
 */
const addEarlierAnswers = async (read: Read, meetingId: MeetingId, threads: readonly Thread[]): Promise<void> => {
  const { records, team, pause } = read;
  const { teamId } = team;
  const span = { from: firstDate, to: addDays(read.period.from, -1) };
  const open = new Map(threads.map((thread) => [thread.memberId, thread]));
  for (const date of await listRunDates(records, { teamId, meetingId }, span, limits.rollupEarlierRuns)) {
    if (open.size === 0) return;
    const rows = await readRunOn({ records, teamId, people: new Set(open.keys()), pause }, meetingId, date);
    if (rows?.run === undefined || !isCountedRun(rows.run.value.state) || !asksForBlockers(rows.run.value)) continue;
    for (const { value } of rows.answers) {
      open.get(value.memberId)?.answers.unshift({ date, hasBlocker: value.hasBlocker });
      open.delete(value.memberId);
    }
  }
};

/** Returns the events of blockers that the rows lack because an older version of the product wrote them. */
const eventsOfEarlierVersion = async (
  read: Read,
  runs: readonly RollupRun[],
  rows: readonly Row[],
): Promise<RollupBlockerEvent[]> => {
  const known = new Map<string, Row & { readonly from: LocalDate }>();
  for (const row of rows) {
    const { from } = pastOf(row.blocker);
    if (from !== null && from > read.period.from) known.set(keyOf(row.meetingId, row.memberId), { ...row, from });
  }
  if (known.size === 0) return [];
  const threads = threadsOf(runs, new Set(known.keys()));
  const byMeeting = new Map<MeetingId, Thread[]>();
  for (const thread of threads.values()) {
    const own = byMeeting.get(thread.meetingId) ?? [];
    byMeeting.set(thread.meetingId, own);
    own.push(thread);
  }
  for (const [meetingId, own] of byMeeting) await addEarlierAnswers(read, meetingId, own);
  return [...threads].flatMap(([key, { meetingId, memberId, answers }]) => {
    const row = known.get(key);
    const events = row === undefined ? [] : eventsBefore(row.from, answers, row);
    return events.map((event) => ({ ...event, meetingId, memberId }));
  });
};

/**
 * Returns the events of the blockers in the period. A blocker that began in the period counts only if a counted run has
 * the date on which it began. `runs` must be sorted, oldest first.
 */
export const readBlockerEvents = async (read: Read, runs: readonly RollupRun[]): Promise<RollupBlockerEvent[]> => {
  const { from, to } = read.period;
  const rows = await readRows(read, runs);
  const counted = new Set(
    runs.flatMap(({ run: { state, meetingId, date } }) => (isCountedRun(state) ? [`${meetingId}|${date}`] : [])),
  );
  const events = rows.flatMap(({ blocker, zone, meetingId, memberId }) =>
    blockerDates(blocker, zone)
      .filter(({ since }) => since < from || counted.has(`${meetingId}|${since}`))
      .flatMap(({ since, endedOn }): RollupBlockerEvent[] => [
        { kind: 'OPENED', date: since, meetingId, memberId },
        ...(endedOn === null ? [] : [{ kind: 'RESOLVED' as const, date: endedOn, meetingId, memberId }]),
      ]),
  );
  return [...events, ...(await eventsOfEarlierVersion(read, runs, rows))].filter(
    ({ date }) => date >= from && date <= to,
  );
};
