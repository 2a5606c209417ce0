import type { MemberId, OrgId } from '#contracts/ids.ts';
import { outbox } from '../store/kinds/work.ts';
import { deleteRows, fallbackMail, writeOutbox } from '../services/outboxRows.ts';
import type { OutboxRow } from '../services/outboxRows.ts';
import type { RunCache } from '../services/runCache.ts';
import type { Stored } from '../store/kind.ts';
import type { AskedLedger } from './asked.ts';
import { claimAll, mayBegin, release } from './claims.ts';
import type { Claimed } from './claims.ts';
import type { JobDeps } from './jobDeps.ts';
import type { Lanes } from './lanes.ts';
import { writeMarks } from './marks.ts';
import { judgeMessage, messageOf, requestsFor, sendMessage } from './messages.ts';
import type { Message, SendState } from './messages.ts';
import { observeOutcome } from './observe.ts';
import { stopMs } from './outcomes.ts';
import type { Outcome } from './outcomes.ts';
import { createReadings } from './readings.ts';
import type { Readings } from './readings.ts';
import type { RunContext } from './runContext.ts';
import { groupBy, inOrder, wavesOf } from './waves.ts';
import type { Addressed, Wave } from './waves.ts';

// A lot: whole runs of a shard, claimed together, sent in waves and cleared together.

export interface SenderState extends SendState {
  readonly lanes: Lanes;
  readonly asked: AskedLedger;
  readonly runs: RunCache;
}

interface Handled {
  readonly message: Message;
  readonly outcome: Outcome;
}

/** When messages were judged, and by what. */
interface Judging {
  readonly judgedAt: number;
  readonly readings: Readings;
}

const markTries = 3;

/** Tried again at once when the store fails: a message without its mark is sent again when the lease has run out. */
const mark = async (deps: JobDeps, context: RunContext, handled: readonly Handled[]): Promise<void> => {
  const marks = handled.map(({ message: { who, kind, round }, outcome }) => ({ who, kind, round, outcome }));
  for (let attempt = 1; ; attempt += 1) {
    try {
      await writeMarks(deps, context, marks);
      return;
    } catch (error) {
      if (attempt === markTries) throw error;
    }
  }
};

/** Whose chat refused the card gets the questions by mail: at each such try, which is once a week while it lasts. */
const fallbackOf = ({ run, rows, members }: RunContext, { message, outcome }: Handled): OutboxRow | undefined => {
  const occurrence = rows.occurrence?.value;
  const { kind, who } = message;
  const isRefused = kind === 'prompt' && outcome.is === 'FAILED' && outcome.unreachable !== null;
  if (occurrence === undefined || !isRefused) return undefined;
  const hasAddress = (members.get(who as MemberId)?.value.email ?? '') !== '';
  return hasAddress ? fallbackMail(run, occurrence, who as MemberId) : undefined;
};

const storeRetryMs = 5_000;

/** Before the refusals are marked. When the store takes no mail, who needs one is tried again; the others have their cards. */
const withFallbacks = async (
  deps: JobDeps,
  context: RunContext,
  handled: readonly Handled[],
): Promise<readonly Handled[]> => {
  if (!handled.some(({ outcome }) => outcome.is === 'FAILED')) return handled;
  const all = handled.map((one) => ({ one, mail: fallbackOf(context, one) }));
  try {
    await writeOutbox(
      deps.store,
      all.flatMap(({ mail }) => mail ?? []),
    );
    return handled;
  } catch (error) {
    deps.log.error('fallback.failed', error, { orgId: context.run.orgId });
    const outcome: Outcome = { is: 'LATER', notBefore: deps.clock.now() + storeRetryMs, counts: false };
    return all.map(({ one, mail }) => (mail === undefined ? one : { ...one, outcome }));
  }
};

/** What was answered, run by run. A run whose marks fail must not let the others count as arrived before theirs are written. */
const settle = async (
  deps: JobDeps,
  answered: readonly (Handled & Pick<Addressed, 'context'>)[],
): Promise<Handled[]> => {
  // What was read of a run is one object for all of its messages.
  const runs = groupBy(answered, (one) => one.context);
  const settled = await Promise.allSettled(
    runs.map(async (run) => {
      const [first] = run;
      if (first === undefined) return [];
      const handled = await withFallbacks(deps, first.context, run);
      await mark(deps, first.context, handled);
      return handled;
    }),
  );
  return settled.flatMap((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
};

/** A message by what is known of its run when its wave begins. */
interface Judged extends Addressed {
  readonly judgedAt: number;
  /** Undefined: to be sent. */
  readonly outcome: Outcome | undefined;
}

const asItStands = async (
  deps: JobDeps,
  messages: readonly Addressed[],
  { judgedAt, readings }: Judging,
): Promise<Judged[]> => {
  const runs = [...new Set(messages.map((one) => one.context))];
  const known = new Map(await Promise.all(runs.map(async (run) => [run, await readings.current(run)] as const)));
  const now = deps.clock.now();
  return messages.map(({ context: first, message }) => {
    const context = known.get(first) ?? first;
    if (context === first) return { context, message, judgedAt, outcome: undefined };
    return { context, message, judgedAt: now, outcome: judgeMessage(context, message, now, deps.restoredAt) };
  });
};

/** What is not sent after all leaves the rate to others. */
const requestsOf = (judged: readonly Judged[]): number =>
  judged.reduce((sum, one) => sum + (one.outcome === undefined ? requestsFor(one.context, one.message) : 0), 0);

/** Messages of one tenant; they count as on their way until their marks are written. */
const wave = (
  deps: JobDeps,
  state: SenderState,
  orgId: OrgId,
  { messages, requests }: Wave,
  judging: Judging,
): Promise<Handled[]> => {
  // What will not be sent any more in this lease waits for no rate either.
  const isOver = (): boolean =>
    state.isStopping() || !messages.some(({ message }) => mayBegin(deps, message.claimed.lease));
  return state.lanes.run(
    orgId,
    messages.length,
    () => (isOver() ? Promise.resolve() : state.buckets.ready(orgId, requests)),
    async () => {
      const judged = await asItStands(deps, messages, judging);
      const outcomes = await state.buckets.spend(orgId, isOver() ? 0 : requestsOf(judged), () =>
        Promise.all(judged.map(async (one) => one.outcome ?? (await sendMessage(deps, state, one.context, one)))),
      );
      const answered = judged.map(({ context, message }, at) => ({
        context,
        message,
        outcome: outcomes[at] as Outcome,
      }));
      if (answered.some((one) => one.outcome.is === 'STOP')) state.stoppedUntil = deps.clock.now() + stopMs;
      return settle(deps, answered);
    },
  );
};

/** Runs of one tenant that are sent side by side. */
interface TenantRuns {
  readonly orgId: OrgId;
  readonly runs: readonly (readonly Message[])[];
  readonly readings: Readings;
}

/** What need not be sent, marked as such, and what is left to send. */
const judgeRun = async (
  deps: JobDeps,
  run: readonly Message[],
  readings: Readings,
): Promise<{ readonly settled: readonly Handled[]; readonly rest: readonly Addressed[] }> => {
  const [first, ...others] = run;
  if (first === undefined) return { settled: [], rest: [] };
  const context = await readings.first([first, ...others]);
  const now = deps.clock.now();
  const settled: Handled[] = [];
  const rest: Addressed[] = [];
  for (const message of run) {
    const outcome = judgeMessage(context, message, now, deps.restoredAt);
    if (outcome === undefined) rest.push({ context, message });
    else settled.push({ message, outcome });
  }
  await mark(deps, context, settled);
  return { settled, rest };
};

const sendRuns = async (
  deps: JobDeps,
  state: SenderState,
  { orgId, runs, readings }: TenantRuns,
): Promise<Handled[]> => {
  const judgedAt = deps.clock.now();
  const judged = await Promise.all(runs.map((run) => judgeRun(deps, run, readings)));
  const handled = judged.flatMap((one) => one.settled);
  const rest = judged.flatMap((one) => one.rest);
  for (const one of wavesOf(rest, deps.settings.perTenant))
    handled.push(...(await wave(deps, state, orgId, one, { judgedAt, readings })));
  return handled;
};

const over: ReadonlySet<Outcome['is']> = new Set(['SENT', 'DONE', 'MOVED', 'SKIPPED', 'FAILED'] as const);
const isOver = ({ outcome }: Handled): boolean => over.has(outcome.is);

const putBack = async (deps: JobDeps, { message: { claimed }, outcome }: Handled): Promise<void> => {
  const failures = (claimed.row.failures ?? 0) + 1;
  const now = deps.clock.now();
  if (outcome.is === 'LATER')
    await release(deps, claimed, {
      notBefore: outcome.notBefore,
      ...(outcome.counts ? { failures } : {}),
      ...(outcome.isGone ? { isGone: true } : {}),
    });
  if (outcome.is === 'STOP') await release(deps, claimed, { notBefore: now + stopMs });
  if (outcome.is === 'PARK') await release(deps, claimed, { notBefore: now, failures, parkedReason: outcome.reason });
};

/** Who got their prompt, now or before a crash. */
const askedBy = (handled: readonly Handled[]): MemberId[] =>
  handled
    .filter(({ message, outcome }) => message.kind === 'prompt' && (outcome.is === 'SENT' || outcome.is === 'DONE'))
    .map(({ message }) => message.who as MemberId);

/** Runs whose store calls fail are looked at again soon; what was marked by then is not sent twice. */
const sendRunsSafely = async (deps: JobDeps, state: SenderState, some: TenantRuns): Promise<Handled[]> => {
  try {
    return await sendRuns(deps, state, some);
  } catch (error) {
    deps.log.error('run.sendFailed', error, { orgId: some.orgId });
    const notBefore = deps.clock.now() + storeRetryMs;
    return some.runs.flat().map((message) => ({ message, outcome: { is: 'LATER', notBefore, counts: false } }));
  }
};

/** The messages of one tenant. Without their ledger rows, prompts are not over yet. */
const sendTenant = async (
  deps: JobDeps,
  state: SenderState,
  orgId: OrgId,
  messages: readonly Message[],
): Promise<Handled[]> => {
  const handled: Handled[] = [];
  const readings = createReadings(deps, orgId);
  for (const runs of inOrder(messages, deps.settings.perTenant))
    handled.push(...(await state.lanes.alone(orgId, () => sendRunsSafely(deps, state, { orgId, runs, readings }))));
  try {
    await state.asked.record(orgId, askedBy(handled));
    return handled;
  } catch (error) {
    deps.log.error('asked.failed', error, { orgId });
    return handled.filter((one) => one.message.kind !== 'prompt');
  }
};

const sendMessages = async (deps: JobDeps, state: SenderState, claimed: readonly Claimed[]): Promise<number> => {
  const messages = claimed.flatMap((one) => messageOf(one) ?? []);
  const tenants = groupBy(messages, (one) => one.claimed.row.orgId);
  const results = await Promise.all(
    tenants.map((some) => sendTenant(deps, state, some[0]?.claimed.row.orgId ?? ('' as OrgId), some)),
  );
  const handled = results.flat();
  for (const { message, outcome } of handled) observeOutcome(deps, message.kind, outcome);
  const over = handled.filter(isOver);
  await deleteRows(
    deps.store,
    outbox.table,
    over.map((one) => one.message.claimed.key),
  );
  await Promise.all(handled.filter((one) => !isOver(one)).map((one) => putBack(deps, one)));
  return over.length;
};

/** Sees rows through that this instance holds. Returns how many are over. */
export const sendClaimed = (deps: JobDeps, state: SenderState, rows: readonly Claimed[]): Promise<number> =>
  deps.tracer.span('JOB', 'outbox lot', { 'messaging.batch.message_count': rows.length }, () =>
    sendMessages(deps, state, rows),
  );

/** Claims the rows and sees each through. Returns how many are over. */
export const sendLot = async (deps: JobDeps, state: SenderState, rows: readonly Stored<OutboxRow>[]): Promise<number> =>
  sendClaimed(deps, state, await claimAll(deps, rows));
