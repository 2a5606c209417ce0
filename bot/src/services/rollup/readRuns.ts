import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/ids.ts';
import { dateOfReverse, reverseDate } from '../../domain/core/keyHashing.ts';
import type { RollupPeriod } from '../../domain/rollup/rollupPeriod.ts';
import { mapLimit } from '../../concurrency/mapLimit.ts';
import { readAs, scanPages, scanRows } from '../../store/records.ts';
import type { Records, Stored, ValueOf } from '../../store/records.ts';
import { answer, delivery, runKind } from '../../store/kinds/runsAnswersTimesheets.ts';
import { skip } from '../../store/kinds/skipAndSnooze.ts';
import { kindFromStored, recipientFromStored } from '../../store/kinds/messageKinds.ts';
import { teamPartition } from '../../store/kinds/teamsMeetingsHolidays.ts';
import { prefixRange } from '../../store/tableStore.ts';
import type { Range, StoredRow } from '../../store/tableStore.ts';
import type { Pause } from '../core/slicedWork.ts';
import { isUnsentPrompt, takenRows } from '../runs/runRows.ts';
import type { RunRows } from '../runs/runRows.ts';

// Reads the runs of a team in a period: all of them with one range scan, or those of named reports with one scan for each run.

export interface ReadRuns {
  readonly records: Records<OrgId>;
  readonly teamId: TeamId;
  readonly period: RollupPeriod;
  /** Null = all reports of the team. */
  readonly meetings: ReadonlySet<MeetingId> | null;
  /** Answers of other people are not parsed. Null = everyone. */
  readonly people: ReadonlySet<MemberId> | null;
  readonly pause: Pause;
}

interface Building extends RunRows {
  run: RunRows['run'];
  readonly answers: Stored<ValueOf<typeof answer>>[];
  readonly deliveries: Map<string, Stored<ValueOf<typeof delivery>>>;
  readonly skips: Map<MemberId, Stored<ValueOf<typeof skip>>>;
}

const newRun = (): Building => ({
  run: undefined,
  ...{ answers: [], deliveries: new Map(), skips: new Map(), snoozes: new Map() },
});

/**
 * Adds a row of the run. Rows are not read through the cache of parsed rows, because a roll-up reads each row once and would displace
 * the rows that the sender needs.
 */
const addRow = (run: Building, { people }: ReadRuns, parts: readonly string[], row: StoredRow): void => {
  const [what, who = '', kind = ''] = parts;
  if (what === '0') run.run = readAs(runKind, row);
  else if (what === 's') {
    if (!isUnsentPrompt(parts, row)) return;
    run.deliveries.set(`${recipientFromStored(who)}|${kindFromStored(kind)}`, readAs(delivery, row));
  } else if (people !== null && !people.has(who as MemberId)) return;
  else if (what === 'a') run.answers.push(...takenRows(run.run?.value, readAs(answer, row)));
  else if (what === 'k') run.skips.set(who as MemberId, readAs(skip, row));
};

const scanTeam = ({ records, teamId }: ReadRuns, range: Range) =>
  scanPages(records.store, 'Team', teamPartition(records.scope, teamId), range);

/** Yields all runs of a range in the order of their keys: by date, then by report. Copies of days off have no run. */
const runsInRange = async function* (read: ReadRuns, range: Range): AsyncGenerator<RunRows> {
  let current: { readonly key: string; readonly run: Building } | undefined;
  for await (const rows of scanTeam(read, range))
    for (const row of rows) {
      const [, date = '', meetingId = '', ...parts] = row.rk.split('|');
      if (meetingId.startsWith('!')) continue;
      const key = `${date}|${meetingId}`;
      if (current?.key !== key) {
        if (current !== undefined) yield current.run;
        current = { key, run: newRun() };
      }
      addRow(current.run, read, parts, row);
      await read.pause();
    }
  if (current !== undefined) yield current.run;
};

const datesOf = async ({ records, teamId, period }: ReadRuns, meetingId: MeetingId): Promise<LocalDate[]> => {
  const prefix = `R|${meetingId}|`;
  const range = { from: prefix + reverseDate(period.to), to: `${prefix}${reverseDate(period.from)}}`, keysOnly: true };
  const dates: LocalDate[] = [];
  for await (const { rk } of scanRows(records.store, 'Team', teamPartition(records.scope, teamId), range))
    dates.push(dateOfReverse(rk.slice(prefix.length)));
  return dates;
};

/** Number of scans at the same time. Each holds one run in memory. */
const atOnce = 8;

const runsOfMeetings = async function* (read: ReadRuns, meetings: ReadonlySet<MeetingId>): AsyncGenerator<RunRows> {
  const found = await mapLimit([...meetings], atOnce, async (meetingId) =>
    (await datesOf(read, meetingId)).map((date) => `${date}|${meetingId}|`),
  );
  const places = found.flat().sort();
  for (let at = 0; at < places.length; at += atOnce) {
    const runs = await Promise.all(
      places.slice(at, at + atOnce).map(async (place) => {
        const range = runsInRange(read, prefixRange(`D|${place}`));
        return (await range.next()).value as RunRows | undefined;
      }),
    );
    for (const run of runs) if (run !== undefined) yield run;
  }
};

/** Yields the runs of the period, oldest first. An answer ahead whose run does not exist has none. */
export const readRuns = async function* (read: ReadRuns): AsyncGenerator<RunRows> {
  const { meetings, period } = read;
  const runs =
    meetings === null
      ? runsInRange(read, { from: `D|${period.from}|`, to: `D|${period.to}|}` })
      : runsOfMeetings(read, meetings);
  for await (const rows of runs) if (rows.run !== undefined) yield rows;
};
