import { localDate } from '#contracts/core/ids.ts';
import type { MeetingId, MemberId } from '#contracts/core/ids.ts';
import { limits } from '#contracts/core/limits.ts';
import { blockerEvents, recordedEnd } from '../../domain/rollup/blockerEvents.ts';
import type { JudgedAnswer, LastBlocker } from '../../domain/rollup/blockerEvents.ts';
import type { RollupBlockerEvent, RollupRun } from '../../domain/rollup/rollupSet.ts';
import { isCountedRun } from '../../domain/reports/countedRuns.ts';
import { asksForBlockers } from '../../domain/reports/dailyReport.ts';
import { addDays } from '../../domain/core/zonedTime.ts';
import { blocker as blockerKind } from '../../store/kinds/runsAnswersTimesheets.ts';
import { prefixRange } from '../../store/tableStore.ts';
import type { Pause } from '../core/slicedWork.ts';
import { readRunOn, runDates } from './readRuns.ts';
import type { RollupScope, RollupTeam } from './rollupScope.ts';

// Finds the blockers that began or ended in the period, from the answers of the period and the rows of the last blockers.

const firstDate = localDate.parse('0000-01-01');

interface Read extends Pick<RollupScope, 'records' | 'period' | 'people'> {
  readonly team: RollupTeam;
  readonly pause: Pause;
}

/** The answers of one member in one report, oldest first. */
interface Thread {
  readonly meetingId: MeetingId;
  readonly memberId: MemberId;
  readonly answers: JudgedAnswer[];
}

type Threads = Map<string, Thread>;

const keyOf = (meetingId: MeetingId, memberId: MemberId): string => `${meetingId}|${memberId}`;

const threadIn = (threads: Threads, meetingId: MeetingId, memberId: MemberId): Thread => {
  const key = keyOf(meetingId, memberId);
  const thread = threads.get(key) ?? { meetingId, memberId, answers: [] };
  threads.set(key, thread);
  return thread;
};

/** Returns the answers to runs that ask for blockers and are counted. */
const threadsOf = (runs: readonly RollupRun[]): Threads => {
  const threads: Threads = new Map();
  for (const { run, members } of runs) {
    if (!isCountedRun(run.state) || !asksForBlockers(run)) continue;
    for (const { member } of members)
      if (member.isCompleted)
        threadIn(threads, run.meetingId, member.memberId).answers.push({
          date: run.date,
          hasBlocker: member.hasBlocker,
        });
  }
  return threads;
};

/** Returns the last blockers of the set by key, with one scan. A deleted report has its zone in its runs. */
const lastBlockers = async (
  { records, people, team: { teamId, meetings, named } }: Read,
  runs: readonly RollupRun[],
): Promise<Map<string, LastBlocker & Omit<Thread, 'answers'>>> => {
  const zones = new Map<MeetingId, LastBlocker['zone']>([
    ...runs.map(({ run }) => [run.meetingId, run.timezone] as const),
    ...meetings.map(({ id, timezone }) => [id, timezone] as const),
  ]);
  const last = new Map<string, LastBlocker & Omit<Thread, 'answers'>>();
  for (const { key, value } of await records.list(blockerKind, { teamId }, prefixRange('B|'))) {
    const meetingId = key.rk.split('|')[1] as MeetingId;
    const { memberId } = value;
    const isWanted = (named === null || named.has(meetingId)) && (people === null || people.has(memberId));
    const zone = zones.get(meetingId);
    if (isWanted && zone !== undefined)
      last.set(keyOf(meetingId, memberId), { blocker: value, zone, meetingId, memberId });
  }
  return last;
};

/**
 * Puts each member's last answer before the period in front of the thread, if the member answered one of the last runs. The runs are read
 * from the newest, until no thread needs an older one.
 */
const addEarlierAnswers = async (read: Read, meetingId: MeetingId, threads: readonly Thread[]): Promise<void> => {
  const { records, team, pause } = read;
  const { teamId } = team;
  const period = { from: firstDate, to: addDays(read.period.from, -1) };
  const open = new Map(threads.map((thread) => [thread.memberId, thread]));
  for (const date of await runDates({ records, teamId, period }, meetingId, limits.rollupEarlierRuns)) {
    if (open.size === 0) return;
    const rows = await readRunOn({ records, teamId, people: new Set(open.keys()), pause }, meetingId, date);
    if (rows?.run === undefined || !isCountedRun(rows.run.value.state) || !asksForBlockers(rows.run.value)) continue;
    for (const { value } of rows.answers) {
      open.get(value.memberId)?.answers.unshift({ date, hasBlocker: value.hasBlocker });
      open.delete(value.memberId);
    }
  }
};

/** Returns the events of the period. `runs`: the runs of the team in the period, oldest first. */
export const readBlockerEvents = async (read: Read, runs: readonly RollupRun[]): Promise<RollupBlockerEvent[]> => {
  const { from, to } = read.period;
  const threads = threadsOf(runs);
  const last = await lastBlockers(read, runs);
  // A blocker can end in the period without an answer in it.
  for (const { meetingId, memberId, ...blocker } of last.values()) {
    const end = recordedEnd(blocker);
    if (end !== null && end >= from && end <= to) threadIn(threads, meetingId, memberId);
  }
  const byMeeting = new Map<MeetingId, Thread[]>();
  for (const thread of threads.values()) {
    const own = byMeeting.get(thread.meetingId) ?? [];
    byMeeting.set(thread.meetingId, own);
    own.push(thread);
  }
  for (const [meetingId, own] of byMeeting) await addEarlierAnswers(read, meetingId, own);
  return [...threads].flatMap(([key, { meetingId, memberId, answers }]) =>
    blockerEvents(answers, last.get(key))
      .filter(({ date }) => date >= from && date <= to)
      .map((event) => ({ ...event, meetingId, memberId })),
  );
};
