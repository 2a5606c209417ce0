import { setTimeout as wait } from 'node:timers/promises';
import { createMessenger } from '../../bot/src/gateways/botframework/botMessenger.ts';
import { createEngine } from '../../bot/src/jobs/engine/engineAndHeartbeat.ts';
import { jobSettings } from '../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { createCardSigner } from '../../bot/src/services/core/cardSigner.ts';
import { readAs, scanRows } from '../../bot/src/store/recordKindsAndAccess.ts';
import { teamMember } from '../../bot/src/store/kinds/people/teamMember.ts';
import { teamPartition } from '../../bot/src/store/kinds/core/teamPartitionAndKeyParts.ts';
import { outboxPartition } from '../../bot/src/store/kinds/outbox/outboxRow.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { createBotAuthentication } from '../../bot/src/teams/botAuthentication.ts';
import { createPresenter } from '../../bot/src/teams/cards/teamsCardPresenter.ts';
import { translateFor } from '../../bot/src/translate.ts';
import { prefixRange } from '../../bot/src/store/tableStorePort.ts';
import { shardOf } from '../../bot/src/domain/core/shardOf.ts';
import { noMetrics } from '../../bot/src/domain/observability/metricsPort.ts';
import { noTracer } from '../../bot/src/domain/observability/tracerPort.ts';
import { aMemberId, anOrgId, aTeamId } from '../support/data/idDateAndRecordBuilders.ts';
import { startFakeConnector } from '../support/fakes/fakeConnector.ts';
import type { ConnectorFault, ConnectorRequest, FakeConnector } from '../support/fakes/fakeConnector.ts';
import { reportFigures } from '../support/files/printFigures.ts';
import { conversationLimits, maxWithin, tenantLimit } from '../support/fakes/teamsLimitsAndLargestBurst.ts';
import { faultsIn, quietLog } from '../support/worlds/teamWorldWithEngine.ts';
import { namesOf, personName, seedManyTenants } from './engine/seedManyTenants.ts';
import { percentile } from './engine/percentile.ts';
import type { Tenant } from './engine/seedManyTenants.ts';

// Plays a minute with a chat service that throttles, rejects, fails, hangs and loses replies, in real time over
// loopback. Each tenant has its own connector, which records requests and times.

const opening = Date.parse('2026-11-20T09:00:00Z');

type Fault = Omit<ConnectorFault, 'kind' | 'times'>;

/**
 * Decides the fault of a request from the seconds since the opening, a random number from 0 to 1, and the recipient.
 */
type Weather = (second: number, chance: number, who: string | undefined) => Fault | undefined;

interface Place extends Tenant {
  readonly weather: Weather;
}

const status = (code: number, headers: Readonly<Record<string, string>> = {}): Fault => ({ status: code, headers });
const slower = (seconds: number): Fault => status(429, { 'Retry-After': String(seconds) });

const blocked = [0, 1, 2, 3, 4].map((person) => personName('known', 0, person));
const gone = [5, 6, 7].map((person) => personName('known', 0, person));
const goneOnce = [8, 9, 10, 11].map((person) => personName('known', 0, person));

/**
 * Returns the faults of a bad minute: two requests hang, for some seconds all requests fail, and of the other requests
 * about 7 % fail or lose their reply.
 */
const storm = (): Weather => {
  const hangs = [18, 40];
  return (second, chance) => {
    if (second > (hangs[0] ?? Number.POSITIVE_INFINITY)) {
      hangs.shift();
      return { instead: 'hang' };
    }
    if (second > 6 && second < 12) return slower(2);
    if (second > 34 && second < 36) return status(503);
    if (second > 60) return undefined;
    if (chance < 0.02) return status(429);
    if (chance < 0.04) return status(412);
    if (chance < 0.06) return status([500, 502, 503, 504][Math.floor(chance * 10_000) % 4] ?? 500);
    return chance < 0.07 ? { instead: 'lost' } : undefined;
  };
};

const refusals = (): Weather => {
  const refused = new Set<string>();
  return (_second, chance, who = '') => {
    if (blocked.includes(who)) return status(403);
    if (gone.includes(who)) return status(404);
    if (goneOnce.includes(who) && !refused.has(who)) {
      refused.add(who);
      return status(404);
    }
    return chance < 0.1 ? slower(1) : undefined;
  };
};

const fine: Weather = () => undefined;
/**
 * End of the rejections of the tenant `locked`, in seconds after the opening. It is infinite until the test sets it to
 * 0.
 */
let lockedUntil = Number.POSITIVE_INFINITY;

const places: readonly Place[] = [
  { name: 'big', teams: 8, people: 100, weather: storm() },
  { name: 'known', teams: 4, people: 25, weather: refusals() },
  {
    name: 'new',
    teams: 4,
    people: 25,
    isKnown: false,
    weather: (_second, chance) => (chance < 0.05 ? status(500) : undefined),
  },
  { name: 'small one', teams: 1, people: 10, weather: fine },
  { name: 'small two', teams: 1, people: 10, weather: fine },
  // The seventy announcements to one channel are due at once, which exceeds the short-term limits of a conversation.
  {
    ...{ name: 'loud', teams: 1, people: 70, hasOwnReports: true, weather: fine },
    meeting: { publicBroadcastMessage: 'It begins' },
  },
  // Teams rejects the credentials of the bot until `lockedUntil`. The meetings of this tenant open five minutes after
  // the others.
  {
    name: 'locked',
    teams: 2,
    people: 20,
    after: 5,
    weather: (second) => (second < lockedUntil ? status(401) : undefined),
  },
];

/** Returns a function that gives the same random numbers in every run. */
const chancesFrom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

const memberIn = ({ body }: ConnectorRequest): string => /"memberId":"(\w{26})"/.exec(JSON.stringify(body))?.[1] ?? '';

interface Seen {
  readonly place: Place;
  readonly connector: FakeConnector;
  /** Times at which Teams accepted the prompts, by person. */
  readonly taken: Map<string, number[]>;
  /** Number of messages that Teams accepted without replying to the sender. */
  lost: number;
}

const watch = async (place: Place, secondsAt: (at: number) => number): Promise<Seen> => {
  const connector = await startFakeConnector();
  const who = new Map(namesOf(place).map((name) => [String(aMemberId(name)), name]));
  const seen: Seen = { place, connector, taken: new Map(), lost: 0 };
  const chances = chancesFrom(place.name.length + 11);
  connector.failWhen((request) => {
    const name = who.get(memberIn(request));
    const fault = place.weather(secondsAt(request.at), chances(), name);
    if (request.kind === 'send' && name !== undefined && (fault === undefined || fault.instead === 'lost')) {
      seen.taken.set(name, [...(seen.taken.get(name) ?? []), request.at]);
      if (fault !== undefined) seen.lost += 1;
    }
    return fault;
  });
  return seen;
};

const aMinute = async () => {
  const began = performance.now();
  let jumped = 0;
  const clock = { now: (): number => Math.floor(opening - 2_000 + performance.now() - began + jumped) };
  const secondsAt = (at: number): number => (at - began) / 1000 - 2;
  const all = await Promise.all(places.map((place) => watch(place, secondsAt)));
  const store = openSqliteStore({ file: ':memory:' });
  await seedManyTenants(
    { store, clock: { now: () => opening - 3_600_000 } },
    all.map(({ place, connector }) => ({
      ...place,
      serviceUrl: connector.url,
      meeting: { ...place.meeting, isReminderEnabled: false },
    })),
  );
  const log = quietLog();
  const engine = createEngine({
    ...{
      store,
      clock,
      log,
      translateFor: translateFor,
      publicUrl: 'https://rollcall.test',
      isBillingEnabled: true,
      settings: jobSettings,
    },
    messenger: createMessenger({
      authentication: createBotAuthentication({ bot: null, isDemo: true, clock }),
      ...{ appId: null, clock, isServiceUrlAllowed: () => true, rosterDeadlineMs: 1000 },
    }),
    presenter: createPresenter({ translateFor: translateFor, publicUrl: 'https://rollcall.test' }),
    signer: createCardSigner(['a secret of at least thirty-two bytes']),
    sleep: async (ms) => {
      await wait(ms);
    },
    ...{ clockSkewMs: () => undefined, metrics: noMetrics, tracer: noTracer, random: Math.random, instanceId: 'one' },
  });
  return {
    ...{ all, store, log, engine, clock, secondsAt },
    jump: (ms: number): void => {
      jumped += ms;
    },
  };
};

/**
 * Returns the conversation to which a request writes. A channel post creates a thread, which shares the limits of its
 * channel.
 */
const writtenInto = ({ kind, conversationId, body }: ConnectorRequest): string | undefined => {
  if (kind === 'send' || kind === 'reply' || kind === 'update') return conversationId.replace(/;messageid=.*$/s, '');
  const { channel } = (body['channelData'] ?? {}) as { readonly channel?: { readonly id: string } };
  return kind === 'create' && body['activity'] !== undefined ? channel?.id : undefined;
};

const inTheMinute = (requests: readonly ConnectorRequest[], secondsAt: (at: number) => number): ConnectorRequest[] =>
  requests.filter(({ at }) => secondsAt(at) <= 60);

/** Returns the times of all messages, by conversation. */
const byConversation = (requests: readonly ConnectorRequest[]): Map<string, number[]> => {
  const conversations = new Map<string, number[]>();
  for (const request of requests) {
    const name = writtenInto(request);
    if (name !== undefined) conversations.set(name, [...(conversations.get(name) ?? []), request.at]);
  }
  return conversations;
};

/**
 * Returns the largest number of messages to one conversation within half the period of a limit. A short stop of the
 * machine can let separate messages arrive together, so the whole period would give false alarms. Suites with virtual
 * time (chatServiceFaults, promptLateness) count exactly.
 */
const busiestInHalf = (requests: readonly ConnectorRequest[], ms: number): number =>
  Math.max(0, ...[...byConversation(requests).values()].map((moments) => maxWithin(moments, ms / 2)));

const lateness = ({ taken, place }: Seen, secondsAt: (at: number) => number): string => {
  const late = [...taken.values()].flatMap(([first]) => (first === undefined ? [] : [secondsAt(first)]));
  return `${late.length} of ${place.teams * place.people} asked, p50 ${percentile(late, 0.5).toFixed(1)} s, last ${percentile(late, 1).toFixed(1)} s`;
};

const unreachableIn = async (store: ReturnType<typeof openSqliteStore>, tenant: string): Promise<string[]> => {
  const matches: string[] = [];
  const partition = teamPartition(anOrgId(tenant), aTeamId(`${tenant} 0`));
  for await (const row of scanRows(store, 'Team', partition, prefixRange('M|'))) {
    const { name, unreachable } = readAs(teamMember, row).value;
    if (unreachable !== null) matches.push(`${name} ${unreachable}`);
  }
  return matches.sort();
};

const fallbacksIn = async (store: ReturnType<typeof openSqliteStore>, tenant: string): Promise<number> => {
  let count = 0;
  const partition = outboxPartition(shardOf(anOrgId(tenant)));
  for await (const { rk } of scanRows(store, 'Outbox', partition, { from: '0', to: '~' }))
    if (rk.includes('|fall.')) count += 1;
  return count;
};

it('in an overloaded minute the sender keeps every limit, skips and delays no one, and repeats only unconfirmed messages', async () => {
  const { all, store, log, engine, secondsAt, clock, jump } = await aMinute();
  const ticks: Promise<void>[] = [];
  while (clock.now() < opening + 61_000) {
    ticks.push(engine.poll());
    await wait(1_000);
  }
  await Promise.all(ticks);
  const named = (name: string): Seen => {
    const seen = all.find(({ place }) => place.name === name);
    if (seen === undefined) throw new Error(`There is no ${name}.`);
    return seen;
  };
  for (const seen of all) {
    const requests = inTheMinute(seen.connector.requests, secondsAt);
    if (requests.length === 0) continue;
    const most = maxWithin(
      requests.map((request) => request.at),
      1_000,
    );
    reportFigures(
      `${seen.place.name}: ${requests.length} requests in the minute, at most ${most} in a second; ${lateness(seen, secondsAt)}`,
    );
    expect(most).toBeLessThanOrEqual(tenantLimit[0]);
    for (const [count, ms] of conversationLimits) expect(busiestInHalf(requests, ms)).toBeLessThanOrEqual(count);
  }
  const channel = byConversation(inTheMinute(named('loud').connector.requests, secondsAt)).get(
    '19:loud-0@thread.tacv2',
  );
  reportFigures(`70 reports announced in one channel: ${channel?.length ?? 0} posts in the minute`);
  expect(channel).toHaveLength(70);
  for (const name of ['small one', 'small two']) {
    expect(named(name).taken.size).toBe(10);
    expect(Math.max(...[...named(name).taken.values()].flat().map(secondsAt))).toBeLessThanOrEqual(10);
  }
  // Sends the messages that wait for a retry or for the end of the throttling.
  const settle = async (minutes: number): Promise<void> => {
    for (let third = 0; third < minutes * 3; third += 1) {
      jump(20_000);
      await engine.poll();
    }
  };
  await settle(3);
  jump(Math.max(0, opening + 300_000 - clock.now()));
  await engine.poll();
  const refused = named('locked').connector.requests.length;
  for (let tick = 0; tick < 3; tick += 1) {
    jump(10_000);
    await engine.poll();
  }
  expect(named('locked').connector.requests.length).toBe(refused);
  lockedUntil = 0;
  await settle(8);

  const missing = all.flatMap(({ place, taken }) => namesOf(place).filter((name) => !taken.has(name)));
  const doubled = all.flatMap(({ taken }) => [...taken.values()]).reduce((sum, times) => sum + times.length - 1, 0);
  const lost = all.reduce((sum, item) => sum + item.lost, 0);
  const unreachable = await unreachableIn(store, 'known');
  reportFigures(
    `${missing.length} not asked of whom ${unreachable.length} cannot be; ${doubled} doubled of ${lost} whose reply was lost; ` +
      `credentials refused: ${refused} requests, then none for a minute`,
  );
  expect(missing.sort()).toEqual([...blocked, ...gone].sort());
  expect(unreachable).toEqual(
    [...blocked.map((name) => `${name} BLOCKED`), ...gone.map((name) => `${name} GONE`)].sort(),
  );
  expect(await fallbacksIn(store, 'known')).toBe(blocked.length + gone.length);
  expect(lost).toBeGreaterThan(0);
  expect(doubled).toBeLessThanOrEqual(lost);
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThanOrEqual(32);
  expect(log.errors.filter((line) => !line.startsWith('message.failed: Messenger: UNAUTHORIZED'))).toEqual([]);
  expect(await faultsIn(store)).toEqual([]);
  await Promise.all(all.map(({ connector }) => connector.close()));
});
