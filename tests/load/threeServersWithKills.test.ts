import { setTimeout as wait } from 'node:timers/promises';
import { getUserDetails, login, logout, refreshToken } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { listDigests, saveDigest } from '#contracts/digests/digestCalls.ts';
import { saveAnswer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { getAllMeetings, getMeeting, saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { activateMember } from '#contracts/people/memberActivationAndPreferences.ts';
import { getOrg, updateOrg } from '#contracts/organisations/organisationCalls.ts';
import { getReport } from '#contracts/reports/dailyReport.ts';
import { listMembers } from '#contracts/organisations/teamAndMemberCalls.ts';
import { listUsers, setRole } from '#contracts/people/userAndProfileCalls.ts';
import type { TableStore } from '../../bot/src/store/tableStorePort.ts';
import { anExecute } from '../support/data/inboundActivities.ts';
import { questionIds, valuesOf } from '../support/apps/standupDayAndValidCalls.ts';
import { aMeetingDraft, aMemberId, aTeamId, aZone } from '../support/data/idDateAndRecordBuilders.ts';
import { startFakeConnector } from '../support/fakes/fakeConnector.ts';
import type { Endpoint, InputOf } from '#contracts/core/endpoint.ts';
import type { ConnectorRequest, FakeConnector } from '../support/fakes/fakeConnector.ts';
import { startSmtp } from '../support/fakes/fakeSmtp.ts';
import type { SmtpServer } from '../support/fakes/fakeSmtp.ts';
import { oidOf, teamsUserIdOf } from '../support/data/seedOrganisationsTeamsAndActors.ts';
import { reportFigures } from '../support/files/printFigures.ts';
import { useTempDir } from '../support/files/tempDir.ts';
import { faultsIn } from '../support/worlds/teamWorldWithEngine.ts';
import { asSession } from '../support/worlds/signInSessionAndToken.ts';
import { startCluster } from './engine/startServerCluster.ts';
import { isDigestText } from './engine/seedAndCountDigests.ts';
import type { Cluster } from './engine/startServerCluster.ts';
import {
  blockedTeam,
  blockedTeamReport,
  owedForBlockedTeam,
  quietPeople,
  seedBlockers,
  seedBlockedTeam,
} from './engine/clusterBlockersAndOwedMessages.ts';
import {
  clusterDigests,
  digestEmailsArrived,
  digestEmailsOwed,
  digestsOwed,
  draftOf,
  messagesOf,
} from './engine/clusterDigestsAndOwedMessages.ts';
import {
  arrivedAt,
  at,
  countsOf,
  date,
  emailOf,
  allPeople,
  seeded,
  seedIn,
  teams,
} from './engine/clusterPeopleAndArrivals.ts';

// Plays a day of stand-ups and digests on three servers with one table service behind a balancer. A server is killed
// and restarted at every due hour, while people answer in chat and on the web. No message may be lost or outdated, and
// only messages in flight may be doubled.

interface Session {
  token: string;
  refresh: string;
  since: number;
}

const folder = useTempDir();
let connector: FakeConnector;
let smtp: SmtpServer;
let cluster: Cluster;
beforeAll(async () => {
  connector = await startFakeConnector();
  smtp = await startSmtp();
  const seed = async (store: TableStore): Promise<void> => {
    await seedIn(store, `${connector.url}/`);
    await seedBlockedTeam(store, teams.find(({ team }) => team === blockedTeam.team)?.people ?? []);
  };
  cluster = await startCluster({
    ...{ size: 3, startsAt: at('08:50'), dataDir: folder('data'), smtpUrl: smtp.url, seed },
  });
});
afterAll(async () => {
  await cluster.stop();
  await smtp.stop();
  await connector.close();
});

const sessions = new Map<string, Promise<Session>>();

const begin = async (name: string, known: Session | undefined): Promise<Session> => {
  const answered =
    known === undefined
      ? await cluster.ask(null, login, { email: emailOf(name), password: `open sesame ${name}` })
      : await cluster.ask(null, refreshToken, { refreshtoken: known.refresh });
  expect([name, answered.status, answered.errorCode]).toEqual([name, 200, null]);
  const session = asSession(answered.data);
  return { token: session.token, refresh: session.refreshToken, since: cluster.now() };
};

/**
 * Returns a person's token. The refreshes of a person run one after the other, because a parallel refresh through the
 * balancer would count as a stolen token.
 */
const tokenOf = async (name: string): Promise<string> => {
  const cached = await sessions.get(name);
  if (cached !== undefined && cluster.now() - cached.since < 15 * 60_000) return cached.token;
  if ((await sessions.get(name)) === cached) sessions.set(name, begin(name, cached));
  const session = await sessions.get(name);
  return session?.token ?? '';
};

/** Repeats a call with a new token if the old one expired meanwhile, because the clocks jump. */
const askAs = async <E extends Endpoint>(name: string, endpoint: E, input: Partial<InputOf<E>>) => {
  const token = await tokenOf(name);
  const answered = await cluster.ask(token, endpoint, input);
  const next = answered.status === 401 ? await tokenOf(name) : token;
  return next === token ? answered : cluster.ask(next, endpoint, input);
};

/** Texts of the answers that the product acknowledged, by person. */
const stored = new Map<string, string>();
const meetings = new Map<string, Meeting>();
const meetingOf = (name: string): Meeting => {
  const match = meetings.get(teams.find((team) => team.people.some((each) => each === name))?.team ?? '');
  if (match === undefined) throw new Error(`${name} is in no team.`);
  return match;
};

const answerOnWeb = async (name: string): Promise<void> => {
  const meeting = meetingOf(name);
  const done = `web ${name}`;
  const values = valuesOf(meeting, { done });
  const answered = await askAs(name, saveAnswer, { meetingId: meeting.id, date, values });
  expect([name, answered.status, answered.errorCode]).toEqual([name, 200, null]);
  stored.set(name, done);
};

/** Returns the data of the button on the card that the person received. */
const dataOfCard = (name: string): Record<string, unknown> => {
  const isTheirs = ({ kind, body }: ConnectorRequest) =>
    kind === 'send' && JSON.stringify(body).includes(`"memberId":"${aMemberId(name)}"`);
  const text = JSON.stringify(connector.requests.findLast(isTheirs)?.body ?? {});
  const match = /"data":(\{[^{}]*"memberId":"\w{26}"[^{}]*\})/.exec(text)?.[1];
  if (match === undefined) throw new Error(`${name} has no card.`);
  return JSON.parse(match) as Record<string, unknown>;
};

const answerInChat = async (name: string): Promise<void> => {
  const [done, plan, blocked] = questionIds(meetingOf(name));
  const text = `chat ${name}`;
  const answers = { [`q:${done}`]: text, [`q:${plan}`]: 'The printer 2h', [`q:${blocked}`]: 'No' };
  const { org } = teams.find((team) => team.people.some((each) => each === name)) ?? { org: '' };
  const tenant = { id: `tenant-${org}` };
  const reply = await cluster.post(
    anExecute(
      `${connector.url}/`,
      'submit',
      { ...dataOfCard(name), ...answers },
      {
        from: { id: teamsUserIdOf(name), name, aadObjectId: oidOf(name) },
        conversation: { conversationType: 'personal', tenantId: tenant.id, id: `a:${name}` },
        channelData: { tenant },
      },
    ),
  );
  expect([name, reply.status, reply.body.toString().includes('adaptive')]).toEqual([name, 200, true]);
  stored.set(name, text);
};

/**
 * Reads reports until it is stopped. Every reply must succeed; a failed reply reveals a session that one of the servers
 * rejects.
 */
const browse = (names: readonly string[]) => {
  const end = new AbortController();
  const failed: string[] = [];
  let asked = 0;
  const walk = async (name: string): Promise<void> => {
    const { teamId } = meetingOf(name);
    while (!end.signal.aborted) {
      const reply = await askAs(name, getReport, { teamId });
      asked += 1;
      if (reply.status !== 200) failed.push(`${name}: ${reply.status} ${reply.errorCode ?? ''}`);
      await wait(150);
    }
  };
  const walks = Promise.all(names.map(walk));
  return async () => {
    end.abort();
    await walks;
    return { asked, failed };
  };
};

const idle = async (seconds: number): Promise<void> => {
  for (let tries = 0; tries < seconds * 4; tries += 1) {
    if ((await cluster.left()).length === 0) return;
    await wait(250);
  }
  throw new Error(`Still to do: ${(await cluster.left()).join(', ')}`);
};

/** Maximum numbers of chat messages and of emails that one instance sends in parallel. */
const inFlight = 32;
const emailsInFlight = 8;
const random = seeded(20_261_120);
/** Numbers of requests to the chat service and of emails that had arrived at each kill. */
const kills: { readonly requests: number; readonly emails: number }[] = [];
const arrivals = (): number => connector.requests.length + smtp.received.length;
/** Number of kills that hit a server while messages of the hour were still unsent. */
let midway = 0;

/** Plays an hour with due work: one server is killed during the work and restarted. */
const hour = async (time: string): Promise<void> => {
  const moving = cluster.moveTo(at(time));
  const victim = Math.floor(random() * cluster.size);
  // Kills in the middle of the hour's messages, or soon after the first message if there are only a few.
  const enough = arrivals() + 1 + Math.floor(random() * 8);
  for (let waits = 0; waits < 60 && arrivals() < enough; waits += 1) await wait(20);
  const atKill = arrivals();
  kills.push({ requests: connector.requests.length, emails: smtp.received.length });
  await cluster.kill(victim);
  await moving;
  await wait(500);
  // Moves the time until the leases of the killed server have expired, first of its shards and then of its rows.
  await Promise.all([cluster.moveTo(at(time) + 20_000), cluster.start(victim)]);
  await wait(500);
  await cluster.moveTo(at(time) + 100_000);
  await idle(300);
  if (arrivals() > atKill) midway += 1;
};

const writes = { stale: [] as string[], count: 0, seenAtOnce: 0 };

/** Writes through one server, and reads through the others at once and again for one more second. */
const seenEverywhere = async (
  subject: string,
  from: number,
  write: () => Promise<unknown>,
  isVisibleOn: (index: number) => Promise<boolean>,
): Promise<void> => {
  await write();
  const written = performance.now();
  const watch = async (other: number): Promise<void> => {
    writes.count += 1;
    for (let reads = 0; ; reads += 1) {
      const begun = performance.now();
      const isSeen = await isVisibleOn(other);
      if (isSeen && reads === 0) writes.seenAtOnce += 1;
      if (isSeen) return;
      // Within one second after a write, another server may still return the previous state from its cache.
      if (begun - written > 1000) {
        writes.stale.push(`${subject} through ${from} is not seen through ${other}`);
        return;
      }
    }
  };
  await Promise.all(
    Array.from({ length: cluster.size }, (_, value) => value)
      .filter((value) => value !== from)
      .map(watch),
  );
};

const changes = async (from: number): Promise<void> => {
  const [ann, bob] = [await tokenOf('ann'), await tokenOf('bob')];
  const { teamId, id: meetingId } = meetingOf('ann');
  const name = `Contoso ${kills.length} ${from}`;
  await seenEverywhere(
    'a name',
    from,
    () => cluster.askOne(from, ann, updateOrg, { name }),
    async (other) => (await cluster.askOne(other, bob, getOrg, {})).data.name === name,
  );
  for (const isEnabled of [false, true])
    await seenEverywhere(
      `a member switched ${isEnabled ? 'on' : 'off'}`,
      from,
      () =>
        cluster.askOne(from, ann, activateMember, {
          teamId,
          memberId: aMemberId('gil'),
          flag: isEnabled ? 'true' : 'false',
        } as never),
      async (other) =>
        (await cluster.askOne(other, ann, listMembers, { teamId })).data.find(({ id }) => id === aMemberId('gil'))
          ?.isEnabled === isEnabled,
    );
  for (const role of ['admin', 'user'] as const)
    await seenEverywhere(
      `the role ${role}`,
      from,
      () => cluster.askOne(from, ann, setRole, { memberId: aMemberId('bob'), role }),
      async (other) =>
        (await cluster.askOne(other, await tokenOf('bob'), listUsers, {})).status === (role === 'admin' ? 200 : 403),
    );
  const meeting = (await cluster.askOne(from, ann, getMeeting, { meetingId })).data;
  const title = `Daily ${kills.length} ${from}`;
  await seenEverywhere(
    "a report's name",
    from,
    () => cluster.askOne(from, ann, saveMeeting, { ...meeting, name: title }),
    async (other) =>
      (await cluster.askOne(other, bob, getAllMeetings, { teamId })).data.some((item) => item.name === title),
  );
  const other = asSession((await cluster.ask(null, login, { email: emailOf('cy'), password: 'open sesame cy' })).data);
  await seenEverywhere(
    'signing out',
    from,
    () => cluster.askOne(from, null, logout, { refreshToken: other.refreshToken }),
    async (value) => (await cluster.askOne(value, other.token, getUserDetails, {})).status === 401,
  );
};

const expectedMessages = [
  ...allPeople.map((name) => `prompt ${name}`),
  ...['ann', 'dee', 'fay', 'gil', 'sam', 'tom'].map((name) => `reminder1 ${name}`),
  ...['ann', 'fay', 'gil', 'sam', 'tom'].map((name) => `reminder2 ${name}`),
  ...owedForBlockedTeam,
  ...digestsOwed,
  ...teams.flatMap((team) => [`broadcast ${team.team}`, `summary ${team.team}`]),
];

it('survives a day of stand-ups on three servers, one of which dies at every due hour', async () => {
  const begun = performance.now();
  for (const { team: name, people, time } of teams) {
    const draft = aMeetingDraft({
      ...{ name: 'Daily', time, timezone: aZone('UTC'), reportSummaryTime: 60, teamId: aTeamId(name) },
      ...{ members: people.map((person) => aMemberId(person)), publicBroadcastMessage: 'broadcast' },
      ...{ firstReminderMessage: 'reminder1', secondReminderMessage: 'reminder2' },
      ...(name === blockedTeam.team ? blockedTeamReport : {}),
    });
    const saved = await askAs(people[0], saveMeeting, draft);
    expect([saved.status, saved.errorCode]).toEqual([200, null]);
    meetings.set(name, saved.data);
    if (name === blockedTeam.team) await seedBlockers(cluster.store, saved.data);
  }
  for (const digest of clusterDigests) {
    const saved = await askAs(digest.owner, saveDigest, draftOf(digest));
    expect([saved.status, saved.errorCode]).toEqual([200, null]);
  }
  const browsing = browse(['ann', 'tom', 'wim']);

  await hour('09:00');
  await Promise.all([answerInChat('bob'), answerOnWeb('cy')]);
  await changes(0);
  const sentBeforeQuietEnd = connector.requests.length;
  await hour('09:30');
  await Promise.all([answerInChat('dee'), answerOnWeb('eve')]);
  await hour('09:45');
  await changes(1);
  await hour('10:00');
  await Promise.all([answerInChat('zoe'), answerOnWeb('wim'), answerInChat('yan')]);
  await hour('10:15');
  await changes(2);
  await hour('10:30');
  await hour('10:45');
  await cluster.moveTo(at('11:05'));
  await idle(300);
  const { asked, failed } = await browsing();

  const counts = countsOf(arrivedAt(connector));
  const doubled = [...counts].filter(([, places]) => places.length > 1);
  const inTime = ([first = 0]: readonly number[]): boolean =>
    kills.some(({ requests }) => Math.abs(first - requests) <= inFlight);
  const emails = digestEmailsArrived(smtp);
  const doubledEmails = [...emails].filter(([, places]) => places.length > 1);
  const emailInTime = ([first = 0]: readonly number[]): boolean =>
    kills.some((kill) => Math.abs(first - kill.emails) <= emailsInFlight);
  const atQuietEnd = quietPeople.filter((name) => (counts.get(`prompt ${name}`)?.[0] ?? 0) >= sentBeforeQuietEnd);
  const aboutBlockers = owedForBlockedTeam.filter((name) => counts.has(name));
  const seconds = Math.round((performance.now() - begun) / 1000);
  reportFigures(
    `3 servers on tables, ${kills.length} killed (${midway} with messages left to send): ${counts.size} messages of ${expectedMessages.length}, ${doubled.length} doubled; ` +
      `${atQuietEnd.length} of ${quietPeople.length} prompts at the end of quiet hours, ${aboutBlockers.length} of ${owedForBlockedTeam.length} messages about blockers; ` +
      `${stored.size} answers; ${asked} reports read; ${writes.seenAtOnce} of ${writes.count} changes seen at once through another; ${seconds} s`,
  );
  const digests = digestsOwed.filter((name) => counts.has(name));
  const lastKill = kills.at(-1) ?? { requests: 0, emails: 0 };
  const afterLastKill =
    digests.filter((name) => (counts.get(name)?.at(-1) ?? 0) >= lastKill.requests).length +
    [...emails.values()].filter((places) => (places.at(-1) ?? 0) >= lastKill.emails).length;
  const doubledDigests = doubled.filter(([name]) => name.startsWith('digest '));
  reportFigures(
    `digests on 3 servers: ${digests.length} of ${digestsOwed.length} messages in chats and channels, ${doubledDigests.length} doubled; ` +
      `${emails.size} of ${digestEmailsOwed.length} emails, ${doubledEmails.length} doubled; ` +
      `${afterLastKill} arrived after the kill at which only digests were due`,
  );
  expect([...counts.keys()].sort()).toEqual([...expectedMessages].sort());
  expect([...emails.keys()].sort()).toEqual([...digestEmailsOwed].sort());
  // Each digest covers exactly the run that closed before it was sent.
  const texts = connector.requests.map(({ body }) => JSON.stringify(body)).filter(isDigestText);
  expect(texts.filter((text) => !text.includes('· 1 run'))).toEqual([]);
  // Each person with quiet hours gets the prompt only after these hours.
  expect(atQuietEnd).toEqual(quietPeople);
  // A message may arrive twice only if it was in flight when the server that sent it was killed.
  expect(doubled.filter(([, places]) => places.length > 2 || !inTime(places)).map(([name]) => name)).toEqual([]);
  expect(doubledEmails.filter(([, places]) => places.length > 2 || !emailInTime(places))).toEqual([]);
  expect(failed).toEqual([]);
  expect(writes.stale).toEqual([]);
  expect(writes.count).toBe(42);

  const reader = { platform: 'ann', sales: 'sam', mars: 'zoe', venus: 'p0' } as const;
  for (const { team: name, people } of teams) {
    const { data } = await askAs(reader[name], getReport, { teamId: aTeamId(name) });
    const [report] = data.reports;
    const answerByMember = new Map(report?.members.map((member) => [member.memberId, member.answers[0]?.answer]));
    const mine = people.filter((person) => stored.has(person));
    expect(mine.map((item) => answerByMember.get(aMemberId(item)))).toEqual(mine.map((item) => stored.get(item)));
    expect([name, report?.isCompleted, report?.membersAnswered]).toEqual([name, true, mine.length]);
  }
  for (const digest of clusterDigests) {
    const { data } = await askAs(digest.owner, listDigests, { teamId: aTeamId(digest.team) });
    const last = { sent: messagesOf(digest), waiting: 0, undelivered: [] };
    // Each digest is next due on Monday, the next working day.
    const nextAt = new Date(at('00:00') + 3 * 24 * 3_600_000 + digest.time * 60_000).toISOString();
    expect(data.items).toMatchObject([{ state: 'ACTIVE', nextAt, last }]);
  }
  expect(Math.min(...cluster.given.values())).toBeGreaterThan(asked / 10);
  // The seeded blockers come from answers of earlier days, which are not played.
  expect(await faultsIn(cluster.store, [/^Team blocker .* names an answer that does not exist$/])).toEqual([]);
});

it('applies limits over all servers together', async () => {
  const tries = Array.from({ length: 45 }, (_, value) => ({
    email: emailOf(`nobody${value}`),
    password: 'guessed it',
  }));
  const answereds = await Promise.all(tries.map((input) => cluster.ask(null, login, input)));
  const of = (code: string): number => answereds.filter((item) => item.errorCode === code).length;
  expect([of('INVALID_CREDENTIALS'), of('TOO_MANY_REQUESTS')]).toEqual([30, 15]);
});
