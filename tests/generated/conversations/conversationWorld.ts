import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { InputOf } from '#contracts/core/endpoint.ts';
import { saveMeeting, weekdays } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { readConfig } from '../../../bot/src/startup/config.ts';
import { createLog } from '../../../bot/src/http/server/structuredLog.ts';
import { compose } from '../../../bot/src/main.ts';
import type { App } from '../../../bot/src/main.ts';
import {
  handleMembersAdded,
  handleMembersRemoved,
} from '../../../bot/src/services/teamsSync/handleInstallAndTeamEvents.ts';
import {
  cancelToday,
  deactivateMeeting,
  deleteMeeting,
} from '../../../bot/src/services/meetings/deactivateDeleteOrCancelMeeting.ts';
import { storeMeeting } from '../../../bot/src/services/meetings/storeMeeting.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { payment } from '../../../bot/src/store/kinds/billing/paymentSettings.ts';
import { team as teamKind } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { botAccount } from '../../support/data/inboundActivities.ts';
import { aMeetingDraft, aMemberId, anOrgId, aPayment, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { aRosterPerson, aThread } from '../../support/fakes/fakeChatWithRostersAndSenders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { startFakeConnector } from '../../support/fakes/fakeConnector.ts';
import type { ConnectorRequest, FakeConnector } from '../../support/fakes/fakeConnector.ts';
import { asJson, send } from '../../support/http/rawHttpClient.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import {
  anActor,
  channelThread,
  oidOf,
  seedTeam,
  teamsUserIdOf,
} from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { bundledSheetWorker } from '../../support/files/bundledExportFileWorker.ts';
import { fakeSleep } from '../../support/worlds/teamWorldWithEngine.ts';
import { orgOf, people, reports, seats, tenantOf, windowMinutes } from './conversationScenario.ts';
import type { Person, Place, Report, Team } from './conversationScenario.ts';
import { buttonsOf, isJson } from './readAndFillShownCard.ts';
import type { Button, Json, Shown } from './readAndFillShownCard.ts';

// Runs the whole product with its HTTP server, and a fake chat service that keeps every card.

const minute = 60_000;
/** A Monday, so that a run opens on each of the next days. */
const start = '2026-11-23T08:30:00.000Z';

/** All rows of the tables Team and Org as JSON, by partition key and row key. */
export type Rows = ReadonlyMap<string, string>;

export interface Turn {
  readonly replies: readonly {
    readonly conversation: string;
    readonly card: Json | undefined;
    readonly text: string;
  }[];
  /**
   * HTTP status in the reply to an invoke activity (a button press); undefined after a message, which has no reply of
   * its own.
   */
  readonly status: number | undefined;
  readonly http: number;
  readonly before: Rows;
  readonly after: Rows;
  /** Lines that the product logged as errors during the turn. */
  readonly errors: readonly string[];
}

export const groupChat = '19:group@thread.v2';
export const personalChat = (who: Person): string => `a:${who}`;
const channelOf = (who: Person): Team => (who === 'zoe' ? 'mars' : who === 'dee' ? 'sales' : 'platform');

const placeOf = (who: Person, where: Place): { readonly conversation: Json; readonly channelData: Json } => {
  const tenantId = `tenant-${tenantOf(who)}`;
  const tenant = { id: tenantId };
  const thread = channelThread(channelOf(who));
  switch (where) {
    case 'PERSONAL':
      return {
        conversation: { conversationType: 'personal', tenantId, id: personalChat(who) },
        channelData: { tenant },
      };
    case 'CHANNEL':
      return {
        conversation: { conversationType: 'channel', tenantId, isGroup: true, id: `${thread};messageid=1` },
        channelData: { tenant, team: { id: thread, name: channelOf(who) }, channel: { id: thread } },
      };
    case 'GROUP':
      return {
        conversation: { conversationType: 'groupChat', tenantId, isGroup: true, id: groupChat, name: 'Group' },
        channelData: { tenant },
      };
  }
};

const cardsIn = (body: Json): Json[] => {
  const activity = isJson(body['activity']) ? body['activity'] : body;
  const attachments = Array.isArray(activity['attachments']) ? activity['attachments'] : [];
  return attachments
    .filter(isJson)
    .flatMap((attachment) => (isJson(attachment['content']) ? [attachment['content']] : []));
};

const errorsIn = (lines: readonly string[]): string[] => lines.filter((line) => /"level":(?:50|60|"error")/.test(line));

const dayMs = 24 * 60 * minute;
const ofDay = [...new Set(Object.values(reports).map((report) => report.time))]
  .flatMap((time) => [0, windowMinutes / 2, windowMinutes - 15, windowMinutes].map((after) => (time + after) * minute))
  .map((ms) => ms % dayMs)
  .sort((a, b) => a - b);

const nextMoment = (now: number): number => {
  const midnight = now - (now % dayMs);
  const today = ofDay.map((ms) => midnight + ms).find((ms) => ms > now);
  return today ?? midnight + dayMs + (ofDay[0] ?? 0);
};

export class BotWorld {
  readonly clock = fakeClock(start);
  readonly shown: Shown[] = [];
  readonly meetings = new Map<Report, Meeting>();
  readonly #app: App;
  readonly #port: number;
  readonly #connector: FakeConnector;
  readonly #lines: string[];
  readonly #dataDir: string;
  #read = 0;
  #turns = 0;

  private constructor(parts: { app: App; port: number; connector: FakeConnector; lines: string[]; dataDir: string }) {
    this.#app = parts.app;
    this.#port = parts.port;
    this.#connector = parts.connector;
    this.#lines = parts.lines;
    this.#dataDir = parts.dataDir;
  }

  static async open(): Promise<BotWorld> {
    const clock = fakeClock(start);
    const dataDir = mkdtempSync(path.join(tmpdir(), 'rollcall-conversations-'));
    const lines: string[] = [];
    const settings = { DEMO: 'true', PORT: '0', PUBLIC_URL: 'http://127.0.0.1:3978', DATA_DIR: dataDir };
    const config = readConfig({ ...settings, SESSION_SECRET: 'a secret of these tests of 32 bytes and more' });
    const surroundings = {
      ...{ clock, sleep: fakeSleep(clock), webDir: null, hasDemoData: false, ticks: false, timeZone: 'UTC' },
      log: createLog({ level: 'warn', clock, destination: { write: (line) => lines.push(line) } }),
      sheetWorker: bundledSheetWorker,
    };
    // A store file would wait for the disk at each write, which would take most of the time.
    const store = openSqliteStore({ file: ':memory:' });
    const opened = { store, state: () => store.state(), clockSkewMs: () => undefined };
    const app = await compose(config, surroundings, undefined, opened);
    const { port } = await app.listen();
    const connector = await startFakeConnector();
    const world = new BotWorld({ app, port, connector, lines, dataDir });
    Object.assign(world, { clock });
    await world.#seed();
    return world;
  }

  async close(): Promise<void> {
    await this.#app.stop();
    await this.#connector.close();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  async #seed(): Promise<void> {
    const { services } = this.#app;
    const { store } = services;
    for (const team of Object.keys(seats) as Team[]) {
      const admins = team === 'sales' ? [] : seats[team].slice(0, 1);
      const { orgId, teamId } = await seedTeam(store, { org: orgOf(team), team, people: seats[team], admins });
      const serviceUrl = `${this.#connector.url}/`;
      await inOrg(store, orgId).touch(teamKind, { teamId }, { serviceUrl });
      for (const who of seats[team])
        await inOrg(store, orgId).touch(teamMember, { teamId, memberId: aMemberId(who) }, { serviceUrl });
    }
    const allDays = Object.fromEntries(weekdays.map((day) => [day, day !== 'saturday' && day !== 'sunday']));
    for (const [name, { team, time }] of Object.entries(reports) as [Report, (typeof reports)[Report]][]) {
      const draft: InputOf<typeof saveMeeting> = aMeetingDraft({
        ...{ name, teamId: aTeamId(team), members: seats[team].map((item) => aMemberId(item)) },
        ...{ time, timezone: 'UTC', reportSummaryTime: windowMinutes, ...allDays },
      });
      const parsed = saveMeeting.input.parse(draft);
      this.meetings.set(name, await storeMeeting(services, this.#adminOf(team), parsed));
    }
    for (const org of ['contoso', 'fabrikam']) await inOrg(store, anOrgId(org)).touch(payment, undefined, aPayment());
    await this.beat();
    // Each person writes once, so that the product knows all chats from now on.
    for (const who of people) await this.sendText(who, 'PERSONAL', 'hi');
  }

  #adminOf(team: Team) {
    const who = team === 'mars' ? 'zoe' : team === 'sales' ? 'dee' : 'ann';
    return anActor(who, { org: orgOf(team), role: 'admin', teams: [team] });
  }

  async beat(): Promise<void> {
    for (let ticks = 0; ticks < 2; ticks += 1) await this.#app.heartbeat.poll();
    await this.#collect();
  }

  /** Runs the engine at each opening, reminder and close in the coming minutes. */
  async pass(minutes: number): Promise<void> {
    const until = this.clock.now() + minutes * minute;
    for (;;) {
      const next = nextMoment(this.clock.now());
      if (next > until) break;
      this.clock.set(next);
      await this.beat();
    }
    this.clock.set(until);
    await this.beat();
  }

  async rows(): Promise<Rows> {
    const { admin } = this.#app.services.store as SqliteStore;
    const storedRows = [...(await rowsOf(admin, 'Team')), ...(await rowsOf(admin, 'Org'))];
    return new Map(storedRows.map((row) => [`${row.pk} ${row.rk}`, JSON.stringify(row.values)]));
  }

  /** Returns the state and round of every run, by `meeting|date`. */
  static runsIn(rows: Rows): Map<string, { readonly state: string; readonly round: number; readonly source: string }> {
    const runs = new Map<string, { state: string; round: number; source: string }>();
    for (const [key, value] of rows) {
      const [, date, meeting] = / D\|([\d-]+)\|(\w+)\|0$/.exec(key) ?? [];
      if (date === undefined || meeting === undefined) continue;
      const row = JSON.parse(value) as Record<string, unknown>;
      runs.set(`${meeting}|${date}`, {
        ...{ state: String(row['state']), round: Number(row['round']), source: String(row['source']) },
      });
    }
    return runs;
  }

  async manage(action: 'CANCEL' | 'OFF' | 'ON' | 'DELETE', report: Report): Promise<boolean> {
    const meeting = this.meetings.get(report);
    if (meeting === undefined) return false;
    const actor = this.#adminOf(reports[report].team);
    const { services } = this.#app;
    const meetingId = meeting.id;
    try {
      if (action === 'CANCEL') await cancelToday(services, actor, { meetingId });
      else if (action === 'DELETE') await deleteMeeting(services, actor, { meetingId });
      else await deactivateMeeting(services, actor, { meetingId, flag: action === 'ON' });
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return false;
    } finally {
      await this.beat();
    }
  }

  async move(change: 'leave' | 'join', who: Person, team: Team): Promise<void> {
    const thread = aThread(team, { tid: `tenant-${orgOf(team)}`, serviceUrl: `${this.#connector.url}/` });
    if (change === 'join') await handleMembersAdded(this.#app.services, thread, [aRosterPerson(who)]);
    else await handleMembersRemoved(this.#app.services, thread, [teamsUserIdOf(who)]);
    await this.beat();
  }

  sendText(who: Person, where: Place, text: string): Promise<Turn> {
    const name = `<at>${botAccount.name}</at>`;
    const isAlone = where === 'PERSONAL';
    return this.#turn(who, where, {
      ...{ type: 'message', textFormat: 'plain', text: isAlone ? text : `${name} ${text}` },
      entities: isAlone ? [] : [{ type: 'mention', mentioned: botAccount, text: name }],
    });
  }

  /** Presses a button: of a channel's card in the channel, of any other card in the presser's own chat. */
  press(who: Person, shown: Shown, { verb, data }: Button, how: 'EXECUTE' | 'SUBMIT', filled: Json): Promise<Turn> {
    const where = shown.conversation.startsWith('19:') ? 'CHANNEL' : 'PERSONAL';
    const value = { ...data, ...filled };
    const replyToId = `card-${this.shown.indexOf(shown)}`;
    if (how === 'EXECUTE' && verb !== 'command')
      return this.#turn(who, where, {
        ...{ type: 'invoke', name: 'adaptiveCard/action', replyToId },
        value: { action: { type: 'Action.Execute', title: 'Button', verb, data: value } },
      });
    return this.#turn(who, where, { type: 'message', replyToId, value: { ...value, verb } });
  }

  async #turn(who: Person, where: Place, part: Json): Promise<Turn> {
    this.#turns += 1;
    const { conversation, channelData } = placeOf(who, where);
    const activity = {
      ...{ id: `activity-${this.#turns}`, channelId: 'msteams', serviceUrl: this.#connector.url, locale: 'en-US' },
      ...{ from: { id: teamsUserIdOf(who), name: who, aadObjectId: oidOf(who) }, recipient: botAccount },
      ...{ conversation, channelData, localTimezone: 'UTC', ...part },
    };
    const before = await this.rows();
    const logged = this.#lines.length;
    const seen = this.#connector.requests.length;
    const body = JSON.stringify(activity);
    const reply = await send(this.#port, { method: 'POST', target: '/api/messages', headers: asJson, body });
    const after = await this.rows();
    const sent = this.#connector.requests.slice(seen).filter((request) => request.body['type'] !== 'typing');
    const replies = sent.flatMap((connectorRequest) => this.#repliesOf(connectorRequest));
    const invoked = part['type'] === 'invoke' ? this.#invoked(reply.body.toString('utf8'), conversation) : undefined;
    await this.beat();
    return {
      replies: invoked === undefined ? replies : [...replies, ...invoked.replies],
      status: invoked?.status,
      http: reply.status,
      before,
      after,
      errors: errorsIn(this.#lines.slice(logged)),
    };
  }

  #repliesOf({ conversationId, body }: ConnectorRequest): Turn['replies'][number][] {
    const [card] = cardsIn(body);
    return [{ conversation: conversationId, card, text: JSON.stringify(body) }];
  }

  #invoked(text: string, conversation: Json): { status: number; replies: Turn['replies'][number][] } {
    const body = (text === '' ? {} : JSON.parse(text)) as Json;
    const value = body['value'];
    const card = isJson(value) && value['type'] === 'AdaptiveCard' ? value : undefined;
    const place = String(conversation['id']);
    if (card !== undefined) this.#show(place, card, new Set(this.#lastRuns));
    const replies = value === undefined ? [] : [{ conversation: place, card, text: JSON.stringify(value) }];
    return { status: Number(body['statusCode']), replies };
  }

  #lastRuns: ReadonlySet<string> = new Set();

  #show(conversation: string, card: Json, runsThen: ReadonlySet<string>): void {
    const now = this.clock.now();
    this.shown.push({ conversation, card, buttons: buttonsOf(card), runsThen, at: now, led: new Map() });
  }

  /** Collects the messages that the product sent since the previous call. */
  async #collect(): Promise<void> {
    this.#lastRuns = new Set(BotWorld.runsIn(await this.rows()).keys());
    for (const { conversationId, body } of this.#connector.requests.slice(this.#read))
      for (const card of cardsIn(body)) this.#show(conversationId, card, this.#lastRuns);
    this.#read = this.#connector.requests.length;
  }
}
