import { cardInput } from '#contracts/answers/answerCardDataAndVerbs.ts';
import { inProfile } from '../../parts/profileByModule.ts';
import { runProductOnDayCopy } from '../../parts/runProductOnDayCopy.ts';
import { bareInvokeServer } from '../../parts/bareBotSdkBaseline.ts';
import { today } from '../../parts/movedClockAndBenchmarkInstants.ts';
import { seedDay, answerValues } from '../../parts/seedDayAndSaveAnswers.ts';
import type { Day } from '../../parts/seedDayAndSaveAnswers.ts';
import { driverAlone, floorRows } from '../../parts/sqliteDriverBaseline.ts';
import { startConnector, startLoadClient } from '../../parts/startLoadClientAndConnector.ts';
import type { LoadClient, LoadResult } from '../../parts/startLoadClientAndConnector.ts';
import type { Timer } from '../../parts/recordAndReplaySqliteCalls.ts';
import { median, percentile, rounds } from '../../measureTimesBlockingAndMemory.ts';
import { aSecond, inMs, times } from '../../benchmarkTypesAndFigureFormats.ts';
import { aDate } from '../../../tests/support/data/idDateAndRecordBuilders.ts';
import { anExecute, botAccount } from '../../../tests/support/data/inboundActivities.ts';
import type { RunningApp } from '../../parts/runProductOnDayCopy.ts';
import type { SeededTeam } from '../../../tests/support/data/seedManyTeams.ts';
import type { TeamMember } from '../../../tests/support/data/seedTenantsAndTeamMembers.ts';
import type { Bench } from '../../benchmarkTypesAndFigureFormats.ts';

const people = 2_000;
const perTeam = 20;
/** Requests that the client has open at the same time. */
const atOnce = 32;

type Verb = 'submit' | 'edit';

/**
 * Returns the body of the request that Teams posts when a member presses a button of the card. The button `submit` also
 * sends the typed answers.
 */
const pressOf = (
  { services }: Pick<RunningApp, 'services'>,
  serviceUrl: string,
  { team, person }: { readonly team: SeededTeam; readonly person: TeamMember },
  { verb, round }: { readonly verb: Verb; readonly round: number },
): string => {
  const { orgId: O, teamId: T, meetingId } = team;
  const signed = services.signer.sign({ O, T, meetingId, date: aDate(today), memberId: person.memberId });
  const entries = Object.entries(answerValues({ done: `The report, part ${round}` }));
  const typed = Object.fromEntries(entries.map(([id, value]) => [`${cardInput.question}${id}`, value]));
  return JSON.stringify(
    anExecute(serviceUrl, verb, verb === 'submit' ? { ...signed, ...typed } : signed, {
      from: { id: person.teamsUserId, name: person.name, aadObjectId: person.oid },
      recipient: botAccount,
      conversation: { id: person.conversationId, conversationType: 'personal', tenantId: team.tid },
      channelData: { tenant: { id: team.tid } },
    }),
  );
};

/**
 * Sends one press of the button `verb` for every member of the day, with `atOnce` requests in parallel. `round` makes
 * the answers of each round different.
 */
type Presses = (url: string, verb: Verb, round: number) => Promise<LoadResult>;

const pressesOn = (app: RunningApp, client: LoadClient, serviceUrl: string, { teams }: Day): Presses => {
  const all = teams.flatMap((team) => team.people.map((person) => ({ team, person })));
  return (url, verb, round) =>
    client.send({
      url: `${url}/api/messages`,
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      bodies: all.map((sender) => pressOf(app, serviceUrl, sender, { verb, round })),
      atOnce,
    });
};

const at = '2026-11-20T09:05:00Z';

/**
 * Times the second answer of every member: the first answers are given before the timer starts, because all measured
 * presses change an existing answer.
 */
const pressedTwice = (day: Day, serviceUrl: string, timer: Timer): Promise<unknown> =>
  runProductOnDayCopy(day, at, async (app) => {
    const client = startLoadClient();
    const press = pressesOn(app, client, serviceUrl, day);
    await press(app.url, 'edit', 0);
    await press(app.url, 'submit', 0);
    await timer(() => press(app.url, 'submit', 1));
    client.end();
  });

const rateOf = (ms: number): number => (people * 1000) / ms;

export const bench: Bench = async () => {
  const connector = await startConnector();
  const person = (name: string) => ({ serviceUrl: connector.url, conversationId: `a:chat of ${name}` });
  const day = await seedDay({ teams: people / perTeam, members: perTeam, orgs: 20, until: 'OPENED', person });
  const measured = await runProductOnDayCopy(day, at, async (app) => {
    const client = startLoadClient();
    const bare = await bareInvokeServer({ type: 'AdaptiveCard', version: '1.5', body: [] });
    const send = pressesOn(app, client, connector.url, day);
    // The first activity of a person also stores their zone and language, so each person sends one before the
    // measurement.
    await send(app.url, 'edit', 0);
    await send(bare.url, 'submit', 0);
    await send(app.url, 'submit', 0);
    const pairs = await rounds(5, async (round) => ({
      bare: await send(bare.url, 'submit', 1 + round),
      own: await inProfile(() => send(app.url, 'submit', 1 + round)),
    }));
    bare.end();
    client.end();
    const medianMs = (side: 'bare' | 'own'): number => median(pairs.map((pair) => pair[side].ms));
    const p99 = (side: 'bare' | 'own'): number => median(pairs.map((pair) => percentile(pair[side].latencies, 0.99)));
    const ratio = median(pairs.map(({ bare: baseline, own }) => baseline.ms / own.ms));
    const p99Ratio = median(
      pairs.map(({ bare: baseline, own }) => percentile(own.latencies, 0.99) / percentile(baseline.latencies, 0.99)),
    );
    return {
      ownMs: medianMs('own'),
      pressed: {
        what: `answer by card, stored, card replaced, ${atOnce} at once`,
        figure: aSecond(rateOf(medianMs('own'))),
        baseline: `${aSecond(rateOf(medianMs('bare')))} bare invoke through restify and SDK`,
        ratio: times(ratio),
        target: '≥ 0.5 ×',
        isMet: ratio >= 0.5,
      },
      slowest: {
        what: '– p99',
        figure: inMs(p99('own')),
        baseline: `${inMs(p99('bare'))} bare invoke`,
        ratio: times(p99Ratio),
        target: '≤ 1.3 ×',
        isMet: p99Ratio <= 1.3,
      },
    };
  });
  const floors = await driverAlone(day.file, (timer) => pressedTwice(day, connector.url, timer));
  connector.end();
  const figureOf = (ms: number): string => aSecond(rateOf(ms));
  const alone = floorRows({ floors, ownMs: measured.ownMs, howMany: people, unit: 'a press', figureOf });
  return [measured.pressed, ...alone, measured.slowest];
};
