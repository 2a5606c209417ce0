import type { MemberId, OrgId } from '#contracts/ids.ts';
import { mostAtOnce } from '../domain/rates.ts';
import { outbox } from '../store/kinds/work.ts';
import { deleteRows, fallbackMail, runRefOf, writeOutbox } from '../services/outboxRows.ts';
import { isAsking } from '../services/paying.ts';
import { inOrg } from '../store/kind.ts';
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
import { readContext, runName } from './runContext.ts';
import type { RunContext } from './runContext.ts';

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

const groupBy = <T>(all: readonly T[], nameOf: (one: T) => string): T[][] => {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(nameOf(one));
    if (group === undefined) groups.set(nameOf(one), [one]);
    else group.push(one);
  }
  return [...groups.values()];
};

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
const withFallbacks = async (deps: JobDeps, context: RunContext, handled: readonly Handled[]): Promise<Handled[]> => {
  const all = handled.map((one) => ({ one, mail: fallbackOf(context, one) }));
  try {
    await writeOutbox(
      deps.store,
      all.flatMap(({ mail }) => mail ?? []),
    );
    return [...handled];
  } catch (error) {
    deps.log.error('fallback.failed', error, { orgId: context.run.orgId });
    const outcome: Outcome = { is: 'LATER', notBefore: deps.clock.now() + storeRetryMs, counts: false };
    return all.map(({ one, mail }) => (mail === undefined ? one : { ...one, outcome }));
  }
};

interface Wave {
  readonly messages: readonly Message[];
  /** That they make. */
  readonly requests: number;
}

/** At most `perTenant` messages each, and no more requests than may go at once. */
const wavesOf = (context: RunContext, messages: readonly Message[], perTenant: number): Wave[] => {
  const waves: Wave[] = [];
  for (const message of messages) {
    const requests = requestsFor(context, message);
    const last = waves.at(-1);
    if (last === undefined || last.messages.length === perTenant || last.requests + requests > mostAtOnce)
      waves.push({ messages: [message], requests });
    else waves[waves.length - 1] = { messages: [...last.messages, message], requests: last.requests + requests };
  }
  return waves;
};

/** Messages of one run; they count as on their way until their marks are written. */
const wave = (
  deps: JobDeps,
  state: SenderState,
  context: RunContext,
  { messages, requests }: Wave,
  judgedAt: number,
): Promise<Handled[]> => {
  const { orgId } = context.run;
  // What will not be sent any more in this lease waits for no rate either.
  const isOver = (): boolean => state.isStopping() || !messages.some(({ claimed }) => mayBegin(deps, claimed.lease));
  return state.lanes.run(
    orgId,
    messages.length,
    () => (isOver() ? Promise.resolve() : state.buckets.ready(orgId, requests)),
    async () => {
      const answered = await state.buckets.spend(orgId, isOver() ? 0 : requests, () =>
        Promise.all(
          messages.map(async (message) => ({
            message,
            outcome: await sendMessage(deps, state, context, { message, judgedAt }),
          })),
        ),
      );
      if (answered.some((one) => one.outcome.is === 'STOP')) state.stoppedUntil = deps.clock.now() + stopMs;
      const handled = await withFallbacks(deps, context, answered);
      await mark(deps, context, handled);
      return handled;
    },
  );
};

const sendRun = async (
  deps: JobDeps,
  state: SenderState,
  messages: readonly Message[],
  contextOf: (first: Message) => Promise<RunContext>,
): Promise<Handled[]> => {
  const [first] = messages;
  if (first === undefined) return [];
  const context = await contextOf(first);
  const now = deps.clock.now();
  const judged = messages.map((message) => ({
    message,
    outcome: judgeMessage(context, message, now, deps.restoredAt),
  }));
  const settled = judged.flatMap(({ message, outcome }) => (outcome === undefined ? [] : [{ message, outcome }]));
  await mark(deps, context, settled);
  const rest = judged.filter((one) => one.outcome === undefined).map((one) => one.message);
  const handled: Handled[] = [...settled];
  const { perTenant } = deps.settings;
  for (const one of wavesOf(context, rest, perTenant)) handled.push(...(await wave(deps, state, context, one, now)));
  return handled;
};

const isOver = ({ outcome }: Handled): boolean =>
  outcome.is === 'SENT' || outcome.is === 'DONE' || outcome.is === 'SKIPPED' || outcome.is === 'FAILED';

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

/** A run whose store calls fail is looked at again soon; what was marked by then is not sent twice. */
const sendRunSafely = async (
  deps: JobDeps,
  state: SenderState,
  run: readonly Message[],
  contextOf: (first: Message) => Promise<RunContext>,
): Promise<Handled[]> => {
  try {
    return await sendRun(deps, state, run, contextOf);
  } catch (error) {
    deps.log.error('run.sendFailed', error, { orgId: run[0]?.claimed.row.orgId ?? null });
    const notBefore = deps.clock.now() + storeRetryMs;
    return run.map((message) => ({ message, outcome: { is: 'LATER', notBefore, counts: false } }));
  }
};

const isWord = (message: Message): boolean => message.kind === 'bcast';

/**
 * The messages of a tenant in the order in which they go, those of a run together. When the words to channels are more than
 * may go at once, they would hold up questions of the runs behind them: they go last, by what then holds.
 */
const inOrder = (messages: readonly Message[]): Message[][] => {
  const words = messages.filter(isWord);
  const ordered = words.length > mostAtOnce ? [messages.filter((one) => !isWord(one)), words] : [messages];
  return ordered.flatMap((some) => groupBy(some, (one) => runName(one.claimed.row)));
};

/** The runs of one tenant, one after the other. Without their ledger rows, prompts are not over yet. */
const sendTenant = async (
  deps: JobDeps,
  state: SenderState,
  orgId: OrgId,
  messages: readonly Message[],
): Promise<Handled[]> => {
  const handled: Handled[] = [];
  let asking: Promise<boolean> | undefined;
  const isAskingNow = (): Promise<boolean> => (asking ??= isAsking(deps, inOrg(deps.store, orgId)));
  const contextOf = async (first: Message): Promise<RunContext> => {
    const mayAsk = await isAskingNow();
    return readContext(deps, runRefOf(first.claimed.row), { withPlans: true, mayAsk });
  };
  for (const run of inOrder(messages)) handled.push(...(await sendRunSafely(deps, state, run, contextOf)));
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
export const sendLot = async (
  deps: JobDeps,
  state: SenderState,
  rows: readonly Stored<OutboxRow>[],
): Promise<number> => sendClaimed(deps, state, await claimAll(deps, rows));
