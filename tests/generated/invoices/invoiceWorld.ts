import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { saveTask as saveTaskCall } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { createDeletionJobRunner } from '../../../bot/src/jobs/core/deletionAndNightlyJobs.ts';
import { createEngine } from '../../../bot/src/jobs/engine/engineAndHeartbeat.ts';
import type { Engine } from '../../../bot/src/jobs/engine/engineAndHeartbeat.ts';
import { createInvoicingJob } from '../../../bot/src/jobs/core/invoicingJob.ts';
import { eraseUser } from '../../../bot/src/services/dataLifecycle/planAndRunDeletionJobs.ts';
import {
  handleMembersAdded,
  handleMembersRemoved,
} from '../../../bot/src/services/teamsSync/handleInstallAndTeamEvents.ts';
import { saveTask } from '../../../bot/src/services/timesheets/changeTasks.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { payment } from '../../../bot/src/store/kinds/billing/paymentSettings.ts';
import { sheet } from '../../../bot/src/store/kinds/timesheets/sheetAndWeek.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aDate, aMemberId, anOrgId, aPayment, aTeamId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { aRosterPerson, aThread } from '../../support/fakes/fakeChatWithRostersAndSenders.ts';
import { failingStore } from '../../support/store/storeFailingAtNthCall.ts';
import { markNightsDone } from '../../support/data/markNightsDone.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { anActor, seedTeam, teamsUserIdOf } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { monthAt, monthEnd } from '../billing/billingModelAndMonthBounds.ts';
import type { Death } from '../billing/billingScenario.ts';
import { addAccount, depsOf, isBusy, parsed } from '../billing/billingWorld.ts';
import { failingBillingStore } from './failingBillingStore.ts';
import { startsAt } from './invoiceScenario.ts';
import type { Scenario, Step } from './invoiceScenario.ts';

// Runs the real services, the engine and the month close, and records the tasks that the product accepted.

const afterMonthMs = 5 * 60_000;

export interface Saved {
  readonly org: string;
  readonly who: string;
  readonly ms: number;
}

interface Seat {
  readonly org: string;
  readonly team: string;
  readonly who: string;
}

const wrapped = <T>(items: readonly T[], index: number): T => {
  const match = items[index % items.length];
  if (match === undefined) throw new Error('An empty list has no element.');
  return match;
};

export class InvoiceWorld {
  readonly store = openSqliteStore({ file: ':memory:' });
  readonly clock = fakeClock(startsAt);
  readonly saved: Saved[] = [];
  killed = 0;
  readonly #scenario: Scenario;
  readonly #base = depsOf(this.store, this.clock);
  readonly #members = new Map<string, Set<string>>();
  readonly #erased = new Set<string>();
  #priceCents = 200;
  readonly #prices = [{ from: Number.NEGATIVE_INFINITY, cents: 200 }];
  #engine: Engine;
  #count = 0;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.#engine = this.#newEngine(this.store);
  }

  async open(): Promise<void> {
    for (const [index, { teams, trialEndsAt }] of this.#scenario.orgs.entries()) {
      const org = `org${index}`;
      const admin = `${org}boss`;
      for (const [index, members] of teams.entries()) {
        const people = [admin, ...members.map((member) => `${org}p${member}`)];
        this.#members.set(`${org}t${index}`, new Set(people));
        await seedTeam(this.store, { org, team: `${org}t${index}`, people, admins: [admin], trialEndsAt });
      }
      await inOrg(this.store, anOrgId(org)).touch(payment, undefined, aPayment());
      for (const who of this.#peopleOf(org))
        await addAccount(this.store, { who, org, role: who === admin ? 'admin' : 'user' });
    }
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'wait':
        this.clock.set(Math.max(this.clock.now(), this.#target(step)));
        return;
      case 'task':
        return this.#task(this.#seat(step), step.dies);
      case 'leave':
      case 'join':
        return this.#move(step.do, this.#seat(step), step.who);
      case 'erase':
        return this.#erase(this.#seat(step));
      case 'price':
        // The price is a setting, so the server restarts. The leases of the previous server last one minute.
        this.#priceCents = step.cents;
        this.clock.advance({ seconds: 61 });
        this.#prices.push({ from: this.clock.now(), cents: step.cents });
        this.#engine = this.#newEngine(this.store);
        return;
      case 'beat':
        return step.dies === undefined ? this.#beat() : this.#dyingBeat(step.dies);
    }
  }

  /** Lets this month and the next month end, so that late events are billed too. */
  async finish(): Promise<void> {
    await this.#beat();
    for (const death of this.#scenario.closings) {
      this.clock.set(monthEnd(monthAt(this.clock.now())) + afterMonthMs);
      if (death !== null) await this.#dieAndReturn(failingBillingStore(this.store, death));
      await this.#beat();
    }
  }

  /** Returns the price in cents of an invoice that is issued at that instant. */
  priceAt(ms: number): number {
    return this.#prices.findLast(({ from }) => from <= ms)?.cents ?? Number.NaN;
  }

  #deps(store: TableStore) {
    const billing = { ...this.#base.billing, priceCents: this.#priceCents };
    return { ...this.#base, store, billing };
  }

  #newEngine(store: TableStore): Engine {
    this.#count += 1;
    const deps = { ...this.#deps(store), instanceId: `engine ${this.#count}` };
    return createEngine({ ...deps, monthWork: createInvoicingJob(deps), deletionWork: createDeletionJobRunner(deps) });
  }

  #target({ to, ms, org }: Extract<Step, { do: 'wait' }>): number {
    const now = this.clock.now();
    if (to === 'NOW') return now + ms;
    return (
      ms + (to === 'MONTH_END' ? monthEnd(monthAt(now)) : Date.parse(wrapped(this.#scenario.orgs, org).trialEndsAt))
    );
  }

  #peopleOf(org: string): string[] {
    const teams = [...this.#members].filter(([team]) => team.startsWith(`${org}t`));
    return [...new Set(teams.flatMap(([, people]) => [...people]))];
  }

  #seat({ org: number, team, who }: { readonly org: number; readonly team: number; readonly who: number }): Seat {
    const org = `org${number % this.#scenario.orgs.length}`;
    const { teams } = wrapped(this.#scenario.orgs, number);
    const people = [`${org}boss`, ...wrapped(teams, team).map((value) => `${org}p${value}`)];
    return { org, team: `${org}t${team % teams.length}`, who: wrapped(people, who) };
  }

  #actor({ org, who }: Seat) {
    const teams = [...this.#members].filter(([team, people]) => team.startsWith(`${org}t`) && people.has(who));
    const role = who.endsWith('boss') ? 'admin' : 'user';
    return { ...anActor(who, { org, role, teams: teams.map(([team]) => team) }), userId: aUserId(who) };
  }

  async #beat(): Promise<void> {
    await markNightsDone(this.store, this.clock);
    for (let ticks = 0; ticks < 30; ticks += 1) {
      await this.#engine.poll();
      if (!(await isBusy(this.store, this.clock.now()))) return;
    }
    throw new Error('The engine is still busy after 30 heartbeats.');
  }

  /** Kills the process during a heartbeat. Its row leases last a minute longer. */
  async #dyingBeat({ call, how }: Death): Promise<void> {
    await this.#dieAndReturn(failingStore(this.store, call * 7, how).store);
    await this.#beat();
  }

  async #dieAndReturn(store: TableStore): Promise<void> {
    this.killed += 1;
    await markNightsDone(this.store, this.clock);
    await this.#newEngine(store).poll();
    this.clock.advance({ seconds: 61 });
    this.#engine = this.#newEngine(this.store);
  }

  async #task(seat: Seat, dies: Death | undefined): Promise<void> {
    if (this.#erased.has(seat.who)) return;
    const ms = this.clock.now();
    const date = aDate(new Date(ms).toISOString().slice(0, 10));
    const task = `Task ${(this.#count += 1)}`;
    const teamId = aTeamId(seat.team);
    const draft = { teamId, meetingId: null, task, date, hours: 0, minutes: 1 };
    const store = dies === undefined ? this.store : failingStore(this.store, dies.call, dies.how).store;
    try {
      await saveTask(this.#deps(store), this.#actor(seat), parsed(saveTaskCall, draft));
    } catch (error) {
      if (error instanceof AppError) return;
      if (!(error instanceof StoreError)) throw error;
      this.killed += 1;
      const key = { teamId, date, memberId: aMemberId(seat.who) };
      const row = await inOrg(this.store, anOrgId(seat.org)).get(sheet, key);
      if (row?.value.tasks.some((item) => item.task === task) !== true) return;
    }
    this.saved.push({ org: seat.org, who: seat.who, ms });
  }

  /**
   * Adds a person to a team, or removes a member. Any person can join, also a person who was in no team at the
   * beginning.
   */
  async #move(change: 'leave' | 'join', { org, team, who: member }: Seat, number: number): Promise<void> {
    const who = change === 'join' ? `${org}p${number % 6}` : member;
    if (who.endsWith('boss') || this.#erased.has(who)) return;
    const thread = aThread(team, { tid: `tenant-${org}` });
    if (change === 'join') await handleMembersAdded(this.#base, thread, [aRosterPerson(who)]);
    else await handleMembersRemoved(this.#base, thread, [teamsUserIdOf(who)]);
    const people = this.#members.get(team);
    if (change === 'join') people?.add(who);
    else people?.delete(who);
  }

  async #erase(seat: Seat): Promise<void> {
    const { org, who } = seat;
    if (who.endsWith('boss') || this.#erased.has(who) || !this.#peopleOf(org).includes(who)) return;
    const signIn = { familyId: 'f', epoch: 1, method: 'PASSWORD', hasSecondFactor: false, confinedTo: null } as const;
    await eraseUser(this.#base, { ...this.#actor(seat), signIn: { ...signIn, at: this.clock.now() } });
    this.#erased.add(who);
    for (const people of this.#members.values()) people.delete(who);
  }
}
