import type { MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { personAddress } from '../../../bot/src/domain/core/chatAddressParts.ts';
import { noMetrics } from '../../../bot/src/domain/observability/metricsPort.ts';
import { noTracer } from '../../../bot/src/domain/observability/tracerPort.ts';
import type { Actor } from '../../../bot/src/services/core/actor.ts';
import type { AnswerDeps } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { createCardSigner } from '../../../bot/src/services/core/cardSigner.ts';
import type { Sender } from '../../../bot/src/services/tenancy/chatEventTypesAndTextRepair.ts';
import type { Log } from '../../../bot/src/services/core/deps.ts';
import { planNextRun } from '../../../bot/src/services/runs/planNextRun.ts';
import { zonesOfMeetingMembers } from '../../../bot/src/services/runs/zonesOfMeetingMembers.ts';
import { createRunCache } from '../../../bot/src/services/runs/runAndMeetingCache.ts';
import type { StartDeps } from '../../../bot/src/services/chatCommands/startCommand.ts';
import { createEngine } from '../../../bot/src/jobs/engine/engineAndHeartbeat.ts';
import type { Engine } from '../../../bot/src/jobs/engine/engineAndHeartbeat.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import type { JobDeps } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { findingLine } from '../../../bot/src/store/admin/storeCheckFinding.ts';
import { verifyStore } from '../../../bot/src/store/admin/verifyStore.ts';
import {
  meeting as meetingKind,
  meetingName,
  meetingPointer,
} from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { dayHoliday, dayVacation } from '../../../bot/src/store/kinds/daysOff/vacationsAndHolidays.ts';
import { team as teamKind } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { TableAdmin, TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { normalName } from '../../../bot/src/contracts/core/normaliseNamesAndFoldAccents.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import {
  aDate,
  aMeeting,
  aMeetingId,
  aMemberId,
  anOrgId,
  aTeamId,
  aZone,
  idOf,
} from '../data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../data/fakeClock.ts';
import type { FakeClock } from '../data/fakeClock.ts';
import { hasOnlyRowWork, runHeartbeatsWithWork } from './runHeartbeatsWithWork.ts';
import { createFakeMessenger } from '../fakes/fakeMessenger.ts';
import type { FakeMessenger } from '../fakes/fakeMessenger.ts';
import { fakePresenter } from '../fakes/fakePresenterAndShownModels.ts';
import { defaultPlatform } from '../fakes/fakeChatPlatforms.ts';
import type { FakePlatform } from '../fakes/fakeChatPlatforms.ts';
import { aTeamMember, oidOf, seedPeople, seedTenant, tid } from '../data/seedTenantsAndTeamMembers.ts';
import type { TeamMember } from '../data/seedTenantsAndTeamMembers.ts';

// Creates an organisation with one team on an in-memory store, with the engine and the services.

export const quietLog = (): Log & { readonly errors: string[] } => {
  const errors: string[] = [];
  return {
    errors,
    info: () => undefined,
    warn: () => undefined,
    error: (event, error) => {
      errors.push(`${event}: ${error instanceof Error ? error.message : String(error)}`);
    },
  };
};

export interface WorldOptions {
  readonly start?: string;
  readonly people?: readonly string[];
  readonly zones?: Readonly<Record<string, string>>;
  readonly store?: TableStore;
  /** The chat platform; `defaultPlatform` if it is missing. */
  readonly platform?: FakePlatform;
}

/** One installation. Its instances share a store, a clock and a chat service. */
export interface World {
  readonly orgId: OrgId;
  readonly teamId: TeamId;
  readonly store: TableStore;
  readonly clock: FakeClock;
  /** The fields that rows of this world's chat platform have. */
  readonly chat: FakePlatform['stored'];
  readonly messenger: FakeMessenger;
  readonly log: ReturnType<typeof quietLog>;
  readonly deps: JobDeps;
  readonly answering: AnswerDeps & Pick<JobDeps, 'isBillingEnabled'>;
  readonly starting: StartDeps;
  readonly engine: Engine;
  actor(name: string, change?: Partial<Actor>): Actor;
  sender(name: string): Sender;
  member(name: string): MemberId;
  /** Saves a meeting and plans its runs, as the service does. */
  meeting(change?: Partial<Meeting>): Promise<Meeting>;
  holiday(date: string): Promise<void>;
  vacation(name: string, date: string): Promise<void>;
  changeMember(name: string, change: Partial<TeamMember>): Promise<void>;
  changeTeam(change: Partial<ValueOf<typeof teamKind>>): Promise<void>;
  changeMeeting(change: Partial<Meeting>, id?: MeetingId): Promise<Meeting>;
  /**
   * Runs a heartbeat every `everySeconds` until `at`, and the last one at `at`. Heartbeats that find no work are left
   * out.
   */
  runUntil(at: string, everySeconds?: number, engine?: Engine): Promise<void>;
  /** Makes `verify` ignore faults that match, because the test creates them on purpose. */
  plants(fault: RegExp): void;
  /**
   * Fails if the store violates an invariant. After each test, this call follows for every world that the test has not
   * verified.
   */
  verify(): Promise<void>;
  /** Creates another instance of the engine on the same store. */
  instance(name: string, change?: Partial<JobDeps>): Engine;
}

const ids = (clock: FakeClock): (() => string) => {
  let count = 0;
  return () => {
    count += 1;
    return idOf(`new ${clock.now()} ${count}`);
  };
};

/** Returns a `sleep` that moves the clock forward at once and waits for nothing. */
export const fakeSleep = (clock: FakeClock) => async (ms: number) => {
  const until = clock.now() + ms;
  await Promise.resolve();
  if (clock.now() < until) clock.set(until);
};

const plan = async (world: Pick<World, 'store' | 'clock' | 'orgId'>, meeting: Meeting): Promise<void> => {
  const rows = await inOrg(world.store, world.orgId).list(
    teamMember,
    { teamId: meeting.teamId },
    { from: 'M|', to: 'M}' },
  );
  await planNextRun(world, world.orgId, meeting, {
    zones: zonesOfMeetingMembers(
      meeting,
      rows.map((row) => row.value),
    ),
    afterMs: world.clock.now(),
  });
};

const hasAdmin = (store: TableStore): store is TableStore & { readonly admin: TableAdmin } => 'admin' in store;

/** Returns the violated invariants of the store, except those that the test created on purpose. */
export const faultsIn = async (store: TableStore, planted: readonly RegExp[] = []): Promise<string[]> => {
  if (!hasAdmin(store)) throw new Error('Only a store with its admin port can be verified.');
  const { findings } = await verifyStore(store.admin);
  return findings.map(findingLine).filter((line) => !planted.some((item) => item.test(line)));
};

// Worlds that a test has not verified yet. They are verified after each test, because the invariants must hold whatever
// the test does to the engine.
const unverified = new Set<World>();
afterEach(async () => {
  const worlds = [...unverified];
  unverified.clear();
  for (const world of worlds) await world.verify();
});

/** Creates a world that starts on Friday, 20 November 2026, 09:00 in Berlin by default. */
export const aWorld = async (options: WorldOptions = {}): Promise<World> => {
  const { people = ['ann', 'bob'], zones = {}, start = '2026-11-20T08:00:00Z', platform = defaultPlatform } = options;
  const [orgId, teamId] = [anOrgId(), aTeamId()];
  const clock = fakeClock(start);
  const store = options.store ?? openSqliteStore({ file: ':memory:' });
  const messenger = createFakeMessenger(clock, platform);
  const log = quietLog();
  const zoneOf = (name: string) => (zones[name] === undefined ? null : aZone(zones[name]));
  const { serviceUrl, threadId } = platform.stored;
  await seedTenant(store, orgId, tid);
  await seedPeople(
    store,
    { orgId, teamId, tid, threadId, serviceUrl },
    people.map((name) =>
      aTeamMember(name, { timezone: zoneOf(name), teamsUserId: platform.stored.userOf(name), serviceUrl }),
    ),
  );

  const newId = ids(clock);
  const signer = createCardSigner(['a secret of at least thirty-two bytes']);
  const presenter = fakePresenter();
  const shared = {
    store,
    clock,
    log,
    newId,
    translateFor: translateFor,
    signer,
    presenter,
    publicUrl: 'https://rollcall.test',
    isBillingEnabled: true,
  };
  const deps: JobDeps = {
    ...shared,
    messenger,
    sleep: fakeSleep(clock),
    random: () => 0.5,
    instanceId: 'one',
    settings: jobSettings,
    clockSkewMs: () => undefined,
    metrics: noMetrics,
    tracer: noTracer,
  };
  const records = inOrg(store, orgId);
  const engine = createEngine(deps);
  const onlyRowWork = new Set<Engine>([engine]);
  const answering = { ...shared, runs: createRunCache() };
  const put = async (meeting: Meeting): Promise<void> => {
    await plan({ store, clock, orgId }, meeting);
    await records.touch(meetingPointer, { meetingId: meeting.id }, { meetingId: meeting.id, teamId });
    const existing = await records.get(meetingKind, { teamId, meetingId: meeting.id });
    const key = { teamId, meetingId: meeting.id };
    const renamed = normalName(existing?.value.name ?? '') !== normalName(meeting.name);
    await records.transact([
      existing === undefined
        ? records.insertStep(meetingKind, key, meeting)
        : records.replaceStep(meetingKind, key, meeting, existing.etag),
      ...(renamed ? [records.insertStep(meetingName, meeting, { meetingId: meeting.id })] : []),
      ...(renamed && existing !== undefined ? [records.deleteStep(meetingName, existing.value)] : []),
    ]);
  };
  const planted: RegExp[] = [];
  const world: World = {
    orgId,
    teamId,
    store,
    clock,
    chat: platform.stored,
    messenger,
    log,
    deps,
    answering,
    starting: { ...answering, log, isBillingEnabled: true, publicUrl: shared.publicUrl, wake: () => undefined },
    engine,
    member: aMemberId,
    actor: (name, change = {}) => ({
      orgId,
      userId: null,
      memberId: aMemberId(name),
      name,
      role: 'user',
      teamIds: [teamId],
      locale: 'en',
      ...change,
    }),
    sender: (name) => ({
      tid,
      oid: oidOf(name),
      name,
      timezone: null,
      locale: 'en',
      address: personAddress({ tenant: tid, endpoint: serviceUrl, user: platform.stored.userOf(name), chat: null }),
      isInOwnChat: false,
    }),
    meeting: async (change = {}) => {
      const meeting = aMeeting({ teamId, members: people.map((name) => aMemberId(name)), ...change });
      await put(meeting);
      return meeting;
    },
    holiday: async (date) => {
      await records.insert(dayHoliday, { teamId, date: aDate(date) }, { date: aDate(date) });
    },
    vacation: async (name, date) => {
      const memberId = aMemberId(name);
      await records.insert(dayVacation, { teamId, date: aDate(date), memberId }, { memberId, date: aDate(date) });
    },
    changeMember: async (name, change) => {
      const key = { teamId, memberId: aMemberId(name) };
      const row = await records.get(teamMember, key);
      if (row !== undefined) await records.replace(teamMember, key, { ...row.value, ...change }, row.etag);
    },
    changeTeam: async (change) => {
      const row = await records.get(teamKind, { teamId });
      if (row !== undefined) await records.replace(teamKind, { teamId }, { ...row.value, ...change }, row.etag);
    },
    changeMeeting: async (change, id = aMeetingId()) => {
      const row = await records.get(meetingKind, { teamId, meetingId: id });
      if (row === undefined) throw new Error('There is no such meeting.');
      const changed = { ...row.value, rev: row.value.rev + 1, ...change };
      await put(changed);
      return changed;
    },
    runUntil: (at, everySeconds = 60, beating = engine) =>
      runHeartbeatsWithWork(
        { engine: beating, store, clock, mayLeaveOut: onlyRowWork.has(beating) },
        Date.parse(at),
        everySeconds * 1000,
      ),
    plants: (fault) => planted.push(fault),
    verify: async () => {
      unverified.delete(world);
      expect(await faultsIn(store, planted)).toEqual([]);
    },
    instance: (name, change = {}) => {
      const instance = createEngine({ ...deps, instanceId: name, ...change });
      if (hasOnlyRowWork(change)) onlyRowWork.add(instance);
      return instance;
    },
  };
  unverified.add(world);
  return world;
};
