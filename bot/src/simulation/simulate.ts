import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MeetingReport } from '#contracts/reports/dailyReport.ts';
import { noMetrics } from '../domain/observability/metricsPort.ts';
import { noTracer } from '../domain/observability/tracerPort.ts';
import { shardOf } from '../domain/core/shardOf.ts';
import { createUlids } from '../gateways/ulidGenerator.ts';
import { createEngine } from '../jobs/engine/engineAndHeartbeat.ts';
import { jobSettings } from '../jobs/core/jobDepsAndSettings.ts';
import type { JobDeps } from '../jobs/core/jobDepsAndSettings.ts';
import { createAccountWork } from '../jobs/outbox/sendDueEmailsAndPurge.ts';
import { createCardSigner } from '../services/core/cardSigner.ts';
import type { PdfFonts } from '../gateways/pdfDocumentAndFonts.ts';
import type { Log } from '../services/core/deps.ts';
import { codeKeys } from '../services/identity/emailLinkCodes.ts';
import { sessionKeys } from '../services/identity/sessionKeys.ts';
import { createLimiter } from '../services/rateLimits/storedRateLimiter.ts';
import { getReport } from '../services/reports/getDailyReport.ts';
import { createRunCache } from '../services/runs/runAndMeetingCache.ts';
import { duePartition } from '../store/kinds/due/dueRow.ts';
import { outboxPartition } from '../store/kinds/outbox/outboxRow.ts';
import type { TableStore } from '../store/tableStorePort.ts';
import { openSqliteStore } from '../store/sqlite/openSqlite.ts';
import { scanRows } from '../store/recordKindsAndAccess.ts';
import { translateFor } from '../translate.ts';
import { addSimulatedDigests } from './addSimulatedDigests.ts';
import { addSimulatedPeople, personOf, rosters } from './simulatedTeamsPeopleAndMeetings.ts';
import type { SimulatedPeople } from './simulatedTeamsPeopleAndMeetings.ts';
import { isWithin } from './scenarioFieldSchemas.ts';
import { performAction } from './performAction.ts';
import type { Action, ActingDeps, ActionStage } from './performAction.ts';
import { createRecorder } from './messageRecorder.ts';
import { lineKinds } from './outputLineTypes.ts';
import type { Line } from './outputLineTypes.ts';
import type { Scenario } from './parseScenario.ts';
import { CurrentFaults, faultyMessenger, faultyStore } from './simulatedFaults.ts';
import type { SimulatedProcess } from './simulatedFaults.ts';

// Plays a scenario at full speed: the clock jumps to the instant of the next work, and the engine of the product does
// this work.

export type PrintedLine = Omit<Line, 'meetingId' | 'memberId'> & {
  readonly meetingId: string;
  readonly memberId?: string;
};

export interface SimulationOut {
  readonly line: (line: PrintedLine) => void;
  /** Receives faults that do not end the simulation: refused answers and events, and errors of the engine. */
  readonly note: (text: string) => void;
  /** Receives the final report of each run, with the ids of the scenario. */
  readonly report?: (report: PrintedReport) => void;
}

export type PrintedReport = Omit<MeetingReport, 'meetingId' | 'members'> & {
  readonly meetingId: string;
  readonly date: string;
  readonly members: readonly (Omit<MeetingReport['members'][number], 'memberId'> & { readonly memberId: string })[];
};

const beatMs = 5_000;

interface Running {
  readonly process: SimulatedProcess;
  readonly engine: ReturnType<typeof createEngine>;
}

interface Play {
  readonly stage: ActionStage;
  readonly faults: CurrentFaults;
  readonly shard: string;
  readonly moveTo: (ms: number) => void;
  /** The running instances: usually one, and two in the periods of the scenario that require two. */
  readonly instances: Running[];
  readonly newInstance: () => Running;
}

const downUntil = ({ downtime }: Scenario, ms: number): number | undefined =>
  downtime
    .filter((item) => isWithin(item, ms))
    .reduce<number | undefined>((to, item) => Math.max(to ?? 0, item.to), undefined);

/**
 * Returns the instant of the next work of a shard in epoch ms; Infinity if there is no work. Overdue work waits for the
 * next heartbeat.
 */
export const nextWork = async (store: TableStore, shard: string, now: number): Promise<number> => {
  let next = Number.POSITIVE_INFINITY;
  for await (const { values } of scanRows(store, 'Due', duePartition(shard), { from: '0', to: '~' })) {
    if (values['parkedReason'] !== undefined) continue;
    // The rows are in order of time, so the first row that was not set aside after failures is the next work.
    const at = Date.parse(String(values['at']));
    next = at > now ? at : now + beatMs;
    break;
  }
  for await (const { values } of scanRows(store, 'Outbox', outboxPartition(shard), { from: '0', to: '~' })) {
    if (values['parkedReason'] !== undefined) continue;
    // `notBefore` can be earlier than `at`, but the engine never claims a row before `at`.
    const times = [values['at'], values['notBefore'], values['lease']].filter((item) => typeof item === 'string');
    next = Math.min(next, Math.max(now + beatMs, ...times.map((time) => Date.parse(time))));
  }
  return next;
};

/**
 * Returns the instant at which an action happens. If the server is down at the action's own time, the person tries
 * again when the server is back.
 */
const momentOf = (scenario: Scenario, { at }: Action): number => downUntil(scenario, at) ?? at;

/** Adjusts the number of running instances, and replaces each instance that died. */
const startMissingInstances = ({ instances, faults, newInstance }: Play): void => {
  const running = instances.filter(({ process }) => !process.isDead).slice(0, faults.isDoubled() ? 2 : 1);
  while (running.length < (faults.isDoubled() ? 2 : 1)) running.push(newInstance());
  instances.splice(0, instances.length, ...running);
};

const poll = async (play: Play): Promise<void> => {
  startMissingInstances(play);
  await Promise.all(play.instances.map(({ engine }) => engine.poll()));
};

/**
 * Does all due work, then performs the actions of this instant. After each action, the engine does the work that the
 * action caused.
 */
const playMoment = async (play: Play, actions: readonly Action[], note: SimulationOut['note']): Promise<void> => {
  await poll(play);
  for (const action of actions) {
    const refused = await performAction(play.stage, action);
    if (refused !== undefined) note(refused);
    await poll(play);
  }
};

const actionsOf = (scenario: Scenario): Action[] =>
  [
    ...scenario.events.map((event): Action => ({ at: event.at, event })),
    ...scenario.answers.map((answer): Action => ({ at: answer.at, answer })),
  ].sort((a, b) => a.at - b.at);

const playAll = async (play: Play, flush: () => void, note: SimulationOut['note']): Promise<void> => {
  const { scenario, deps } = play.stage;
  const actions = actionsOf(scenario);
  let at = scenario.start;
  while (at <= scenario.end) {
    const back = downUntil(scenario, at);
    if (back !== undefined) {
      play.instances.length = 0;
      at = back;
      continue;
    }
    play.moveTo(at);
    const moment = at;
    const first = actions.findIndex((action) => momentOf(scenario, action) > moment);
    await playMoment(play, actions.splice(0, first === -1 ? actions.length : first), note);
    flush();
    const [next] = actions;
    const nextAction = next === undefined ? Number.POSITIVE_INFINITY : momentOf(scenario, next);
    at = Math.max(Math.min(await nextWork(deps.store, play.shard, deps.clock.now()), nextAction), deps.clock.now());
  }
};

const logTo = (note: SimulationOut['note']): Log => ({
  info: () => undefined,
  warn: () => undefined,
  error: (event, error) => {
    note(`${event}: ${error instanceof Error ? error.message : String(error)}`);
  },
});

/** Creates the clock of a simulation, which moves only when the code waits or the simulation jumps. */
const createTime = (start: number, onWaited: () => void) => {
  let now = start;
  return {
    clock: { now: () => now },
    moveTo: (ms: number): void => {
      now = Math.max(now, ms);
    },
    sleep: async (ms: number): Promise<void> => {
      const until = now + ms;
      await Promise.resolve();
      now = Math.max(now, until);
      onWaited();
    },
  };
};

const printed = ({ meetingId, memberId, ...line }: Line, nameOf: (id: string) => string): PrintedLine => {
  const { at, kind, date, ...rest } = line;
  const member = memberId === undefined ? {} : { memberId: nameOf(memberId) };
  return { at, kind, meetingId: nameOf(meetingId), date, ...member, ...rest };
};

const rank = ({ at, kind, meetingId, date, memberId }: PrintedLine): string =>
  [at, lineKinds.indexOf(kind), date, meetingId, memberId ?? ''].join('|');

/**
 * Compares lines by time. Lines of the same instant have a fixed order that does not depend on the ids in the store.
 */
const inOrder = (a: PrintedLine, b: PrintedLine): number => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0);

const dayMs = 86_400_000;

/** Outputs the final reports of all runs, as a member of the team sees them. */
const outputReports = async (
  { scenario, deps, people }: ActionStage,
  print: (report: PrintedReport) => void,
): Promise<void> => {
  const nameOf = (id: string): string => people.names.get(id) ?? id;
  for (const [meetingId, { meeting, author }] of people.meetings)
    // In some time zones a date begins before or ends after the same date in UTC, so one more day is read on each side.
    for (let ms = scenario.start - dayMs; ms <= scenario.end + dayMs; ms += dayMs) {
      const date = new Date(ms).toISOString().slice(0, 10) as LocalDate;
      const { reports } = await getReport(deps, author, { teamId: meeting.teamId, meetingId: meeting.id, date });
      for (const report of reports) {
        const members = report.members.map((member) => ({ ...member, memberId: nameOf(member.memberId) }));
        print({ ...report, meetingId, date, members });
      }
    }
};

const fixedDeps = {
  translateFor: translateFor,
  publicUrl: 'https://rollcall.simulation',
  trialDays: 36_500,
  isBillingEnabled: false,
  // The simulation creates no invoice, so it needs no fonts.
  pdfFonts: (): PdfFonts => ({ regular: Buffer.alloc(0), bold: Buffer.alloc(0), more: [] }),
  meetingTypes: ['STANDUP', 'RETRO'] as const,
  metrics: noMetrics,
  tracer: noTracer,
  random: () => 0.5,
  clockSkewMs: () => undefined,
  wake: () => undefined,
  entra: null,
};

/**
 * Returns a function that creates instances of the engine. Each instance has its own access to the chat service and to
 * the store, which ends with the instance.
 */
const instancesOf =
  (
    shared: Omit<JobDeps, 'instanceId'> & Parameters<typeof createAccountWork>[0] & Pick<ActingDeps, 'newId'>,
    faults: CurrentFaults,
    running: readonly Running[],
  ): Play['newInstance'] =>
  () => {
    const process: SimulatedProcess = {
      isDead: false,
      onDeath: () => {
        running.find((item) => item.process === process)?.engine.halt();
      },
    };
    const log: Log = {
      ...shared.log,
      error: (...entry) => {
        if (!process.isDead) shared.log.error(...entry);
      },
    };
    const store = faultyStore(faults, process, shared.store);
    const messenger = { ...shared.messenger, ...faultyMessenger(faults, process, shared.messenger) };
    const job = { ...shared, log, store, messenger, instanceId: shared.newId() };
    return { process, engine: createEngine({ ...job, accountWork: createAccountWork(job) }) };
  };

/**
 * Plays the scenario and outputs every line in order of time. Throws ScenarioError for input that the product would
 * refuse.
 */
export const simulate = async (scenario: Scenario, out: SimulationOut): Promise<void> => {
  const instances: Running[] = [];
  const isDown = (): boolean => downUntil(scenario, time.clock.now()) !== undefined;
  const time = createTime(scenario.start - 1, () => {
    if (isDown()) for (const { engine } of instances) engine.halt();
  });
  const { clock } = time;
  const unreachable = scenario.teams.flatMap((team) => team.members.filter((member) => member.unreachable));
  const refusing = new Set(unreachable.map((item) => item.id));
  const faults = new CurrentFaults(scenario, clock.now);
  const actors: SimulatedPeople['actors'] = new Map();
  const recorder = createRecorder(clock, {
    isUnreachable: (user) => refusing.has(personOf(user)),
    memberOf: (user) => actors.get(personOf(user))?.memberId ?? undefined,
    isDown,
  });
  const store = openSqliteStore({ file: ':memory:' });
  const watched = recorder.watch(store);
  const shared = {
    ...fixedDeps,
    limiter: createLimiter({ store: watched, clock, addressLimiter: null }),
    ...{ store: watched, clock, log: logTo(out.note), newId: createUlids(clock), sleep: time.sleep },
    ...{ messenger: { ...rosters(scenario), ...recorder.messenger } },
    ...{ presenter: recorder.presenter, mail: recorder.mail, runs: createRunCache() },
    signer: createCardSigner(['the simulation verifies no card']),
    codeKeys: codeKeys(['the simulation sends no code']),
    sessionKeys: sessionKeys(['the simulation has no sessions']),
    // The digests of a scenario have no webhooks, so nothing is sent.
    webhooks: { post: () => Promise.resolve() },
  };
  const people: SimulatedPeople = await addSimulatedPeople(shared, scenario, actors);
  await addSimulatedDigests(shared, scenario, people);
  const shard = shardOf(people.orgId);
  const deps: ActingDeps = shared;
  const jobs = { ...shared, settings: { ...jobSettings, shards: [shard] } };
  const stage: ActionStage = { scenario, deps, people, refusing };
  const newInstance = instancesOf(jobs, faults, instances);
  const flush = (): void => {
    const lines = recorder.take().map((line) => printed(line, (id) => people.names.get(id) ?? id));
    for (const line of lines.sort(inOrder)) if (Date.parse(line.at) <= scenario.end) out.line(line);
  };
  await playAll({ stage, faults, shard, moveTo: time.moveTo, instances, newInstance }, flush, out.note);
  time.moveTo(scenario.end);
  if (out.report !== undefined) await outputReports(stage, out.report);
  await store.close();
};
