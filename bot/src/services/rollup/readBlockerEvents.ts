import type { MeetingId, MemberId } from '#contracts/core/ids.ts';
import { times } from '#contracts/core/limits.ts';
import { blockerEvents } from '../../domain/rollup/blockerEvents.ts';
import type { JudgedAnswer, LastBlocker } from '../../domain/rollup/blockerEvents.ts';
import type { RollupBlockerEvent, RollupRun } from '../../domain/rollup/rollupSet.ts';
import { wasReported } from '../../domain/blockers/blockerLife.ts';
import { isCountedRun } from '../../domain/reports/countedRuns.ts';
import { asksForBlockers } from '../../domain/reports/dailyReport.ts';
import { addDays } from '../../domain/core/zonedTime.ts';
import { blocker as blockerKind } from '../../store/kinds/runsAnswersTimesheets.ts';
import { prefixRange } from '../../store/tableStore.ts';
import type { Pause } from '../core/slicedWork.ts';
import { readRuns } from './readRuns.ts';
import type { RollupScope, RollupTeam } from './rollupScope.ts';

// Finds the blockers that began or ended in the period, from the answers of the period and the rows of the last blockers.

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

/** Puts the answers of the days before the period in front of the threads. */
const addEarlierAnswers = async (read: Read, threads: readonly Thread[]): Promise<void> => {
  const { records, period, team, pause } = read;
  const before = { from: addDays(period.from, -times.rollupBlockerDays), to: addDays(period.from, -1) };
  const people = new Set(threads.map(({ memberId }) => memberId));
  const meetings = team.named === null ? null : new Set(threads.map(({ meetingId }) => meetingId));
  const earlier = new Map(threads.map(({ meetingId, memberId }) => [keyOf(meetingId, memberId), [] as JudgedAnswer[]]));
  const query = { records, teamId: team.teamId, period: before, meetings, people, pause };
  for await (const { run, answers } of readRuns(query)) {
    if (run === undefined || !isCountedRun(run.value.state) || !asksForBlockers(run.value)) continue;
    for (const { value } of answers)
      earlier.get(keyOf(value.meetingId, value.memberId))?.push({ date: value.date, hasBlocker: value.hasBlocker });
  }
  for (const { meetingId, memberId, answers } of threads)
    answers.unshift(...(earlier.get(keyOf(meetingId, memberId)) ?? []));
};

/** Returns the events of the period. `runs`: the runs of the team in the period, oldest first. */
export const readBlockerEvents = async (read: Read, runs: readonly RollupRun[]): Promise<RollupBlockerEvent[]> => {
  const { from, to } = read.period;
  const threads = threadsOf(runs);
  const last = await lastBlockers(read, runs);
  for (const [, { meetingId, memberId, blocker }] of last)
    if (wasReported(blocker)) threadIn(threads, meetingId, memberId);
  // A member whose row shows that no answer ever reported a blocker needs no earlier answers.
  const reported = [...threads].flatMap(([key, thread]) => {
    const row = last.get(key);
    return row === undefined || wasReported(row.blocker) ? [thread] : [];
  });
  if (reported.length > 0) await addEarlierAnswers(read, reported);
  return [...threads].flatMap(([key, { meetingId, memberId, answers }]) =>
    blockerEvents(answers, last.get(key))
      .filter(({ date }) => date >= from && date <= to)
      .map((event) => ({ ...event, meetingId, memberId })),
  );
};
