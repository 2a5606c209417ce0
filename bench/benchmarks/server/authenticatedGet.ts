import { listTeams } from '#contracts/organisations/teamAndMemberCalls.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { runProductOnDayCopy } from '../../parts/runProductOnDayCopy.ts';
import { bareJsonServer } from '../../parts/bareBotSdkBaseline.ts';
import { seedDay } from '../../parts/seedDayAndSaveAnswers.ts';
import { startLoadClient } from '../../parts/startLoadClientAndConnector.ts';
import { sideBySide } from '../../measureTimesBlockingAndMemory.ts';
import { aSecond, times } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench } from '../../benchmarkTypesAndFigureFormats.ts';

const requests = 3_000;
const atOnce = 16;

/**
 * Writes an unrelated row every 10 ms. After each write the server must verify its cached rows again, so that the
 * benchmark measures this work too.
 */
const writing = (store: TableStore): (() => void) => {
  const timer = setInterval(() => {
    void store.touch('Sys', { pk: 'bench', rk: 'written', values: { at: Date.now() } });
  }, 10);
  return () => {
    clearInterval(timer);
  };
};

/**
 * Measures an authenticated GET of a list. The time includes the server's checks: the server verifies the token, and
 * reads the account, session and membership or proves that its cached rows are current.
 */
export const bench: Bench = async () => {
  const day = await seedDay({ teams: 1, members: 10, orgs: 1 });
  const [team] = day.teams;
  const [person] = team?.people ?? [];
  if (team === undefined || person === undefined) throw new Error('A day has a team with people.');
  return runProductOnDayCopy(day, '2026-11-20T09:05:00Z', async (app) => {
    const client = startLoadClient();
    const bare = await bareJsonServer();
    const headers = { Authorization: `Bearer ${await app.token(team, person)}` };
    const bodies = Array.from({ length: requests }, () => null);
    const run = async (url: string): Promise<number> =>
      (await client.send({ url, method: 'GET', headers, bodies, atOnce })).ms;
    const own = (): Promise<number> => run(`${app.url}${listTeams.path}`);
    await own();
    const measured = await sideBySide(5, own, () => run(`${bare.url}/teams`));
    const stop = writing(app.store);
    const disturbed = await sideBySide(3, own, () => run(`${bare.url}/teams`));
    stop();
    bare.end();
    client.end();
    const rate = (ms: number): number => (requests * 1000) / ms;
    return [
      {
        what: 'authenticated small GET over HTTP',
        figure: aSecond(rate(measured.subject)),
        baseline: `${aSecond(rate(measured.baseline))} bare restify reply`,
        ratio: times(1 / measured.ratio),
        target: '≥ 0.4 ×',
        isMet: 1 / measured.ratio >= 0.4,
      },
      {
        what: '– while 100 rows a second are written',
        figure: aSecond(rate(disturbed.subject)),
        baseline: `${aSecond(rate(disturbed.baseline))} bare restify reply`,
        ratio: times(1 / disturbed.ratio),
        target: 'no target',
        isMet: true,
      },
    ];
  });
};
