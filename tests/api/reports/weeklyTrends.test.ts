import { getWeeklyTrends as trendsCall } from '#contracts/reports/getWeeklyTrends.ts';
import type { WeeklyTrends } from '#contracts/reports/getWeeklyTrends.ts';
import { cancelRun } from '../../../bot/src/services/runs/state/cancelRuns.ts';
import { getWeeklyTrends } from '../../../bot/src/services/reports/getWeeklyTrends.ts';
import { resolveBlockerOf } from '../../../bot/src/services/blockers/resolveBlocker.ts';
import { eraseInTeam } from '../../../bot/src/services/dataLifecycle/erasePersonInOrganisation.ts';
import { trimOrganisation } from '../../../bot/src/services/dataLifecycle/trimOldRows.ts';
import { goalId } from '../../../bot/src/domain/core/hashesAndDerivedIds.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { blocker } from '../../../bot/src/store/kinds/blockers/blocker.ts';
import { daySummary } from '../../../bot/src/store/kinds/runs/daySummary.ts';
import { sheet } from '../../../bot/src/store/kinds/timesheets/sheetAndWeek.ts';
import { meetingPointer } from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { org as orgKind } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { openDay } from '../../support/apps/standupDayAndValidCalls.ts';
import { aDate, aMeetingId, anInstant, aTeamId, idOf } from '../../support/data/idDateAndRecordBuilders.ts';
import { answerAs, friday, monday } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { startTestApp } from '../../support/apps/testApp.ts';
import type { TestApp } from '../../support/apps/testApp.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

const trends = async (world: World, change: object = {}, store?: TableStore): Promise<WeeklyTrends> => {
  const input = trendsCall.input.parse({ teamId: aTeamId(), meetingId: aMeetingId(), weeks: '4', ...change });
  const deps = store === undefined ? world.answering : { ...world.answering, store };
  return trendsCall.output.parse(await getWeeklyTrends(deps, world.actor('ann'), input));
};

const daily = async (people: readonly string[] = ['ann', 'bob']): Promise<World> => {
  const world = await aWorld({ people });
  await world.meeting({ isReminderEnabled: false });
  return world;
};

/**
 * Plays Friday, when both members answer and one reports a blocker, and Monday, when one member answers. The clock ends
 * on 1 December, when the weeks of both runs are over.
 */
const twoRuns = async (): Promise<World> => {
  const world = await daily();
  await world.runUntil('2026-11-20T09:05:00Z', 300);
  await answerAs(world, 'ann', { change: { blocked: 'Yes', what: 'No keys' } });
  await world.runUntil('2026-11-20T09:35:00Z', 300);
  await answerAs(world, 'bob');
  await world.runUntil('2026-11-23T09:15:00Z', 1800);
  await answerAs(world, 'ann', { date: monday });
  await world.runUntil('2026-11-23T12:00:00Z', 1800);
  await world.changeMeeting({ isEnabled: false });
  await world.runUntil('2026-12-01T12:00:00Z', 36_000);
  return world;
};

/** Wraps a store and records the beginnings of all ranges whose rows are read with their values. */
const reading = (store: TableStore, seen: string[]): TableStore =>
  new Proxy(store, {
    get(target, name, receiver) {
      if (name !== 'scan') return Reflect.get(target, name, receiver) as unknown;
      return (...args: Parameters<TableStore['scan']>) => {
        if (args[3]?.keysOnly !== true) seen.push(args[2].from);
        return target.scan(...args);
      };
    },
  });

const key = (date: string) => ({ teamId: aTeamId(), meetingId: aMeetingId(), date: aDate(date) });

describe('the trends of a report by week', () => {
  it('count the completed runs of each whole week', async () => {
    const shown = await trends(await twoRuns());
    expect([shown.from, shown.to, shown.weeks.length]).toEqual(['2026-11-02', '2026-11-29', 5]);
    expect(shown.weeks.map(({ runs, asked, answered }) => [runs, asked, answered])).toEqual([
      ...[
        [0, 0, 0],
        [0, 0, 0],
        [1, 2, 2],
        [1, 2, 1],
        [0, 0, 0],
      ],
    ]);
    expect(shown.weeks[2]).toMatchObject({ from: '2026-11-16', waits: { answers: 2, median: 20, p90: 35 } });
    expect(shown.weeks[3]).toMatchObject({ from: '2026-11-23', waits: { answers: 1, median: 15, p90: 15 } });
    expect(shown.total).toMatchObject({ runs: 2, asked: 4, answered: 3, waits: { answers: 3, median: 15, p90: 35 } });
    expect(shown.claims.participation).toEqual({ is: 'TOO_FEW', unit: 'ASKED', have: 0, needed: 20 });
  });

  it('begin weeks on the chosen day', async () => {
    const shown = await trends(await twoRuns(), { weekStart: 'saturday' });
    expect(shown.weeks.map(({ from, runs }) => [from, runs]).slice(1, 4)).toEqual([
      ['2026-11-07', 0],
      ['2026-11-14', 1],
      ['2026-11-21', 1],
    ]);
  });

  it('count blockers when they begin and when they end', async () => {
    const world = await twoRuns();
    const shown = await trends(world);
    expect(shown.weeks[2]?.blockers).toEqual({ opened: 1, resolved: 0, daysOpen: null });
    // Monday's answer did not block, so the blocker lasted one working day.
    expect(shown.weeks[3]?.blockers).toEqual({ opened: 0, resolved: 1, daysOpen: 1 });
    expect(shown.hasBlockers).toBe(true);
  });

  it('keep counting a blocker after the member reports another one', async () => {
    const world = await daily(['ann']);
    const blocked = { blocked: 'Yes', what: 'No keys' };
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    await answerAs(world, 'ann', { change: blocked });
    await resolveBlockerOf(world.answering, world.actor('ann'), {
      meetingId: aMeetingId(),
      memberId: world.member('ann'),
    });
    await world.runUntil('2026-11-23T09:05:00Z', 1800);
    await answerAs(world, 'ann', { date: monday, change: blocked });
    await world.runUntil('2026-11-30T06:00:00Z', 36_000);
    const shown = await trends(world);
    expect(shown.weeks.map((week) => week.blockers?.opened)).toEqual([0, 0, 1, 1, 0]);
    expect(shown.total.blockers).toEqual({ opened: 2, resolved: 1, daysOpen: 0 });
    expect(shown.blockersFrom).toBeNull();
  });

  it('returns the first day with known blockers if an earlier version wrote the row', async () => {
    const world = await twoRuns();
    const records = inOrg(world.store, world.orgId);
    const of = { teamId: aTeamId(), meetingId: aMeetingId(), memberId: world.member('ann') };
    const row = await records.get(blocker, of);
    if (row === undefined) throw new Error('Ann has a blocker.');
    const { past, ...older } = row.value;
    expect(past).toEqual({ from: null, ended: [] });
    await records.replace(blocker, of, older, row.etag);
    const shown = await trends(world);
    expect(shown.blockersFrom).toBe(friday);
    expect(shown.weeks.map((week) => week.blockers?.opened ?? null)).toEqual([null, null, null, 0, 0]);
    expect(shown.claims.blockers).toEqual({ is: 'TOO_FEW', unit: 'WEEKS', have: 1, needed: 4 });
  });

  it('leave out open and cancelled runs', async () => {
    const world = await daily();
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    await answerAs(world, 'ann', { change: { blocked: 'Yes', what: 'No keys' } });
    const run = { orgId: world.orgId, teamId: world.teamId, meetingId: aMeetingId(), date: aDate(friday) };
    await cancelRun(world.deps, { ...run, reason: 'CANCELLED_TODAY', actor: 'ann' });
    await world.runUntil('2026-11-23T09:05:00Z', 1800);
    const shown = await trends(world);
    expect(shown.weeks.every(({ runs }) => runs === 0)).toBe(true);
    expect(shown.openRuns).toBe(1);
    // The blocker began in the cancelled run, which counts in no figure.
    expect(shown.weeks.map((week) => week.blockers?.opened)).toEqual([0, 0, 0, 0, 0]);
  });

  it('read no answer if the counts of the runs have all figures', async () => {
    const world = await twoRuns();
    const seen: string[] = [];
    await trends(world, {}, reading(world.store, seen));
    expect(seen.filter((from) => from.startsWith('D|'))).toEqual([]);
  });

  it('read the answers of a run whose counts an earlier version wrote, and return the same figures', async () => {
    const world = await twoRuns();
    const before = await trends(world);
    const records = inOrg(world.store, world.orgId);
    for (const date of [friday, monday]) {
      const row = await records.get(daySummary, key(date));
      if (row === undefined) throw new Error('The run has counts.');
      const { measures, figures, ...older } = row.value;
      expect(measures?.waits.length).toBe(date === friday ? 2 : 1);
      await records.replace(daySummary, key(date), { ...older, ...(figures == null ? {} : { figures: [] }) }, row.etag);
    }
    const seen: string[] = [];
    expect(await trends(world, {}, reading(world.store, seen))).toEqual(before);
    expect(seen.filter((from) => from.startsWith('D|'))).toHaveLength(2);
  });

  it('count a run of an earlier version with too many answers, and show that the other figures lack it', async () => {
    const world = await twoRuns();
    const records = inOrg(world.store, world.orgId);
    const row = await records.get(daySummary, key(friday));
    if (row === undefined) throw new Error('The run has counts.');
    await records.replace(daySummary, key(friday), { ...row.value, answered: 20_001, measures: null }, row.etag);
    world.plants(/its R row has answered/);
    const shown = await trends(world);
    expect(shown.unreadRuns).toBe(1);
    expect(shown.total).toMatchObject({ answered: 20_002, waits: { answers: 1 } });
  });

  it.each([
    [2, { goalsDone: 0, goalsSettled: 0 }],
    [3, { goalsDone: 3, goalsSettled: 6 }],
  ])('have the goals of %d members if they are at least three, also from an earlier version', async (count, goals) => {
    const people = ['ann', 'bob', 'cy'];
    const world = await daily(people);
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    for (const name of people.slice(0, count)) await answerAs(world, name);
    await world.runUntil('2026-11-23T09:05:00Z', 1800);
    for (const name of people.slice(0, count))
      await answerAs(world, name, { date: monday, goals: [goalId('Fix sign-in')] });
    await world.runUntil('2026-12-01T12:00:00Z', 36_000);
    expect((await trends(world)).total).toMatchObject(goals);
    expect((await trends(world)).hasGoals).toBe(true);
    const records = inOrg(world.store, world.orgId);
    const row = await records.get(daySummary, key(monday));
    if (row?.value.measures == null) throw new Error('The run has measures.');
    const { goalOwners, ...measures } = row.value.measures;
    expect(goalOwners).toBe(count);
    await records.replace(daySummary, key(monday), { ...row.value, measures }, row.etag);
    expect((await trends(world)).total).toMatchObject(goals);
  });

  it('show no goals of two members if the stored number of members is wrong, which verification finds', async () => {
    const world = await twoRuns();
    const records = inOrg(world.store, world.orgId);
    const row = await records.get(daySummary, key(monday));
    if (row?.value.measures == null) throw new Error('The run has measures.');
    const measures = { ...row.value.measures, goalOwners: 2 };
    await records.replace(daySummary, key(monday), { ...row.value, measures }, row.etag);
    expect((await trends(world)).total.goalsSettled).toBe(0);
    world.plants(/its R row has other times to answer or settled goals than its answers/);
  });

  it('keep the answers of a member who left', async () => {
    const world = await twoRuns();
    await world.changeMember('bob', { leftOn: '2026-11-24T09:10:00.000Z' as never });
    expect((await trends(world)).total).toMatchObject({ asked: 4, answered: 3 });
  });
});

describe('the trends after an erasure and after the retention', () => {
  const deletion = (world: World) => ({ ...world.deps, newId: () => idOf('n') });

  it('keep the counts of an erased member, without the member’s blockers', async () => {
    const world = await twoRuns();
    const before = await trends(world);
    const place = { orgId: world.orgId, teamId: world.teamId };
    const erased = { memberId: world.member('ann'), names: ['ann'], replacement: 'Former member' };
    await eraseInTeam(deletion(world), place, erased, anInstant('2026-12-01T12:00:00Z'));
    const after = await trends(world);
    const blockers = { opened: 0, resolved: 0, daysOpen: null };
    expect(before.total.blockers).toMatchObject({ opened: 1, resolved: 1 });
    expect(after.total).toEqual({ ...before.total, blockers });
    world.plants(/./);
  });

  it('forget the dates of blockers that are older than the retention', async () => {
    const world = await twoRuns();
    const records = inOrg(world.store, world.orgId);
    const of = { teamId: aTeamId(), meetingId: aMeetingId(), memberId: world.member('ann') };
    const row = await records.get(blocker, of);
    const organisation = await records.get(orgKind, undefined);
    if (row === undefined || organisation === undefined) throw new Error('The world has a blocker.');
    const ended = ['2026-10-15', '2026-11-12'].map((since) => ({ since: aDate(since), closedAt: null }));
    await records.replace(blocker, of, { ...row.value, past: { from: null, ended } }, row.etag);
    await records.replace(orgKind, undefined, { ...organisation.value, retentionDays: 30 }, organisation.etag);
    await trimOrganisation(deletion(world), world.orgId);
    expect((await records.get(blocker, of))?.value.past).toEqual({ from: null, ended: ended.slice(1) });
  });
});

describe('the trends of a team by week', () => {
  it('combine all reports, also a deleted one, with the hours of each', async () => {
    const world = await twoRuns();
    const records = inOrg(world.store, world.orgId);
    const other = aMeetingId('other');
    const counts = { state: 'COMPLETED', asked: 3, answered: 1, goals: 0, blockers: 0, late: 0 } as const;
    const where = { teamId: aTeamId(), meetingId: other, date: aDate(monday) };
    const first = await records.get(daySummary, key(monday));
    await records.insert(daySummary, where, { ...counts, date: aDate(monday), measures: first?.value.measures });
    const run = await world.store.get('Team', { pk: first?.key.pk ?? '', rk: `D|${monday}|${aMeetingId()}|0` });
    if (run === undefined) throw new Error('The run exists.');
    await world.store.insert('Team', {
      ...{ pk: run.pk, rk: `D|${monday}|${other}|0` },
      values: { ...run.values, meetingId: other, meetingName: 'Deleted' },
    });
    await records.insert(meetingPointer, { meetingId: other }, { meetingId: other, teamId: aTeamId() });
    const minutes = { [aMeetingId()]: 30, [other]: 45 };
    const own = { date: aDate(monday), memberId: world.member('bob') };
    const sheetKey = { teamId: aTeamId(), ...own };
    await records.insert(sheet, sheetKey, { ...own, tasks: [], minutes: 90, byMeeting: minutes, moved: {} });
    world.plants(/Deleted|other|its R row|sheet|minutes|deliver|prompt|names|has neither|S\|/);
    const shown = await trends(world, { meetingId: undefined });
    expect(shown.total).toMatchObject({ runs: 3, asked: 7, answered: 4 });
    const hours = shown.hours.map(({ name, minutes: sum }) => [name, sum]);
    expect(hours).toEqual(
      expect.arrayContaining([
        ['Deleted', 45],
        ['Daily stand-up', expect.any(Number)],
        ['', 15],
      ]),
    );
    expect((await trends(world)).hours.map(({ name }) => name)).toEqual(['Daily stand-up']);
    expect((await trends(world, { meetingId: other })).total).toMatchObject({ runs: 1, asked: 3 });
  });

  it('are empty for a team without runs', async () => {
    const shown = await trends(await daily(), { meetingId: undefined });
    expect(shown).toMatchObject({ hours: [], questions: [], openRuns: 0, unreadRuns: 0, blockersFrom: null });
    expect(shown.total).toMatchObject({ runs: 0, waits: null, blockers: { opened: 0 } });
  });
});

describe('over HTTP', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startTestApp();
  });
  afterEach(() => app.stop());

  it('are returned only to the team', async () => {
    const { own, other, foreign } = await openDay(app);
    const teamId = aTeamId('platform');
    expect((await app.get('bob', trendsCall, { teamId, meetingId: own.id, weeks: '26' })).weeks).toHaveLength(27);
    expect((await app.get('bob', trendsCall, { teamId })).weeks).toHaveLength(13);
    expect((await app.ask(null, trendsCall, { teamId })).status).toBe(401);
    expect((await app.ask('eve', trendsCall, { teamId })).status).toBe(404);
    for (const { id } of [other, foreign])
      expect((await app.ask('bob', trendsCall, { teamId, meetingId: id })).status).toBe(404);
    for (const bad of [{ weeks: '5' }, { weeks: '-4' }, { weekStart: 'noon' }])
      expect((await app.ask('bob', trendsCall, { teamId, ...bad } as never)).status).toBe(400);
  });
});
