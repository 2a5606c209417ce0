import Database from 'libsql';
import { answer } from '../../../bot/src/store/kinds/answers/answerAndHistory.ts';
import { teamPartition } from '../../../bot/src/store/kinds/core/teamPartitionAndKeyParts.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { prefixRange } from '../../../bot/src/store/tableStorePort.ts';
import { getReport } from '#contracts/reports/dailyReport.ts';
import { aDate } from '../../../tests/support/data/idDateAndRecordBuilders.ts';
import { runProductOnDayCopy } from '../../parts/runProductOnDayCopy.ts';
import { today } from '../../parts/movedClockAndBenchmarkInstants.ts';
import { seedDay } from '../../parts/seedDayAndSaveAnswers.ts';
import { startLoadClient } from '../../parts/startLoadClientAndConnector.ts';
import { median, rounds, sideBySide, timed } from '../../measureTimesBlockingAndMemory.ts';
import { inMs, times } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench } from '../../benchmarkTypesAndFigureFormats.ts';

const requests = 50;

interface Measured {
  readonly subject: number;
  readonly baseline: number;
  readonly ratio: number;
  /** Milliseconds for one report right after one of its rows has changed, so that the server reads the rows again. */
  readonly changed: number;
}

/** Reads and parses the day's rows with the SQLite driver alone: the minimum cost of any report without a cache. */
const bareScan = (db: Database.Database, partition: string): (() => void) => {
  const { from, to } = prefixRange(`D|${today}|`);
  const select = db.prepare('SELECT pk, rk, etag, v FROM Team WHERE pk = ? AND rk >= ? AND rk < ?').raw(true);
  return () => {
    for (const row of select.all(partition, from, to) as string[][]) JSON.parse(row[3] ?? '');
  };
};

const measure = async (members: number): Promise<Measured> => {
  const day = await seedDay({ teams: 1, members, orgs: 1, until: 'ANSWERED' });
  const [team] = day.teams;
  const [person] = team?.people ?? [];
  if (team === undefined || person === undefined) throw new Error('A day has a team with people.');
  return runProductOnDayCopy(day, '2026-11-20T11:30:00Z', async (app) => {
    const client = startLoadClient();
    const url = `${app.url}${getReport.path.replace('{teamId}', team.teamId).replace(/\[.*/, '')}?date=${today}`;
    const headers = { Authorization: `Bearer ${await app.token(team, person)}` };
    const read = async (howMany = requests): Promise<number> => {
      const bodies = Array.from({ length: howMany }, () => null);
      const result = await client.send({ url, method: 'GET', headers, bodies, atOnce: 1 });
      if (result.shortest < members * 200) throw new Error('The report does not hold its members.');
      return result.ms / howMany;
    };
    const records = inOrg(app.store, team.orgId);
    const db = new Database(day.file);
    const scan = bareScan(db, teamPartition(team.orgId, team.teamId));
    const bare = async (): Promise<number> =>
      (await timed(() => {
        for (let index = 0; index < requests; index += 1) scan();
      })) / requests;
    const key = { teamId: team.teamId, meetingId: team.meetingId, date: aDate(today), memberId: person.memberId };
    const readChanged = async (): Promise<number> => {
      await records.touch(answer, key, { isLate: false });
      return read(1);
    };
    await read();
    const measured = await sideBySide(5, () => read(), bare);
    const changed = median(await rounds(requests, readChanged));
    client.end();
    db.close();
    return { ...measured, changed };
  });
};

export const bench: Bench = async () => {
  const little = await measure(100);
  const much = await measure(500);
  return [
    {
      what: 'daily report of 100 members over HTTP',
      figure: inMs(little.subject),
      baseline: `${inMs(little.baseline)} scan of its rows by the driver alone`,
      ratio: times(little.ratio),
      target: '≤ 3 ×',
      isMet: little.ratio <= 3,
    },
    {
      what: '– after an answer was written',
      figure: inMs(little.changed),
      baseline: `${inMs(little.subject)} with nothing written`,
      ratio: times(little.changed / little.subject),
      target: 'no target',
      isMet: true,
    },
    {
      what: '– of 500 members',
      figure: inMs(much.subject),
      baseline: `${inMs(little.subject)} with 100`,
      ratio: times(much.subject / little.subject),
      target: '≤ 5 ×',
      isMet: much.subject / little.subject <= 5,
    },
  ];
};
