import Database from 'libsql';
import { getWeeklyTrends as call } from '#contracts/reports/getWeeklyTrends.ts';
import { getWeeklyTrends } from '../../../bot/src/services/reports/getWeeklyTrends.ts';
import { addDays, weekdayOf } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { reverseDate } from '../../../bot/src/domain/core/reversedDateKeys.ts';
import { readCounts } from '../../../bot/src/services/runs/state/runCountsAndLogSteps.ts';
import { settleRunRow } from '../../../bot/src/services/runs/state/settleRunRow.ts';
import { readRun } from '../../../bot/src/services/runs/readRunAndDayRows.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { teamPartition } from '../../../bot/src/store/kinds/core/teamPartitionAndKeyParts.ts';
import { storeFile } from '../../../bot/src/startup/openAndCheckStores.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { Row, StoredRow } from '../../../bot/src/store/tableStorePort.ts';
import { aDate } from '../../../tests/support/data/idDateAndRecordBuilders.ts';
import type { SeededTeam } from '../../../tests/support/data/seedManyTeams.ts';
import { copyFileSync } from 'node:fs';
import { fillTimesheets } from '../../parts/fillTimesheets.ts';
import { movedClock, today } from '../../parts/movedClockAndBenchmarkInstants.ts';
import { actorOf, seedDay } from '../../parts/seedDayAndSaveAnswers.ts';
import { withFolder } from '../../parts/temporaryAndCountingStores.ts';
import { longestHold, sideBySide, timed } from '../../measureTimesBlockingAndMemory.ts';
import { inMs, times } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench } from '../../benchmarkTypesAndFigureFormats.ts';

// Measures the trends of a team of 100 people over 26 weeks. Each working day has a run with 100 answers, and each day
// has timesheets with four tasks a person. The baseline reads and parses the same rows with the driver alone.

const plan = { members: 100, days: 182, perDay: 4 };
/** The instant of the measurement: the Sunday after the last run, so that all runs have closed. */
const at = '2026-11-22T12:00:00.000Z';
const counted = new Set(['R', 'B', 'S']);

/** Returns the row with an earlier date in place of today, in its key and in all its texts. */
const onDate = ({ pk, rk, values }: StoredRow, date: string): Row => {
  const moved = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replaceAll(today, date) : value,
  ]);
  return { pk, rk: rk.replace(`|${today}|`, `|${date}|`), values: Object.fromEntries(moved) as Row['values'] };
};

/** Copies today's run with its answers to every working day of the weeks, and lets the product count each run. */
const fillRuns = async (store: SqliteStore, team: SeededTeam): Promise<void> => {
  const { orgId, teamId, meetingId } = team;
  const records = inOrg(store, orgId);
  const pk = teamPartition(orgId, teamId);
  const { rows } = await store.scan('Team', pk, { from: `D|${today}|${meetingId}|`, to: `D|${today}|${meetingId}|b` });
  const clock = movedClock(at);
  for (let back = 0; back < plan.days; back += 1) {
    const date = addDays(aDate(today), -back);
    if (['saturday', 'sunday'].includes(weekdayOf(date))) continue;
    if (back > 0)
      await store.admin.bulkPut(
        'Team',
        rows.map((row) => onDate(row, date)),
      );
    const key = { teamId, meetingId, date };
    const counts = await readCounts(records, key);
    const run = await readRun(records, key);
    if (run.run === undefined) throw new Error('The run was copied.');
    const people = team.people.map((person) => ({ ...person }));
    const meeting = { id: meetingId, teamId, members: people.map(({ memberId }) => memberId), observers: null };
    await settleRunRow({ store, clock }, records, { stored: run.run, rows: run, counts, people, meeting });
  }
};

/** Removes the figures that an earlier version of the product did not store with the counts of a run. */
const makeOlder = async ({ admin, ...store }: SqliteStore, pk: string): Promise<void> => {
  const page = await store.scan('Team', pk, { from: 'R|', to: 'R}' });
  const older = page.rows.map(({ rk, values }) => {
    const { j_measures: measures, ...others } = values;
    if (measures === undefined) throw new Error('The counts have measures.');
    return { pk, rk, values: others };
  });
  await admin.bulkPut('Team', older);
};

/** Reads and parses the counts, blockers and sheets of the weeks: the minimum cost of the trends without a cache. */
const bareScan = (file: string, pk: string): (() => number) => {
  const db = new Database(file);
  const select = db.prepare('SELECT rk, v FROM Team WHERE pk = ? AND rk >= ? AND rk < ?').raw(true);
  const from = reverseDate(addDays(aDate(today), -plan.days));
  return () => {
    let rows = 0;
    for (const kind of counted) {
      const last = kind === 'S' ? `S|${from}}` : `${kind}}`;
      for (const row of select.all(pk, `${kind}|`, last) as string[][]) {
        JSON.parse(row[1] ?? '');
        rows += 1;
      }
    }
    return rows;
  };
};

const measure = async (isOlder: boolean) => {
  const day = await seedDay({ teams: 1, members: plan.members, orgs: 1, until: 'ANSWERED' });
  const [team] = day.teams;
  const [person] = team?.people ?? [];
  if (team === undefined || person === undefined) throw new Error('A day has a team with people.');
  return withFolder(async (folder) => {
    const file = storeFile(folder);
    copyFileSync(day.file, file);
    const store = openSqliteStore({ file });
    const pk = teamPartition(team.orgId, team.teamId);
    await fillRuns(store, team);
    await fillTimesheets(store, team, plan);
    if (isOlder) await makeOlder(store, pk);
    const input = call.input.parse({ teamId: team.teamId, weeks: '26' });
    const read = async (): Promise<void> => {
      const trends = await getWeeklyTrends({ store, clock: movedClock(at) }, actorOf(team, person), input);
      if (trends.total.answered < 12_000 || trends.total.waits === null || trends.unreadRuns > 0)
        throw new Error('The trends lack answers.');
    };
    const scan = bareScan(file, pk);
    if (scan() < plan.members * plan.days) throw new Error('The baseline lacks sheets.');
    await read();
    const held = await longestHold(read);
    const measured = await sideBySide(
      5,
      () => timed(read),
      () => timed(scan),
    );
    await store.close();
    return { ...measured, held };
  });
};

export const bench: Bench = async () => {
  const current = await measure(false);
  const older = await measure(true);
  return [
    {
      what: 'trends over 26 weeks of a team of 100 people',
      figure: inMs(current.subject),
      baseline: `${inMs(current.baseline)} scan of its counts, blockers and sheets by the driver alone`,
      ratio: times(current.ratio),
      target: '≤ 3 ×',
      isMet: current.ratio <= 3,
    },
    { what: '– event loop held', figure: inMs(current.held), target: '≤ 50 ms', isMet: current.held <= 50 },
    {
      what: '– with counts of an earlier version',
      figure: inMs(older.subject),
      baseline: `${inMs(current.subject)} with counts of this version`,
      ratio: times(older.subject / current.subject),
      target: 'no target',
      isMet: true,
    },
    { what: '– event loop held', figure: inMs(older.held), target: '≤ 50 ms', isMet: older.held <= 50 },
  ];
};
