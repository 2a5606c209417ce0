import type { MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { outbox } from '../../store/kinds/outbox/outboxRow.ts';
import { isMember, messageIn, messageTo } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import { deleteRows } from '../../services/runs/writeOutboxAndDueRows.ts';
import type { OutboxRow } from '../../services/runs/outboxRowAndRunRef.ts';
import type { Stored } from '../../store/recordKindsAndAccess.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import { stopMs, storeRetryMs } from '../core/retryPausesAndParkLimits.ts';
import { claimAll, reschedule } from './claimAndRescheduleOutboxRows.ts';
import type { Claimed } from './claimAndRescheduleOutboxRows.ts';
import type { Message } from './judgeRunMessage.ts';
import { observeOutcome } from './deliveryMetrics.ts';
import type { DeliveryOutcome } from './deliveryOutcomesAndFaultRules.ts';
import { createRunContextCache, runName } from './readAndCacheRunContext.ts';
import { createRecorder } from './records/recordOutcomes.ts';
import type { HandledMessage } from './records/recordOutcomes.ts';
import { sendMessagesOfRuns } from './sendRunMessagesAndSenderState.ts';
import type { SenderState, TenantSend } from './sendRunMessagesAndSenderState.ts';

// Sends a batch: the messages of a shard that were claimed together, usually all messages of one or more runs. Then deletes
// the rows of messages with a final outcome, and postpones the others for a retry.

/**
 * Returns the message of a claimed outbox row; undefined if this version of the product does not support the row's
 * kind or recipient.
 */
export const messageOf = (claimed: Claimed): Message | undefined => {
  const message = messageIn(claimed.row.kind);
  const to = message === undefined ? undefined : messageTo(message.kind, claimed.row.who);
  return message === undefined || to === undefined ? undefined : { claimed, round: message.round, ...to };
};

const groupBy = <T, Key>(all: readonly T[], keyOf: (item: T) => Key): Map<Key, T[]> => {
  const groups = new Map<Key, T[]>();
  for (const item of all) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
};

/** Returns how many messages of one tenant may be in flight at once. It is never more than the chat service accepts. */
export const sideBySide = ({ settings, messenger }: Pick<JobDeps, 'settings' | 'messenger'>): number =>
  Math.min(settings.perTenant, messenger.limits.tenant.mostAtOnce);

const isAnnouncement = (message: Message): boolean => message.kind === 'announcement';
const byRun = (messages: readonly Message[]): Message[][] => [
  ...groupBy(messages, (message) => runName(message.claimed.row)).values(),
];

/**
 * Returns the runs of a tenant in the order in which they are sent, usually one after the other. More announcements
 * than the rate limit allows at once would delay the prompts of later runs. In this case, all announcements are sent
 * last, for up to `perTenant` runs at the same time.
 */
export const sendWindowsOf = (
  messages: readonly Message[],
  { perTenant, mostAtOnce: maxBurst }: { readonly perTenant: number; readonly mostAtOnce: number },
): Message[][][] => {
  const announcements = messages.filter(isAnnouncement);
  if (announcements.length <= maxBurst) return byRun(messages).map((run) => [run]);
  const others = byRun(messages.filter((message) => !isAnnouncement(message))).map((run) => [run]);
  const announced = byRun(announcements);
  const windows = Array.from({ length: Math.ceil(announced.length / perTenant) }, (_, index) =>
    announced.slice(index * perTenant, (index + 1) * perTenant),
  );
  return [...others, ...windows];
};

/**
 * Up to this size, a tenant's batch is sent one message at a time, so that a crash repeats at most one message. At 100
 * ms a message, 50 messages take five seconds. Larger batches would take too long, so they are sent concurrently.
 */
const oneAtATime = 50;

const over: ReadonlySet<DeliveryOutcome['is']> = new Set(['SENT', 'DONE', 'MOVED', 'SKIPPED', 'FAILED'] as const);
const isOver = ({ outcome }: HandledMessage): boolean => over.has(outcome.is);

const rescheduleMessage = async (
  deps: JobDeps,
  { message: { claimed }, outcome, sends }: HandledMessage,
): Promise<void> => {
  const failures = (claimed.row.failures ?? 0) + 1;
  const now = deps.clock.now();
  const counted = sends === undefined ? {} : { sends };
  if (outcome.is === 'LATER')
    await reschedule(deps, claimed, {
      ...counted,
      notBefore: outcome.notBefore,
      ...(outcome.counts ? { failures } : {}),
      ...(outcome.isGone ? { isGone: true } : {}),
      ...(outcome.movedTo === undefined ? {} : { movedTo: outcome.movedTo }),
    });
  if (outcome.is === 'UNRECORDED') {
    const accepted = { ...outcome.sent, isLate: outcome.isLate, at: outcome.at };
    await reschedule(deps, claimed, { ...counted, notBefore: now + storeRetryMs, accepted });
  }
  if (outcome.is === 'STOP') await reschedule(deps, claimed, { ...counted, notBefore: now + stopMs });
  if (outcome.is === 'PARK')
    await reschedule(deps, claimed, { ...counted, notBefore: now, failures, parkedReason: outcome.reason });
};

/** True for a prompt that was sent, now or before a crash (`DONE`: it already has a delivery record). */
const isAsked = ({ message, outcome }: HandledMessage): boolean =>
  (message.kind === 'prompt' || message.kind === 'snoozedPrompt') && (outcome.is === 'SENT' || outcome.is === 'DONE');

const askedBy = (handled: readonly HandledMessage[]): MemberId[] =>
  handled
    .filter(isAsked)
    .map(({ message }) => message.who)
    .filter(isMember);

/**
 * Sends the messages of one tenant. If the rows for billing (`PromptedMembersLedger`) cannot be written, the prompts
 * are left out of the result. Their rows then stay in the outbox and are handled again.
 */
const sendTenant = async (
  deps: JobDeps,
  state: SenderState,
  orgId: OrgId,
  messages: readonly Message[],
): Promise<HandledMessage[]> => {
  const perTenant = sideBySide(deps);
  const { mostAtOnce: maxBurst } = deps.messenger.limits.tenant;
  const tenant: TenantSend = {
    ...{ deps, state, orgId },
    readings: createRunContextCache(deps, orgId),
    window: messages.length <= oneAtATime ? 1 : perTenant,
    record: createRecorder(deps, state.recording),
  };
  const handled: HandledMessage[] = [];
  for (const runs of sendWindowsOf(messages, { perTenant, mostAtOnce: maxBurst }))
    handled.push(...(await state.limits.runExclusive(orgId, () => sendMessagesOfRuns(tenant, runs))));
  try {
    await state.asked.record(orgId, askedBy(handled));
    return handled;
  } catch (error) {
    deps.log.error('asked.failed', error, { orgId });
    const asked = new Set(handled.filter(isAsked));
    return handled.filter((item) => !asked.has(item));
  }
};

const sendMessages = async (deps: JobDeps, state: SenderState, claimed: readonly Claimed[]): Promise<number> => {
  const messages = claimed.flatMap((item) => messageOf(item) ?? []);
  const tenants = groupBy(messages, (item) => item.claimed.row.orgId);
  const results = await Promise.all([...tenants].map(([orgId, some]) => sendTenant(deps, state, orgId, some)));
  const handled = results.flat();
  for (const { message, outcome } of handled) observeOutcome(deps, message.kind, outcome);
  const over = handled.filter(isOver);
  await deleteRows(
    deps.store,
    outbox.table,
    over.map((item) => item.message.claimed.key),
  );
  await Promise.all(handled.filter((item) => !isOver(item)).map((item) => rescheduleMessage(deps, item)));
  return handled.length;
};

/**
 * Runs the work for one batch or row. Logs an error instead of throwing it, so that other work continues. A failed row
 * is retried when its lease lapses.
 */
export const safely = async ({ log }: Pick<JobDeps, 'log'>, work: () => Promise<number>): Promise<number> => {
  try {
    return await work();
  } catch (error) {
    log.error('outbox.failed', error);
    return 0;
  }
};

/** Sends the messages of claimed rows. Returns the number of messages that were handled. Never throws. */
export const sendClaimed = (deps: JobDeps, state: SenderState, rows: readonly Claimed[]): Promise<number> =>
  safely(deps, () =>
    deps.tracer.span('JOB', 'outbox batch', { 'messaging.batch.message_count': rows.length }, () =>
      sendMessages(deps, state, rows),
    ),
  );

/**
 * Claims the rows, so that no other instance handles them, and sends their messages. Returns the number of messages
 * that were handled. Never throws.
 */
export const sendBatch = (deps: JobDeps, state: SenderState, rows: readonly Stored<OutboxRow>[]): Promise<number> =>
  safely(deps, async () => sendClaimed(deps, state, await claimAll(deps, rows)));
