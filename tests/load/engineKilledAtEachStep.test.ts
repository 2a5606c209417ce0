import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { runKind } from '../../bot/src/store/kinds/runs/run.ts';
import { teamPartition } from '../../bot/src/store/kinds/core/teamPartitionAndKeyParts.ts';
import { prefixRange } from '../../bot/src/store/tableStorePort.ts';
import { readRun } from '../../bot/src/services/runs/readRunAndDayRows.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { inOrg, readAs, scanRows } from '../../bot/src/store/recordKindsAndAccess.ts';
import { startFakeConnector } from '../support/fakes/fakeConnector.ts';
import { reportFigures } from '../support/files/printFigures.ts';
import { useTempDir } from '../support/files/tempDir.ts';
import {
  arrived,
  blockerMessagesArrived,
  doubled,
  faultsInFile,
  lastInFlight,
  lastNow,
  seedFile,
  startEngine,
  summariesArrived,
} from './engine/startEnginesAndReadArrivals.ts';
import {
  owedForBlockers,
  owedInSummary,
  peopleOfWeek,
  quietOfWeek,
  reminderRule,
  silentPeople,
  weekdayOf,
} from './engine/blockerWeekScriptAndOwedMessages.ts';
import type { Place } from './engine/startEnginesAndReadArrivals.ts';
import { digestPositions, digestsArrived } from './engine/seedAndCountDigests.ts';
import { stepNames } from './engine/engineProcessPlan.ts';
import type { StepName } from './engine/engineProcessPlan.ts';

// On each of two store files, kills the engine with SIGKILL eight times at each named step and sixteen times at random
// moments. Each new process continues on the same store file and date, and is killed in turn.

const inTemp = useTempDir();
const start = Date.parse('2026-11-20T07:00:00Z');
const day = 24 * 3_600_000;

interface Chain {
  readonly kills: Map<string, number>;
  inFlight: number;
  clock: number;
  readonly errors: string[];
  /** Messages about blockers that were sent three times, by their names in `owedForBlockers`. */
  readonly sentThrice: Set<string>;
  /** Messages of digests that were sent three times, by the row key of their sending and a number. */
  readonly thriceDigests: Set<string>;
  /** Messages to persons: instant in epoch ms and chat user id, such as "1795165200000 p11". */
  readonly sends: string[];
}

const starting = (line: string, lines: readonly string[]): string[] =>
  lines.filter((text) => text.startsWith(`${line} `)).map((text) => text.slice(line.length + 1));

const keepLines = ({ errors, sentThrice, thriceDigests, sends }: Chain, lines: readonly string[]): void => {
  errors.push(...starting('error', lines));
  sends.push(...starting('sent', lines));
  for (const name of starting('thrice', lines))
    if (name.startsWith('digest ')) thriceDigests.add(name);
    else sentThrice.add(name);
};

/** Runs one process until it reaches a step with kills left, or until a random moment. */
const live = async (place: Place, chain: Chain, wanted: Map<StepName, number>, anyMoment: boolean): Promise<void> => {
  const kills = anyMoment ? {} : Object.fromEntries(wanted);
  const engine = startEngine(place, { start: chain.clock, until: chain.clock + 70 * day, kills, hasBlockers: true });
  if (anyMoment) {
    await engine.hears(/^now /);
    await wait(randomInt(1, 250));
    engine.child.kill('SIGKILL');
  }
  const lines = await engine.ended;
  const step = anyMoment ? 'at any moment' : lines.find((line) => line.startsWith('at '))?.slice(3);
  if (step === undefined)
    throw new Error(`No step of ${[...wanted.keys()].join(', ')} was reached: ${lines.slice(-5).join(' · ')}`);
  chain.kills.set(step, (chain.kills.get(step) ?? 0) + 1);
  const left = (wanted.get(step as StepName) ?? 0) - 1;
  if (left > 0) wanted.set(step as StepName, left);
  else wanted.delete(step as StepName);
  chain.inFlight += lastInFlight(lines);
  chain.clock = (lastNow(lines) ?? chain.clock) + 5_000;
  keepLines(chain, lines);
};

/** Names a message as `arrived` names it: "prompt 2026-11-20 MEMBER" or "broadcast 2026-11-20". */
const messageName = (date: LocalDate, who: string, kind: string): string => {
  if (who !== 'channel') return `${kind === 'snoozedPrompt' ? 'again' : kind} ${date} ${who}`;
  return `${kind === 'announcement' ? 'broadcast' : 'summary'} ${date}`;
};

/** Reasons to skip the prompt of a member who answered or chose before it was sent. */
const faster: ReadonlySet<string | null> = new Set(['ANSWERED', 'SKIPPED', 'SNOOZED']);

interface KilledRun {
  readonly date: LocalDate;
  readonly state: string;
  readonly wasFaster: ReadonlySet<string>;
  readonly again: readonly string[];
  readonly parked: readonly string[];
  /** Result of each message by its name, such as "SKIPPED TOO_LATE". */
  readonly results: ReadonlyMap<string, string>;
}

/**
 * Returns, by date of the run, three groups: members who answered or chose before their prompt was due, so that it is
 * not sent; members who get the prompt again after a snooze; and messages that are parked after three sends without a
 * known result.
 */
const runsIn = async ({ file, orgId, teamId, meetingId }: Place) => {
  const store = openSqliteStore({ file });
  const records = inOrg(store, orgId);
  const runs: KilledRun[] = [];
  for await (const row of scanRows(store, 'Team', teamPartition(orgId, teamId), prefixRange('D|'))) {
    if (!row.rk.endsWith('|0')) continue;
    const { date, state } = readAs(runKind, row).value;
    const { deliveries, snoozes } = await readRun(records, { teamId, meetingId, date });
    const unasked = [...deliveries].filter(([key, { value }]) => key.endsWith('|prompt') && faster.has(value.reason));
    const isLate = (memberId: string): boolean =>
      deliveries.get(`${memberId}|snoozedPrompt`)?.value.reason === 'TOO_LATE';
    const nameOf = (key: string): string => {
      const [who = '', kind = ''] = key.split('|');
      return messageName(date, who, kind);
    };
    const parked = [...deliveries].filter(([, { value }]) => value.reason === 'UNCONFIRMED');
    runs.push({
      ...{ date, state, wasFaster: new Set(unasked.map(([key]) => key.split('|')[0] ?? '')) },
      again: [...snoozes.keys()].filter((memberId) => !isLate(memberId)),
      parked: parked.map(([key]) => nameOf(key)),
      results: new Map(
        [...deliveries].map(([key, { value }]) => [nameOf(key), `${value.state} ${value.reason} ${value.at}`]),
      ),
    });
  }
  await store.close();
  return runs;
};

/**
 * Returns the working days since Friday, 20 November 2026, without the product's calendar, so that the test does not
 * depend on it.
 */
const workingDays = (until: number): LocalDate[] => {
  const dates: LocalDate[] = [];
  for (let at = Date.parse('2026-11-20T00:00:00Z'), nth = 4; at + day <= until; at += day, nth = (nth + 1) % 7)
    if (nth < 5) dates.push(new Date(at).toISOString().slice(0, 10) as LocalDate);
  return dates;
};

const playChain = async (name: string, each: number) => {
  const connector = await startFakeConnector();
  const place = await seedFile(inTemp(`${name}.db`), {
    ...{
      serviceUrl: connector.url,
      people: peopleOfWeek,
      at: start,
      quiet: quietOfWeek,
      meeting: reminderRule,
      digestAt: 12 * 60,
    },
  });
  const chain: Chain = {
    ...{ kills: new Map<string, number>(), inFlight: 0, clock: start },
    ...{ errors: [], sentThrice: new Set<string>(), thriceDigests: new Set<string>(), sends: [] },
  };
  const wanted = new Map<StepName, number>(stepNames.map((step) => [step, each]));
  let random = 2 * each;
  while (wanted.size > 0 || random > 0) {
    const anyMoment = random > 0 && (wanted.size === 0 || randomInt(8) === 0);
    if (anyMoment) random -= 1;
    await live(place, chain, wanted, anyMoment);
  }
  // Plays three more days without kills and the rest of the last day, so that every day ends.
  const until = (Math.floor(chain.clock / day) + 4) * day;
  const calm = startEngine(place, { start: chain.clock, until, hasBlockers: true });
  const last = await calm.ended;
  expect(last.at(-1)).toBe('done');
  keepLines(chain, last);
  const counts = arrived(connector);
  const aboutBlockers = blockerMessagesArrived(connector);
  const summaries = summariesArrived(connector);
  const digests = digestsArrived(connector);
  await connector.close();
  const runs = await runsIn(place);
  const dates = workingDays(until);
  const owed = dates.flatMap((date) => [
    `broadcast ${date}`,
    `summary ${date}`,
    ...place.members
      .filter((memberId) => !runs.some((run) => run.date === date && run.wasFaster.has(memberId)))
      .map((memberId) => `prompt ${date} ${memberId}`),
    ...runs
      .filter((run) => run.date === date)
      .flatMap(({ again }) => again.map((memberId) => `again ${date} ${memberId}`)),
  ]);
  return { place, chain, runs, dates, owed, counts, aboutBlockers, summaries, digests };
};

type Played = Awaited<ReturnType<typeof playChain>>;

/** Returns the messages that were sent to a person within the person's quiet hours. */
const sentInQuietHours = ({ sends }: Chain): string[] =>
  sends.filter((text) => {
    const [at = '', user = ''] = text.split(' ');
    const quiet = quietOfWeek.get(Number(user.slice(1)));
    const minute = Math.floor((Number(at) % day) / 60_000);
    if (quiet === undefined) return false;
    const { from, to } = quiet;
    return from < to ? from <= minute && minute < to : from <= minute || minute < to;
  });

/** Returns the summaries that lack an urgent line, or have one that is not owed. */
const wrongSummaries = ({ dates, summaries }: Played): string[] =>
  dates.flatMap((date, index) =>
    (summaries.get(date) ?? []).flatMap((text) => {
      const isLater = dates.slice(0, index + 1).some((earlier) => weekdayOf(earlier) === 1);
      const owed = isLater ? owedInSummary(date) : [];
      const shown = [...text.matchAll(/"(p\d)"[^{}]*\},\{[^{}]*"text":": ((?:newly )?blocked[^"]*) · "/g)].map(
        ([, who = '', age = '']) => `${who} ${age}`,
      );
      const silent = [...text.matchAll(/"(p\d+)"[^{}]*\},\{[^{}]*did not answer the last \d+ runs/g)].map(
        ([, who]) => who,
      );
      const mute = index < 2 ? [] : silentPeople.map((position) => `p${position}`);
      const same = JSON.stringify([shown.sort(), silent.sort()]) === JSON.stringify([owed.sort(), mute.sort()]);
      return same ? [] : [`${date}: ${JSON.stringify([shown, silent])}`];
    }),
  );

const checkBlockers = (played: Played): number => {
  const { chain, dates, aboutBlockers } = played;
  const owed = owedForBlockers(dates);
  const absent = owed.filter((name) => !aboutBlockers.has(name));
  const missing = absent.filter((name) => !chain.sentThrice.has(name));
  const unexpected = [...aboutBlockers.keys()].filter((name) => !owed.includes(name));
  reportFigures(
    `about blockers: ${owed.length} messages owed, ${missing.length} missing, ${absent.length - missing.length} sent three times, ` +
      `${unexpected.length} not owed, ${doubled(aboutBlockers)} doubled`,
  );
  expect(missing).toEqual([]);
  expect(unexpected).toEqual([]);
  expect(owed.length).toBeGreaterThan(0);
  expect(sentInQuietHours(chain)).toEqual([]);
  expect(wrongSummaries(played)).toEqual([]);
  return doubled(aboutBlockers);
};

/** Expects the digest of each working day in each chat. Returns the number of messages that arrived twice. */
const checkDigests = ({ dates, digests, chain }: Played): number => {
  const chats = digestPositions.length + 1;
  const arrivals = (date: string): number => [...digests.keys()].filter((key) => key.startsWith(`${date} `)).length;
  const absent = dates.reduce((sum, date) => sum + chats - arrivals(date), 0);
  const unexpected = [...digests.keys()].filter((key) => !dates.some((date) => key.startsWith(`${date} `)));
  const { thriceDigests } = chain;
  reportFigures(
    `digests: ${dates.length * chats} messages owed, ${absent} absent, ${thriceDigests.size} sent three times, ` +
      `${unexpected.length} not owed, ${doubled(digests)} doubled`,
  );
  expect(absent).toBeLessThanOrEqual(thriceDigests.size);
  expect(unexpected).toEqual([]);
  return doubled(digests);
};

it('loses no message but what three sends left unconfirmed, and repeats only messages in flight', async () => {
  // Kills of each step for each store file. KILL_CHAINS is the number of files.
  const each = 8;
  const began = performance.now();
  const names = ['first', 'second'].slice(0, Number(process.env['KILL_CHAINS'] ?? 2));
  const chains = await Promise.all(names.map((name) => playChain(name, each)));
  let kills = 0;
  for (const played of chains) {
    const { place, chain, runs, dates, owed, counts } = played;
    const absent = owed.filter((text) => !counts.has(text));
    const parked = new Set(runs.flatMap((run) => run.parked));
    const missing = absent.filter((text) => !parked.has(text));
    const here = [...chain.kills.values()].reduce((sum, kill) => sum + kill, 0);
    kills += here;
    reportFigures(
      `${here} kills at ${chain.kills.size} steps: ${runs.length} runs of ${dates.length} working days, ${owed.length} messages owed, ${missing.length} missing, ${absent.length - missing.length} parked; ` +
        `${doubled(counts)} messages doubled of ${chain.inFlight} on their way`,
    );
    const repeatedAboutBlockers = checkBlockers(played) + checkDigests(played);
    expect(runs.map((run) => run.date).sort()).toEqual(dates);
    const results = new Map(runs.flatMap((run) => [...run.results]));
    // Each message has a record of its result, so the names of both sides agree.
    expect(owed.filter((text) => !results.has(text))).toEqual([]);
    expect(missing.map((text) => `${text}: ${results.get(text)}`)).toEqual([]);
    expect(runs.filter((run) => run.state === 'MISSED')).toEqual([]);
    // On most days, a person pressed snooze early enough to get the prompt again.
    expect(runs.filter(({ again }) => again.length > 0).length).toBeGreaterThan(runs.length / 2);
    // A message is repeated only if it was in flight at a kill, so there are at most as many repetitions as such
    // messages. A message that was claimed but not sent at a kill is not in flight.
    expect(doubled(counts) + repeatedAboutBlockers).toBeLessThanOrEqual(chain.inFlight);
    expect(chain.errors).toEqual([]);
    expect(await faultsInFile(place.file)).toEqual([]);
  }
  reportFigures(`${kills} kills in ${Math.round((performance.now() - began) / 1000)} s`);
  expect(kills).toBe(names.length * (stepNames.length + 2) * each);
});
