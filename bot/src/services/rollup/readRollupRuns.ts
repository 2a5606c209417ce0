import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { RollupPeriod } from '../../domain/rollup/rollupPeriod.ts';
import { mapLimit } from '../../concurrency/mapLimit.ts';
import { readAs, scanPages } from '../../store/recordKindsAndAccess.ts';
import type { Records, Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { answer } from '../../store/kinds/answers/answerAndHistory.ts';
import { delivery } from '../../store/kinds/runs/delivery.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import { skip } from '../../store/kinds/answers/skipAndSnooze.ts';
import { kindFromStored, recipientFromStored } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Range, StoredRow } from '../../store/tableStorePort.ts';
import type { Pause } from '../core/slicedWork.ts';
import { listRunDates } from '../runs/dateSpansAndRunDates.ts';
import { isUnsentPrompt, takenRows } from '../runs/readRunAndDayRows.ts';
import type { RunRows } from '../runs/readRunAndDayRows.ts';

// Reads the runs of a team in a period: all runs with one range scan, or the runs of named reports with one scan for
// each run.

export interface ReadRuns {
  readonly records: Records<OrgId>;
  readonly teamId: TeamId;
  readonly period: RollupPeriod;
  /** The reports whose runs are read; null = all reports of the team. */
  readonly meetings: ReadonlySet<MeetingId> | null;
  /** The people whose answers and skips are read; null = all people. */
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
 * Adds a row to the run. The cache of parsed rows is not used, because a roll-up reads each row once and would displace
 * the rows that the message sender needs.
 */
const addRow = (
  run: Building,
  { people }: Pick<ReadRuns, 'people'>,
  parts: readonly string[],
  row: StoredRow,
): void => {
  const [what, who = '', kind = ''] = parts;
  if (what === '0') run.run = readAs(runKind, row);
  else if (what === 's') {
    if (!isUnsentPrompt(parts, row)) return;
    run.deliveries.set(`${recipientFromStored(who)}|${kindFromStored(kind)}`, readAs(delivery, row));
  } else if (people !== null && !people.has(who as MemberId)) return;
  else if (what === 'a') run.answers.push(...takenRows(run.run?.value, readAs(answer, row)));
  else if (what === 'k') run.skips.set(who as MemberId, readAs(skip, row));
};

/**
 * Maximum number of rows that are read from the store at once, so that parsing them does not block the server for long.
 */
const rowsAtOnce = 200;

const scanTeam = ({ records, teamId }: Pick<ReadRuns, 'records' | 'teamId'>, range: Range) =>
  scanPages(records.store, 'Team', teamPartition(records.scope, teamId), { ...range, limit: rowsAtOnce });

/**
 * Yields the rows of each run in a range, sorted by date and then by report. The range also contains copies of holidays
 * and vacations, which are skipped.
 */
const runsInRange = async function* (
  read: Omit<ReadRuns, 'period' | 'meetings'>,
  range: Range,
): AsyncGenerator<RunRows> {
  let current: { readonly key: string; readonly run: Building } | undefined;
  for await (const rows of scanTeam(read, range)) {
    await read.pause();
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
  }
  if (current !== undefined) yield current.run;
};

/** Reads the rows of one run. Undefined if the run does not exist, even if a member has already answered it ahead. */
export const readRunOn = async (
  read: Omit<ReadRuns, 'period' | 'meetings'>,
  meetingId: MeetingId,
  date: LocalDate,
): Promise<RunRows | undefined> => {
  for await (const rows of runsInRange(read, prefixRange(`D|${date}|${meetingId}|`)))
    return rows.run === undefined ? undefined : rows;
  return undefined;
};

/** Number of scans at the same time. Each scan holds one run in memory. */
const atOnce = 4;

const runsOfMeetings = async function* (read: ReadRuns, meetings: ReadonlySet<MeetingId>): AsyncGenerator<RunRows> {
  const found = await mapLimit([...meetings], atOnce, async (meetingId) =>
    (await listRunDates(read.records, { teamId: read.teamId, meetingId }, read.period)).map((date) => ({
      meetingId,
      date,
    })),
  );
  const places = found.flat().sort((a, b) => (a.date < b.date ? -1 : 1));
  for (let at = 0; at < places.length; at += atOnce) {
    const batch = places.slice(at, at + atOnce);
    const runs = await Promise.all(batch.map(({ meetingId, date }) => readRunOn(read, meetingId, date)));
    for (const run of runs) if (run !== undefined) yield run;
  }
};

/**
 * Yields the rows of the runs in the period, oldest first. An answer ahead whose run does not exist yet is left out.
 */
export const readRollupRuns = async function* (read: ReadRuns): AsyncGenerator<RunRows> {
  const { meetings, period } = read;
  if (meetings !== null) yield* runsOfMeetings(read, meetings);
  else
    for await (const rows of runsInRange(read, { from: `D|${period.from}|`, to: `D|${period.to}|}` }))
      if (rows.run !== undefined) yield rows;
};
