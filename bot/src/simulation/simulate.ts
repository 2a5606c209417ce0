import { AppError } from '#contracts/errors.ts';
import { noMetrics } from '../domain/metrics.ts';
import { noTracer } from '../domain/tracing.ts';
import { shardOf } from '../domain/ids.ts';
import { createUlids } from '../gateways/ulids.ts';
import { createEngine } from '../jobs/heartbeat.ts';
import { jobSettings } from '../jobs/jobDeps.ts';
import type { JobDeps } from '../jobs/jobDeps.ts';
import { createAccountWork } from '../jobs/mail.ts';
import { saveAnswer } from '../services/answers.ts';
import type { AnswerDeps } from '../services/answers.ts';
import { createCardSigner } from '../services/cardSigning.ts';
import type { Log } from '../services/deps.ts';
import { codeKeys } from '../services/codes.ts';
import { createRunCache } from '../services/runCache.ts';
import { duePartition, outboxPartition } from '../store/kinds/work.ts';
import type { TableStore } from '../store/port.ts';
import { openSqliteStore } from '../store/sqlite/open.ts';
import { scanRows } from '../store/kind.ts';
import { wordsFor } from '../text.ts';
import { bringIn, personOf, rosters } from './cast.ts';
import type { Cast } from './cast.ts';
import { createRecorder, lineKinds } from './recorder.ts';
import type { Line } from './recorder.ts';
import type { Scenario } from './scenario.ts';

// Plays a scenario at full speed: the clock jumps from one piece of work to the next, and the real engine does it.

/** A line as it is printed: with the scenario's own ids. */
export type PrintedLine = Omit<Line, 'meetingId' | 'memberId'> & {
  readonly meetingId: string;
  readonly memberId?: string;
};

export interface SimulationOut {
  readonly line: (line: PrintedLine) => void;
  /** What went wrong without ending the simulation: refused answers, errors of the engine. */
  readonly note: (text: string) => void;
}

/** Between two beats of a process that runs. */
const beatMs = 5_000;

interface Play {
  readonly scenario: Scenario;
  readonly deps: AllDeps;
  readonly cast: Cast;
  readonly shard: string;
  readonly moveTo: (ms: number) => void;
  /** What the process under simulation has that runs now. */
  readonly process: { engine: ReturnType<typeof createEngine> | undefined };
}

type AllDeps = JobDeps & AnswerDeps;
type ScenarioAnswer = Scenario['answers'][number];

const downUntil = ({ downtime }: Scenario, ms: number): number | undefined =>
  downtime
    .filter((one) => one.from <= ms && ms < one.to)
    .reduce<number | undefined>((to, one) => Math.max(to ?? 0, one.to), undefined);

/** Epoch ms at which a shard has something to do again. What could have been done by now and was not waits for the next beat. */
export const nextWork = async (store: TableStore, shard: string, now: number): Promise<number> => {
  let next = Number.POSITIVE_INFINITY;
  for await (const { values } of scanRows(store, 'Due', duePartition(shard), { from: '0', to: '~' })) {
    if (values['parkedReason'] !== undefined) continue;
    // In the order of their time: the first that is not parked is the next.
    next = Math.max(now + beatMs, Date.parse(String(values['at'])));
    break;
  }
  for await (const { values } of scanRows(store, 'Outbox', outboxPartition(shard), { from: '0', to: '~' })) {
    if (values['parkedReason'] !== undefined) continue;
    const times = [values['notBefore'], values['lease']].filter((one) => typeof one === 'string');
    next = Math.min(next, Math.max(now + beatMs, ...times.map((one) => Date.parse(one))));
  }
  return next;
};

/** Who answers while the server is down tries again when it is back. */
const answerMoment = (scenario: Scenario, { at }: ScenarioAnswer): number => downUntil(scenario, at) ?? at;

const giveAnswer = async ({ deps, cast }: Play, answer: ScenarioAnswer, note: SimulationOut['note']): Promise<void> => {
  const { meetingId, memberId, date } = answer;
  const refused = (why: string): void => {
    note(`The answer of ${memberId} to ${meetingId} for ${date} is refused: ${why}`);
  };
  const about = cast.meetings.get(meetingId);
  const actor = cast.actors.get(memberId);
  if (about === undefined || actor === undefined) {
    refused('the meeting is switched off.');
    return;
  }
  const values = Object.fromEntries(
    Object.entries(answer.values).flatMap(([name, value]) => {
      const id = about.questions.get(name);
      return id === undefined ? [] : [[id, value]];
    }),
  );
  try {
    await saveAnswer(deps, actor, { meetingId: about.meeting.id, date, values, goals: [] });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    refused(deps.words('en')(error.details.message ?? `error.${error.code}`, error.details.values));
  }
};

/** All that is due now, then the answers of this moment, then what follows from those. */
const playMoment = async (
  play: Play,
  answers: readonly ScenarioAnswer[],
  note: SimulationOut['note'],
): Promise<void> => {
  const { process, deps } = play;
  process.engine ??= createEngine({ ...deps, instanceId: deps.newId() });
  await process.engine.beat();
  for (const answer of answers) await giveAnswer(play, answer, note);
  if (answers.length > 0) await process.engine.beat();
};

const playAll = async (play: Play, flush: () => void, note: SimulationOut['note']): Promise<void> => {
  const { scenario, deps, process } = play;
  const answers = [...scenario.answers].sort((a, b) => a.at - b.at);
  let at = scenario.start;
  while (at <= scenario.end) {
    const back = downUntil(scenario, at);
    if (back !== undefined) {
      process.engine = undefined;
      at = back;
      continue;
    }
    play.moveTo(at);
    const moment = at;
    const first = answers.findIndex((one) => answerMoment(scenario, one) > moment);
    await playMoment(play, answers.splice(0, first === -1 ? answers.length : first), note);
    flush();
    const [next] = answers;
    const nextAnswer = next === undefined ? Number.POSITIVE_INFINITY : answerMoment(scenario, next);
    at = Math.max(Math.min(await nextWork(deps.store, play.shard, deps.clock.now()), nextAnswer), deps.clock.now());
  }
};

const logTo = (note: SimulationOut['note']): Log => ({
  info: () => undefined,
  warn: () => undefined,
  error: (event, error) => {
    note(`${event}: ${error instanceof Error ? error.message : String(error)}`);
  },
});

/** The clock of a simulation stands still but where somebody waits. */
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

/** By time; what happens at one instant always in the same order, whatever order the store has its ids in. */
const inOrder = (a: PrintedLine, b: PrintedLine): number => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0);

/** Plays the scenario and says every line in the order of its time. Throws ScenarioError for what the product would refuse. */
export const simulate = async (scenario: Scenario, out: SimulationOut): Promise<void> => {
  const process: Play['process'] = { engine: undefined };
  const isDown = (): boolean => downUntil(scenario, time.clock.now()) !== undefined;
  const time = createTime(scenario.start - 1, () => {
    if (isDown()) process.engine?.halt();
  });
  const { clock } = time;
  const refusing = new Set(
    scenario.teams.flatMap((team) => team.members.filter((one) => one.unreachable).map((one) => one.id)),
  );
  const recorder = createRecorder(clock, { isUnreachable: (user) => refusing.has(personOf(user)), isDown });
  const store = openSqliteStore({ file: ':memory:' });
  const messenger = { ...rosters(scenario), ...recorder.messenger };
  const shared = {
    ...{ store: recorder.watch(store), clock, messenger, log: logTo(out.note), newId: createUlids(clock) },
    ...{
      words: wordsFor,
      publicUrl: 'https://rollcall.simulation',
      presenter: recorder.presenter,
      mail: recorder.mail,
    },
    ...{ signer: createCardSigner(['the simulation sends no card to anybody']), runs: createRunCache() },
    ...{ trialDays: 36_500, isBillingEnabled: false, meetingTypes: ['STANDUP', 'RETRO'] as const },
  };
  const cast = await bringIn(shared, scenario);
  const shard = shardOf(cast.orgId);
  const settings = { ...jobSettings, shards: [shard] };
  const job = { ...shared, settings, random: () => 0.5, codeKeys: codeKeys(['the simulation gives nobody a code']) };
  const deps = {
    ...job,
    accountWork: createAccountWork(job),
    sleep: time.sleep,
    clockSkewMs: () => undefined,
    instanceId: '',
    metrics: noMetrics,
    tracer: noTracer,
  };
  const nameOf = (id: string): string => cast.names.get(id) ?? id;
  const flush = (): void => {
    const lines = recorder.take().map((line) => printed(line, nameOf));
    for (const line of lines.sort(inOrder)) if (Date.parse(line.at) <= scenario.end) out.line(line);
  };
  await playAll({ scenario, deps, cast, shard, moveTo: time.moveTo, process }, flush, out.note);
  await store.close();
};
