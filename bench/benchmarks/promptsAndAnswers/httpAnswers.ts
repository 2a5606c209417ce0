import { saveAnswer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { mapLimit } from '../../../bot/src/concurrency/mapLimit.ts';
import { bareJsonServer } from '../../parts/bareBotSdkBaseline.ts';
import { today } from '../../parts/movedClockAndBenchmarkInstants.ts';
import { inProfile } from '../../parts/profileByModule.ts';
import { runProductOnDayCopy } from '../../parts/runProductOnDayCopy.ts';
import type { RunningApp } from '../../parts/runProductOnDayCopy.ts';
import { answerValues, seedDay } from '../../parts/seedDayAndSaveAnswers.ts';
import type { Day } from '../../parts/seedDayAndSaveAnswers.ts';
import { startConnector, startLoadClient } from '../../parts/startLoadClientAndConnector.ts';
import type { LoadClient, LoadResult } from '../../parts/startLoadClientAndConnector.ts';
import { median, percentile, rounds } from '../../measureTimesBlockingAndMemory.ts';
import { aSecond, inMs, times } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench } from '../../benchmarkTypesAndFigureFormats.ts';

const people = 640;
const perTeam = 20;
/** Answers of each person in a measured round. Each differs from the one before, so each is stored. */
const answersEach = 4;
const answers = people * answersEach;
const atOnce = 32;
const headers = { 'Content-Type': 'application/json' };

interface Round {
  readonly bare: LoadResult;
  readonly own: LoadResult;
}

/** Sends `answers` authenticated answers of all members of the day; `round` makes them differ from those before. */
const answersOn = async (app: RunningApp, client: LoadClient, { teams }: Day) => {
  const senders = teams.flatMap((team) => team.people.map((sender) => ({ team, sender })));
  const tokens = await mapLimit(senders, 4, ({ team, sender }) => app.token(team, sender));
  const all = Array.from({ length: answers }, (_, index) => index);
  const bodyOf = (index: number, round: number): string =>
    JSON.stringify({
      ...{ meetingId: senders[index % people]?.team.meetingId, date: today, goals: [] },
      values: answerValues({ done: `The report, part ${round}, ${Math.floor(index / people)}` }),
    });
  return (round: number): Promise<LoadResult> =>
    client.send({
      ...{ url: `${app.url}${saveAnswer.path}`, method: 'POST', headers, atOnce },
      bodies: all.map((index) => bodyOf(index, round)),
      authorizations: all.map((index) => `Bearer ${tokens[index % people] ?? ''}`),
    });
};

const measure = async (app: RunningApp, day: Day): Promise<readonly Round[]> => {
  const client = startLoadClient();
  const bareServer = await bareJsonServer();
  const own = await answersOn(app, client, day);
  const bodies = Array.from({ length: answers }, () => null);
  const bare = (): Promise<LoadResult> =>
    client.send({ url: `${bareServer.url}/teams`, method: 'GET', headers, bodies, atOnce });
  await own(0);
  await bare();
  const pairs = await rounds(5, async (round) => ({
    bare: await bare(),
    own: await inProfile(() => own(1 + round)),
  }));
  bareServer.end();
  client.end();
  return pairs;
};

/**
 * Measures answers over HTTP to a server that verifies the token, session, membership and role of each request, while
 * the engine runs and replaces the cards of the answers.
 */
export const bench: Bench = async () => {
  const connector = await startConnector();
  const person = (name: string) => ({ serviceUrl: connector.url, conversationId: `a:chat of ${name}` });
  const day = await seedDay({ teams: people / perTeam, members: perTeam, orgs: 16, until: 'OPENED', person });
  const result = await runProductOnDayCopy(day, '2026-11-20T09:05:00Z', (app) => measure(app, day), { ticks: true });
  connector.end();
  const rateOf = ({ ms }: LoadResult): number => (answers * 1000) / ms;
  const slowestOf = ({ latencies }: LoadResult): number => percentile(latencies, 0.99);
  const rate = median(result.map(({ own }) => rateOf(own)));
  const slowest = median(result.map(({ own }) => slowestOf(own)));
  return [
    {
      what: `answer over HTTP, authenticated, engine running, ${atOnce} at once`,
      figure: aSecond(rate),
      baseline: `${aSecond(median(result.map(({ bare }) => rateOf(bare))))} bare restify reply`,
      ratio: times(median(result.map(({ own, bare }) => bare.ms / own.ms))),
      target: '≥ 1,300/s',
      isMet: rate >= 1_300,
    },
    {
      what: '– p99',
      figure: inMs(slowest),
      baseline: `${inMs(median(result.map(({ bare }) => slowestOf(bare))))} bare restify reply`,
      ratio: times(median(result.map(({ own, bare }) => slowestOf(own) / slowestOf(bare)))),
      target: '≤ 40 ms',
      isMet: slowest <= 40,
    },
  ];
};
