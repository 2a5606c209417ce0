import { parse } from 'csv-parse/sync';
import type { Endpoint, InputOf, OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import type { MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { saveMeeting, weekdays } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import * as calls from '#contracts/timesheets/timesheetTaskCalls.ts';
import * as downloadCalls from '#contracts/timesheets/timesheetDownloadCalls.ts';
import * as weekCalls from '#contracts/timesheets/weekApprovalCallsAndCardData.ts';
import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import type { Week } from '#contracts/timesheets/weekApprovalCallsAndCardData.ts';
import { createDeletionJobRunner } from '../../../bot/src/jobs/core/deletionAndNightlyJobs.ts';
import { saveAnswer } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { createCardSigner } from '../../../bot/src/services/core/cardSigner.ts';
import { eraseUser } from '../../../bot/src/services/dataLifecycle/planAndRunDeletionJobs.ts';
import { deleteMeeting } from '../../../bot/src/services/meetings/deactivateDeleteOrCancelMeeting.ts';
import { storeMeeting } from '../../../bot/src/services/meetings/storeMeeting.ts';
import { createRunCache } from '../../../bot/src/services/runs/runAndMeetingCache.ts';
import { csvPieces } from '../../../bot/src/services/timesheets/timesheetCsv.ts';
import { exportOf } from '../../../bot/src/services/timesheets/readTimesheetExport.ts';
import { getTimesheet } from '../../../bot/src/services/timesheets/getTimesheet.ts';
import { copyLastDay, deleteTask, saveTask } from '../../../bot/src/services/timesheets/changeTasks.ts';
import { getWeek } from '../../../bot/src/services/timesheets/weekViewAndWaitingWeeks.ts';
import { approveWeek, reopenWeek, returnWeek, submitWeek } from '../../../bot/src/services/timesheets/weekApproval.ts';
import { createEngine } from '../../../bot/src/jobs/engine/engineAndHeartbeat.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { noMetrics } from '../../../bot/src/domain/observability/metricsPort.ts';
import { noTracer } from '../../../bot/src/domain/observability/tracerPort.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { membership } from '../../../bot/src/store/kinds/identity/membership.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { orgMember, orgUser } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { payment } from '../../../bot/src/store/kinds/billing/paymentSettings.ts';
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
import { fakeClock } from '../../support/data/fakeClock.ts';
import { anActor, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { fakeSleep, faultsIn } from '../../support/worlds/teamWorldWithEngine.ts';
import { members, reports } from './timesheetScenario.ts';
import type { Member, Person, Report } from './timesheetScenario.ts';

// Calls the services on a store in memory in the same way as the screens do.

const dayMs = 86_400_000;
/** A Wednesday, because its week has days before and after it. */
const start = '2026-11-25T12:00:00.000Z';

const parsed = <E extends Endpoint>(endpoint: E, input: InputOf<E>): ParsedOf<E> =>
  endpoint.input.parse(input) as ParsedOf<E>;

export interface ExportLine {
  readonly date: string;
  readonly minutes: number;
  readonly task: string;
}

export class SheetWorld {
  readonly store = openSqliteStore({ file: ':memory:' });
  readonly clock = fakeClock(start);
  readonly deps = {
    ...deletionJobDeps(this.store, this.clock),
    signer: createCardSigner(['a secret of at least thirty-two bytes']),
    runs: createRunCache(),
  };
  readonly meetings = new Map<Report, Meeting>();
  #isErased = false;
  readonly #engine = createEngine({
    ...this.deps,
    ...{ sleep: fakeSleep(this.clock), random: () => 0.5, settings: jobSettings, clockSkewMs: () => undefined },
    ...{ metrics: noMetrics, tracer: noTracer, instanceId: 'one', deletionWork: createDeletionJobRunner(this.deps) },
  });

  async open(): Promise<void> {
    const { store } = this;
    await seedTeam(store, { people: members });
    await seedTeam(store, { org: 'fabrikam', team: 'mars', people: ['zoe'] });
    await inOrg(store, anOrgId()).touch(payment, undefined, aPayment());
    await this.#account('cy');
    const allDays = Object.fromEntries(weekdays.map((day) => [day, true]));
    for (const name of reports) {
      const draft = aMeetingDraft({
        ...{ name, members: members.map((member) => aMemberId(member)), time: 0, reportSummaryTime: 1380 },
        ...{ timezone: 'UTC', ...allDays },
      });
      this.meetings.set(name, await storeMeeting(this.deps, this.actor('ann'), parsed(saveMeeting, draft)));
    }
    await this.pass(1);
  }

  async #account(who: Member): Promise<void> {
    const [orgId, userId, memberId] = [anOrgId(), aUserId(who), aMemberId(who)];
    const shared = outside(this.store);
    await shared.touch(
      profile,
      { userId },
      {
        ...{ userId, firstName: who, lastName: 'Lee', email: `${who}@example.test`, phone: null, photoUrl: null },
        ...{ sessionEpoch: 1, isConfirmed: true, lastOrgId: orgId, locale: null },
        createdOn: anInstant('2026-11-01T09:00:00Z'),
      },
    );
    await shared.touch(membership, { userId, orgId, memberId }, { orgId, memberId });
    await inOrg(this.store, orgId).touch(orgUser, { userId }, { userId, memberId, role: 'user' });
    await inOrg(this.store, orgId).touch(orgMember, { memberId }, { userId });
  }

  actor(who: Person) {
    if (who === 'zoe') return anActor('zoe', { org: 'fabrikam', role: 'admin', teams: ['mars'] });
    const teams = who === 'cy' && this.#isErased ? [] : ['platform'];
    return { ...anActor(who, { role: who === 'ann' ? 'admin' : 'user', teams }), userId: aUserId(who) };
  }

  get today(): string {
    return new Date(this.clock.now()).toISOString().slice(0, 10);
  }

  /** Runs the engine at each midnight, because the runs of a day open then. */
  async pass(days: number): Promise<void> {
    for (let day = 0; day < days; day += 1) {
      const now = this.clock.now();
      this.clock.set(now - (now % dayMs) + dayMs);
      await this.#beat();
    }
    this.clock.advance({ minutes: 12 * 60 });
  }

  async #beat(): Promise<void> {
    for (let ticks = 0; ticks < 3; ticks += 1) await this.#engine.poll();
  }

  meetingId(report: Report | null): MeetingId | null {
    return report === null ? null : (this.meetings.get(report)?.id ?? null);
  }

  save(who: Person, draft: Omit<InputOf<typeof calls.saveTask>, 'teamId'>): Promise<Task> {
    const input = { teamId: aTeamId(), ...draft };
    return saveTask(this.deps, this.actor(who), parsed(calls.saveTask, input));
  }

  remove(who: Person, task: Pick<Task, 'id' | 'meetingId'>, version: string | undefined) {
    const input = { teamId: aTeamId(), meetingId: task.meetingId ?? '-', id: task.id, version };
    return deleteTask(this.deps, this.actor(who), parsed(calls.deleteTask, input));
  }

  copy(who: Person, date: string) {
    const input = parsed(calls.copyLastDay, { teamId: aTeamId(), date: aDate(date) });
    return copyLastDay(this.deps, this.actor(who), input);
  }

  async answer(who: Member, report: Report, plan: string): Promise<void> {
    const meeting = this.meetings.get(report);
    const [done, planned, blocked] = meeting?.questions.map((question) => question.id) ?? [];
    if (meeting === undefined || done === undefined || planned === undefined || blocked === undefined)
      throw new Error('A stand-up asks more.');
    const values = { [done]: 'Things', [planned]: plan, [blocked]: 'No' };
    const input = { meetingId: meeting.id, date: aDate(this.today), values, goals: [] };
    await saveAnswer({ ...this.deps, runs: createRunCache() }, this.actor(who), input);
  }

  week(reader: Person, of: Member, monday: string): Promise<OutputOf<typeof weekCalls.getWeek>> {
    const input = parsed(weekCalls.getWeek, { teamId: aTeamId(), memberId: aMemberId(of), monday: aDate(monday) });
    return getWeek(this.deps, this.actor(reader), input);
  }

  move(
    action: 'submit' | 'approve' | 'return' | 'reopen',
    who: Person,
    week: { readonly of: Member; readonly monday: string; readonly note: string; readonly version: string | undefined },
  ): Promise<Week> {
    const path = { teamId: aTeamId(), memberId: aMemberId(week.of), monday: aDate(week.monday) };
    const { note, version } = week;
    const actor = this.actor(who);
    switch (action) {
      case 'submit':
        return submitWeek(this.deps, actor, parsed(weekCalls.submitWeek, path));
      case 'approve':
        return approveWeek(this.deps, actor, parsed(weekCalls.approveWeek, { ...path, version }));
      case 'return':
        return returnWeek(this.deps, actor, parsed(weekCalls.returnWeek, { ...path, note }));
      case 'reopen':
        return reopenWeek(this.deps, actor, parsed(weekCalls.reopenWeek, { ...path, note }));
    }
  }

  async drop(report: Report): Promise<void> {
    const meetingId = this.meetingId(report);
    if (meetingId !== null) await deleteMeeting(this.deps, this.actor('ann'), { meetingId });
    await this.#beat();
  }

  async erase(): Promise<void> {
    const signIn = { familyId: 'f', epoch: 1, method: 'PASSWORD', hasSecondFactor: false, confinedTo: null } as const;
    await eraseUser(this.deps, { ...this.actor('cy'), signIn: { ...signIn, at: this.clock.now() } });
    this.#isErased = true;
    // The deletion job waits until the outbox rows of billing are done, at most a few minutes.
    for (let minutes = 0; minutes < 5; minutes += 1) {
      await this.#beat();
      this.clock.advance({ minutes: 1 });
    }
  }

  /** Reads all pages of `count` rows in order. */
  async list(reader: Person, count: number): Promise<{ items: Task[]; totals: calls.TimesheetTotals }> {
    const items: Task[] = [];
    let after: string | undefined;
    for (;;) {
      const filter = { teamId: aTeamId(), startDate: '2026-11-01', endDate: '2027-06-30', count };
      const input = parsed(calls.getTimesheet, after === undefined ? filter : { ...filter, after });
      const page = await getTimesheet(this.deps, this.actor(reader), input);
      items.push(...page.items);
      if (page.next === null) return { items, totals: page.totals };
      after = page.next;
    }
  }

  /** Exports the CSV file and parses its rows. */
  async exported(): Promise<ExportLine[]> {
    const filter = { teamId: aTeamId(), startDate: '2026-11-01', endDate: '2027-06-30', format: 'CSV' as const };
    const source = await exportOf(this.deps, this.actor('ann'), downloadCalls.downloadFilter.parse(filter));
    let text = '';
    for await (const piece of csvPieces(source, this.deps.translateFor('en'))) text += piece;
    const cellsOf: string[][] = parse(text, { bom: true });
    return cellsOf.slice(1).map((cells) => ({
      ...{ date: cells[0] ?? '', task: cells[3] ?? '', minutes: Number(cells[5]) },
    }));
  }

  faults(): Promise<string[]> {
    return faultsIn(this.store);
  }

  close(): Promise<void> {
    return this.store.close();
  }
}
