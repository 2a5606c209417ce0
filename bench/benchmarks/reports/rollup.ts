import Database from 'libsql';
import { getRollup, rollupGroupings } from '#contracts/rollup/rollupQueryAndResult.ts';
import type { RollupGrouping } from '#contracts/rollup/rollupQueryAndResult.ts';
import { getRollup as readRollup } from '../../../bot/src/services/rollup/getRollup.ts';
import { teamPartition } from '../../../bot/src/store/kinds/core/teamPartitionAndKeyParts.ts';
import { fakeClock } from '../../../tests/support/data/fakeClock.ts';
import { runProductOnDayCopy } from '../../parts/runProductOnDayCopy.ts';
import { startLoadClient } from '../../parts/startLoadClientAndConnector.ts';
import { seedTeamWithPastDays, daysUpToToday } from '../../parts/seedTeamWithPastDays.ts';
import { actorOf } from '../../parts/seedDayAndSaveAnswers.ts';
import { longestHold, sideBySide, timed } from '../../measureTimesBlockingAndMemory.ts';
import { inMs, times } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench, Row } from '../../benchmarkTypesAndFigureFormats.ts';

// Measures the roll-up of a team of 100 people over 90 days: 9,000 answers, with their delivery records and timesheets.

const members = 100;
const days = 90;
const now = '2026-11-20T11:30:00Z';
const { from, to } = daysUpToToday(days);

/** Reads and parses the period's rows with the SQLite driver alone: the minimum cost of any roll-up. */
const bareScan = (db: Database.Database, pk: string): (() => void) => {
  const select = db.prepare('SELECT pk, rk, etag, v FROM Team WHERE pk = ? AND rk >= ? AND rk < ?').raw(true);
  return () => {
    for (const row of select.all(pk, `D|${from}|`, `D|${to}|}`) as string[][]) JSON.parse(row[3] ?? '');
  };
};

export const bench: Bench = async () => {
  const { day, team, person } = await seedTeamWithPastDays(members, days);
  return runProductOnDayCopy(day, now, async (app) => {
    const db = new Database(day.file);
    const scan = bareScan(db, teamPartition(team.orgId, team.teamId));
    const client = startLoadClient();
    const headers = { Authorization: `Bearer ${await app.token(team, person)}` };
    const rows: Row[] = [];
    for (const by of rollupGroupings) {
      const query = { preset: 'RANGE', from, to, by } as const;
      const url = `${app.url}${getRollup.path}?${new URLSearchParams(query).toString()}`;
      const read = async (): Promise<number> => {
        const { ms, shortest } = await client.send({ url, method: 'GET', headers, bodies: [null], atOnce: 1 });
        if (shortest < 10_000) throw new Error('The roll-up does not hold its entries.');
        return ms;
      };
      await read();
      const measured = await sideBySide(5, read, () => timed(scan));
      rows.push(rowOf(by, measured));
    }
    const input = getRollup.input.parse({ preset: 'RANGE', from, to });
    const deps = { store: app.store, clock: fakeClock(now) };
    const held = await longestHold(() => readRollup(deps, actorOf(team, person), input));
    client.end();
    db.close();
    return [...rows, { what: '– event loop held', figure: inMs(held), target: '≤ 50 ms', isMet: held <= 50 }];
  });
};

const rowOf = (by: RollupGrouping, { subject, baseline, ratio }: Awaited<ReturnType<typeof sideBySide>>): Row => ({
  what: `roll-up of ${members} people × ${days} days by ${by.toLowerCase()}`,
  figure: inMs(subject),
  baseline: `${inMs(baseline)} scan of its rows by the driver alone`,
  ratio: times(ratio),
  target: '≤ 1 s',
  isMet: subject <= 1000,
});
