import { weekdays, saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { saveTask as saveTaskCall } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Endpoint, InputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { noMetrics } from '../../../bot/src/domain/observability/metricsPort.ts';
import { noTracer } from '../../../bot/src/domain/observability/tracerPort.ts';
import { createDeletionJobRunner } from '../../../bot/src/jobs/core/deletionAndNightlyJobs.ts';
import { createEngine } from '../../../bot/src/jobs/engine/engineAndHeartbeat.ts';
import type { Engine } from '../../../bot/src/jobs/engine/engineAndHeartbeat.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { createInvoicingJob } from '../../../bot/src/jobs/core/invoicingJob.ts';
import { saveAnswer } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { createCardSigner } from '../../../bot/src/services/core/cardSigner.ts';
import { eraseUser } from '../../../bot/src/services/dataLifecycle/planAndRunDeletionJobs.ts';
import {
  handleMembersAdded,
  handleMembersRemoved,
} from '../../../bot/src/services/teamsSync/handleInstallAndTeamEvents.ts';
import { storeMeeting } from '../../../bot/src/services/meetings/storeMeeting.ts';
import { createRunCache } from '../../../bot/src/services/runs/runAndMeetingCache.ts';
import { saveTask } from '../../../bot/src/services/timesheets/changeTasks.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { membership } from '../../../bot/src/store/kinds/identity/membership.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { orgMember, orgUser } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { answer as answerKind } from '../../../bot/src/store/kinds/answers/answerAndHistory.ts';
import { sheet } from '../../../bot/src/store/kinds/timesheets/sheetAndWeek.ts';
import { payment } from '../../../bot/src/store/kinds/billing/paymentSettings.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import {
  aDate,
  aMeetingDraft,
  aMemberId,
  anInstant,
  anOrgId,
  aPayment,
  aTeamId,
  aUserId,
} from '../../support/data/idDateAndRecordBuilders.ts';
import { deletionJobDeps } from '../../support/worlds/deletionWorld.ts';
import { aRosterPerson, aThread } from '../../support/fakes/fakeChatWithRostersAndSenders.ts';
import { failingStore } from '../../support/store/storeFailingAtNthCall.ts';
import { markNightsDone } from '../../support/data/markNightsDone.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { anActor, seedTeam, teamsUserIdOf } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { faultsIn, fakeSleep } from '../../support/worlds/teamWorldWithEngine.ts';
import { monthAt, monthEnd } from './billingModelAndMonthBounds.ts';
import type { Event } from './billingModelAndMonthBounds.ts';
import { admins, orgOf, orgs, people, reports, seats } from './billingScenario.ts';
import type { Death, Org, Person, Report, Scenario, Step, Team } from './billingScenario.ts';

// Runs the real services, engine and month close on a store in memory, and records the events for the model.

const dayMs = 24 * 3_600_000;
const afterMonthMs = 5 * 60_000;
const orgNames = Object.keys(orgs) as Org[];
const teamNames = Object.keys(seats) as Team[];

export interface Outcome {
  readonly events: readonly Event[];
  /** Instants (epoch ms) of completed engine runs, oldest first. */
  readonly beats: readonly number[];
  readonly refused: number;
  readonly killed: number;
}

export const depsOf = (store: TableStore, clock: ReturnType<typeof fakeClock>) => ({
  ...deletionJobDeps(store, clock),
  signer: createCardSigner(['a secret of at least thirty-two bytes']),
  runs: createRunCache(),
  sleep: fakeSleep(clock),
  random: () => 0.5,
  settings: jobSettings,
  clockSkewMs: () => undefined,
  metrics: noMetrics,
  tracer: noTracer,
});

export const parsed = <E extends Endpoint>(endpoint: E, input: InputOf<E>): ParsedOf<E> =>
  endpoint.input.parse(input) as ParsedOf<E>;

/** Adds an account without a registration, because an erasure needs an account. */
export const addAccount = async (
  store: TableStore,
  { who, org, role }: { readonly who: string; readonly org: string; readonly role: 'admin' | 'user' },
): Promise<void> => {
  const [orgId, userId, memberId] = [anOrgId(org), aUserId(who), aMemberId(who)];
  const shared = outside(store);
  const since = anInstant('2026-11-01T09:00:00Z');
  await shared.touch(
    profile,
    { userId },
    {
      ...{ userId, firstName: who, lastName: 'Lee', email: `${who}@example.test`, phone: null, photoUrl: null },
      ...{ sessionEpoch: 1, isConfirmed: true, lastOrgId: orgId, locale: null, createdOn: since },
    },
  );
  await shared.touch(membership, { userId, orgId, memberId }, { orgId, memberId });
  await inOrg(store, orgId).touch(orgUser, { userId }, { userId, memberId, role });
  await inOrg(store, orgId).touch(orgMember, { memberId }, { userId });
};

const seed = async (store: TableStore, { trialEndsAt }: Scenario): Promise<void> => {
  for (const team of teamNames) {
    const org = orgOf(team);
    const [first] = seats[team];
    await seedTeam(store, { org, team, people: seats[team], admins: [admins[org], first].slice(0, 1), trialEndsAt });
  }
  for (const org of orgNames) {
    await inOrg(store, anOrgId(org)).touch(payment, undefined, aPayment());
    for (const who of people)
      if (orgs[org].some((team) => (seats[team] as readonly string[]).includes(who)))
        await addAccount(store, { who, org, role: admins[org] === who ? 'admin' : 'user' });
  }
};

export const isBusy = async (store: ReturnType<typeof openSqliteStore>, now: number): Promise<boolean> => {
  const rows = [...(await rowsOf(store.admin, 'Outbox')), ...(await rowsOf(store.admin, 'Due'))];
  const at = new Date(now).toISOString();
  return rows
    .filter(({ values }) => values['parkedReason'] === undefined)
    .some(({ values }) => String(values['notBefore'] ?? values['at']) <= at);
};

export class BillingWorld {
  readonly store = openSqliteStore({ file: ':memory:' });
  readonly clock;
  readonly deps;
  readonly #scenario: Scenario;
  readonly #meetings = new Map<Report, Meeting>();
  readonly #members = new Map<Team, Set<string>>(teamNames.map((team) => [team, new Set<string>(seats[team])]));
  readonly #erased = new Set<Person>();
  readonly #answered = new Set<string>();
  readonly #events: Event[] = [];
  readonly #beats: number[] = [];
  #engine: Engine;
  #instances = 0;
  #texts = 0;
  #refused = 0;
  #killed = 0;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.clock = fakeClock(scenario.start);
    this.deps = depsOf(this.store, this.clock);
    this.#engine = this.#newEngine(this.store);
  }

  async open(): Promise<void> {
    await seed(this.store, this.#scenario);
    const allDays = Object.fromEntries(weekdays.map((day) => [day, true]));
    for (const [name, team] of Object.entries(reports) as [Report, Team][]) {
      const draft = aMeetingDraft({
        ...{ name, teamId: aTeamId(team), members: seats[team].map((item) => aMemberId(item)) },
        ...{ time: 0, timezone: 'UTC', reportSummaryTime: 1380, ...allDays },
      });
      const admin = anActor(admins[orgOf(team)], { org: orgOf(team), role: 'admin', teams: [team] });
      this.#meetings.set(name, await storeMeeting(this.deps, admin, parsed(saveMeeting, draft)));
    }
    const midnight = this.clock.now() - (this.clock.now() % dayMs);
    await this.#passTo(midnight + dayMs + 60_000);
  }

  outcome(): Outcome {
    return { events: this.#events, beats: this.#beats, refused: this.#refused, killed: this.#killed };
  }

  admin(org: Org) {
    return anActor(admins[org], { org, role: 'admin', teams: [...orgs[org]] });
  }

  close(): Promise<void> {
    return this.store.close();
  }

  faults(): Promise<string[]> {
    return faultsIn(this.store);
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'wait':
        return this.#passTo(this.#target(step));
      case 'answer':
        return this.#answer(step.who, step.report, step.dies);
      case 'task':
        return this.#task(step.who, step.report, step.dies);
      case 'leave':
      case 'join':
        return this.#move(step.do, step.who, step.team);
      case 'erase':
        return this.#erase(step.who);
      case 'beat':
        return step.dies === undefined ? this.#beat() : this.#dyingBeat(step.dies);
    }
  }

  /** Lets this month and the next month end, so that late events are billed too. */
  async finish(): Promise<void> {
    await this.#beat();
    for (let months = 0; months < 2; months += 1) {
      await this.#passTo(monthEnd(monthAt(this.clock.now())) + afterMonthMs);
      await this.#beat();
    }
  }

  #newEngine(store: TableStore): Engine {
    this.#instances += 1;
    const deps = { ...this.deps, store, instanceId: `engine ${this.#instances}` };
    return createEngine({ ...deps, monthWork: createInvoicingJob(deps), deletionWork: createDeletionJobRunner(deps) });
  }

  #target({ to, ms }: Extract<Step, { do: 'wait' }>): number {
    const now = this.clock.now();
    if (to === 'NOW') return now + ms;
    const at = to === 'MONTH_END' ? monthEnd(monthAt(now)) : Date.parse(this.#scenario.trialEndsAt);
    return Math.max(now, at + ms);
  }

  /**
   * Runs the engine at the midnight that begins the day of `ms`, because the runs of a day open at midnight, and then
   * sets the clock.
   */
  async #passTo(ms: number): Promise<void> {
    const midnight = ms - (ms % dayMs);
    if (midnight > this.clock.now()) {
      this.clock.set(midnight);
      await this.#beat();
    }
    this.clock.set(Math.max(ms, this.clock.now()));
  }

  async #beat(): Promise<void> {
    await markNightsDone(this.store, this.clock);
    for (let ticks = 0; ticks < 30; ticks += 1) {
      await this.#engine.poll();
      if (!(await isBusy(this.store, this.clock.now()))) {
        this.#beats.push(this.clock.now());
        return;
      }
    }
    throw new Error('The engine is still busy after 30 heartbeats.');
  }

  /**
   * Kills the engine during a heartbeat. The next engine starts 61 seconds later, when the row leases of the dead
   * engine have expired.
   */
  async #dyingBeat({ call, how }: Death): Promise<void> {
    this.#killed += 1;
    await markNightsDone(this.store, this.clock);
    await this.#newEngine(failingStore(this.store, call * 7, how).store).poll();
    this.clock.advance({ seconds: 61 });
    this.#engine = this.#newEngine(this.store);
    await this.#beat();
  }

  #actor(who: Person, org: Org) {
    const teams = orgs[org].filter((team) => this.#members.get(team)?.has(who) === true);
    const role = admins[org] === who ? 'admin' : 'user';
    return { ...anActor(who, { org, role, teams }), userId: aUserId(who) };
  }

  #depsFor(dies: Death | undefined) {
    return dies === undefined
      ? this.deps
      : { ...this.deps, store: failingStore(this.store, dies.call, dies.how).store, runs: createRunCache() };
  }

  /**
   * True if the call succeeded. After a crash, `isThere` searches for the row, because the write may have succeeded
   * although its caller got no reply.
   */
  async #tried(work: () => Promise<unknown>, isThere: () => Promise<boolean>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof AppError) this.#refused += 1;
      else if (error instanceof StoreError) this.#killed += 1;
      else throw error;
      return error instanceof StoreError && (await isThere());
    }
  }

  async #answer(who: Person, report: Report, dies: Death | undefined): Promise<void> {
    const team = reports[report];
    const org = orgOf(team);
    const meeting = this.#meetings.get(report);
    if (meeting === undefined || this.#erased.has(who)) return;
    const ms = this.clock.now();
    const date = aDate(new Date(ms).toISOString().slice(0, 10));
    const [done, plan, blocked] = meeting.questions.map((question) => question.id);
    if (done === undefined || plan === undefined || blocked === undefined) throw new Error('A stand-up asks more.');
    this.#texts += 1;
    const values = { [done]: `Text ${this.#texts}`, [plan]: `Line ${this.#texts} 1h`, [blocked]: 'No' };
    const key = { teamId: aTeamId(team), date, meetingId: meeting.id, memberId: aMemberId(who) };
    const input = { meetingId: meeting.id, date, values, goals: [] };
    const isStored = await this.#tried(
      () => saveAnswer(this.#depsFor(dies), this.#actor(who, org), input),
      async () => (await inOrg(this.store, anOrgId(org)).get(answerKind, key)) !== undefined,
    );
    const once = `${who} ${report} ${date}`;
    // Only the first answer of a run makes a member billable.
    if (isStored && !this.#answered.has(once)) this.#events.push({ org, who, what: 'ANSWER', report, ms });
    if (isStored) this.#answered.add(once);
  }

  async #task(who: Person, place: Report | Team, dies: Death | undefined): Promise<void> {
    const report = place in reports ? (place as Report) : null;
    const team = report === null ? (place as Team) : reports[report];
    const org = orgOf(team);
    if (this.#erased.has(who)) return;
    const ms = this.clock.now();
    const date = aDate(new Date(ms).toISOString().slice(0, 10));
    this.#texts += 1;
    const text = `Task ${this.#texts}`;
    const meetingId = report === null ? null : (this.#meetings.get(report)?.id ?? null);
    const draft = { teamId: aTeamId(team), meetingId, task: text, date, hours: 1, minutes: 0 };
    const key = { teamId: aTeamId(team), date, memberId: aMemberId(who) };
    const isStored = await this.#tried(
      () => saveTask(this.#depsFor(dies), this.#actor(who, org), parsed(saveTaskCall, draft)),
      async () => {
        const row = await inOrg(this.store, anOrgId(org)).get(sheet, key);
        return row?.value.tasks.some((task) => task.task === text) === true;
      },
    );
    if (isStored) this.#events.push({ org, who, what: 'TASK', report, ms });
  }

  async #move(change: 'leave' | 'join', who: Person, team: Team): Promise<void> {
    const isOfOrg = orgs[orgOf(team)].some((item) => (seats[item] as readonly string[]).includes(who));
    if (!isOfOrg || this.#erased.has(who) || who === admins[orgOf(team)]) return;
    const thread = aThread(team, { tid: `tenant-${orgOf(team)}` });
    if (change === 'join') await handleMembersAdded(this.deps, thread, [aRosterPerson(who)]);
    else await handleMembersRemoved(this.deps, thread, [teamsUserIdOf(who)]);
    if (change === 'join') this.#members.get(team)?.add(who);
    else this.#members.get(team)?.delete(who);
  }

  async #erase(who: Person): Promise<void> {
    const org = orgNames.find((orgName) =>
      orgs[orgName].some((team) => (seats[team] as readonly string[]).includes(who)),
    );
    if (org === undefined || this.#erased.has(who) || who === admins[org]) return;
    const signIn = { familyId: 'f', epoch: 1, method: 'PASSWORD', hasSecondFactor: false, confinedTo: null } as const;
    await eraseUser(this.deps, { ...this.#actor(who, org), signIn: { ...signIn, at: this.clock.now() } });
    this.#erased.add(who);
    for (const team of orgs[org]) this.#members.get(team)?.delete(who);
  }
}
