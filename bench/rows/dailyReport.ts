import { answer } from '../../bot/src/store/kinds/run.ts';
import { teamPartition } from '../../bot/src/store/kinds/team.ts';
import { inOrg, scanRows } from '../../bot/src/store/kind.ts';
import { prefixRange } from '../../bot/src/store/port.ts';
import { getReport } from '#contracts/report.ts';
import { aDate } from '../../tests/support/builders.ts';
import { withApp } from '../parts/apps.ts';
import { today } from '../parts/clocks.ts';
import { aDay } from '../parts/days.ts';
import { startLoadClient } from '../parts/load.ts';
import { median, rounds, sideBySide, timed } from '../measure.ts';
import { inMs, times } from '../row.ts';
import type { Bench } from '../row.ts';

const requests = 50;

interface Measured {
  readonly subject: number;
  readonly baseline: number;
  readonly ratio: number;
  /** Milliseconds where a row has been written since the last look, as at every first look. */
  readonly changed: number;
}

const measure = async (members: number): Promise<Measured> => {
  const day = await aDay({ teams: 1, members, orgs: 1, until: 'ANSWERED' });
  const [team] = day.teams;
  const [person] = team?.people ?? [];
  if (team === undefined || person === undefined) throw new Error('A day has a team with people.');
  return withApp(day, '2026-11-20T11:30:00Z', async (app) => {
    const client = startLoadClient();
    const url = `${app.url}${getReport.path.replace('{teamId}', team.teamId).replace(/\[.*/, '')}?date=${today}`;
    const headers = { Authorization: `Bearer ${await app.token(team, person)}` };
    const read = async (howMany = requests): Promise<number> => {
      const bodies = Array.from({ length: howMany }, () => null);
      const result = await client.send({ url, method: 'GET', headers, bodies, atOnce: 1 });
      if (result.shortest < members * 200) throw new Error('The report does not hold its members.');
      return result.ms / howMany;
    };
    const { records, partition } = {
      records: inOrg(app.store, team.orgId),
      partition: teamPartition(team.orgId, team.teamId),
    };
    const scan = async (): Promise<void> => {
      for await (const row of scanRows(records.store, 'Team', partition, prefixRange(`D|${today}|`)))
        if (row.rk === '') throw new Error('A row has a key.');
    };
    const bare = async (): Promise<number> =>
      (await timed(async () => {
        for (let at = 0; at < requests; at += 1) await scan();
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
      baseline: `${inMs(little.baseline)} bare scan of its rows`,
      ratio: times(little.ratio),
      target: '≤ 3 ×',
      isMet: little.ratio <= 3,
    },
    {
      what: '– after an answer was written',
      figure: inMs(little.changed),
      baseline: `${inMs(little.subject)} with nothing written`,
      ratio: times(little.changed / little.subject),
      target: 'told',
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
