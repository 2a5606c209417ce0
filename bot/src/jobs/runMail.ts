import type { Instant, MemberId } from '#contracts/ids.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import { spokenOr } from '#contracts/text/languages.ts';
import { hashKey } from '../domain/ids.ts';
import { instantsFor, memberIn } from '../domain/owing.ts';
import { isBeforeRestore, whyNotMailed } from '../domain/sending.ts';
import type { SkipReason } from '../domain/sending.ts';
import { minuteMs, msOf, toInstant } from '../domain/time.ts';
import { MailError } from '../gateways/mail.ts';
import type { Letter, MailGateway } from '../gateways/mail.ts';
import { reportLink } from '../services/links.ts';
import { addressesOf, runRefOf } from '../services/outboxRows.ts';
import { recipientLanguage } from '../services/recipientLanguage.ts';
import { deliveryKey } from '../services/runRows.ts';
import type { Delivery } from '../services/runRows.ts';
import { languageIn } from '../services/teamLanguage.ts';
import type { Stored } from '../store/kind.ts';
import { delivery } from '../store/kinds/run.ts';
import type { Who } from '../store/kinds/run.ts';
import { outbox } from '../store/kinds/work.ts';
import { isConflict } from '../store/port.ts';
import type { Etag, Key } from '../store/port.ts';
import { claimOne, mayBegin, readyRow, release } from './claims.ts';
import type { Claimed } from './claims.ts';
import type { JobDeps } from './jobDeps.ts';
import { deadlineOf } from './posting.ts';
import { readContext } from './runContext.ts';
import type { RunContext } from './runContext.ts';
import { runSummary } from './runSummary.ts';

// Mail of runs: the summary to the addresses a meeting names, and the questions to somebody whose chat refused the card.
// Each letter once in a round; its delivery row says what became of it, and is written before the row may go.

export type RunMailDeps = Pick<
  JobDeps,
  'store' | 'clock' | 'log' | 'random' | 'settings' | 'publicUrl' | 'restoredAt'
> & {
  readonly mail: MailGateway;
};

const firstRetryMs = 30_000;
const longestRetryMs = 15 * minuteMs;
const parkAfter = 10;

const backoff = (failures: number, random: () => number): number =>
  Math.round(Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures, 10)) * (0.5 + random()));

interface Task {
  readonly kind: 'mail' | 'fall';
  readonly round: number;
  readonly who: Who;
}

const taskOf = ({ row }: Claimed): Task => {
  const [kind, round] = row.kind.split('.');
  return { kind: kind === 'fall' ? 'fall' : 'mail', round: Number(round), who: row.who as Who };
};

/** Addresses are kept in the meeting alone: a row that is found by somebody names none. */
const addressOf = ({ meeting, members }: RunContext, { kind, who }: Task): string => {
  if (kind === 'fall') return members.get(who as MemberId)?.value.email ?? '';
  return addressesOf(meeting).find((one) => one.who === who)?.address ?? '';
};

/** Of the member it goes to; an address in a report's list may be a member's too, or an account's. */
const localeOf = async (deps: RunMailDeps, context: RunContext, task: Task): Promise<string> => {
  const to = addressOf(context, task).toLowerCase();
  const members = [...context.members.values()].map(({ value }) => value);
  const reader = members.find((one) => one.email.toLowerCase() === to)?.locale ?? null;
  const others = languageIn(context.team);
  return spokenOr(
    reader ?? (await recipientLanguage(deps, { address: to, orgId: null, locale: null }, others)),
    others,
  );
};

const whyNot = (context: RunContext, task: Task, row: Claimed['row'], now: number): SkipReason | null => {
  const { meeting, members, rows } = context;
  const memberId = task.who as MemberId;
  return whyNotMailed({
    kind: task.kind,
    meeting,
    occurrence: rows.occurrence?.value,
    round: task.round,
    notAfter: row.notAfter === null ? null : msOf(row.notAfter),
    now,
    address: addressOf(context, task),
    member: members.get(memberId)?.value,
    memberId,
    hasAnswered: rows.answers.some((one) => one.value.memberId === memberId),
    isOnVacation: context.onVacation.has(memberId),
  });
};

const letterOf = async (
  deps: RunMailDeps,
  context: RunContext,
  occurrence: Occurrence,
  task: Task,
): Promise<Letter> => {
  const { meetingId, meetingName, date, timezone, closesAt } = occurrence;
  const url = reportLink(deps.publicUrl, meetingId, date);
  if (task.kind === 'mail')
    return { kind: 'SUMMARY', model: await runSummary(deps, context, occurrence), url, timezone };
  const zone = context.members.get(task.who as MemberId)?.value.timezone ?? timezone;
  return { kind: 'ASK', meetingName, date, closesAt, timezone: zone, url };
};

type Ending =
  | { readonly state: Delivery['state']; readonly reason: string | null }
  | { readonly notBefore: number; readonly failures: number; readonly parkedReason?: string };

const afterFault = (deps: RunMailDeps, { row }: Claimed, error: unknown): Ending => {
  const failures = (row.failures ?? 0) + 1;
  const { kind, orgId, teamId, meetingId, date } = row;
  const facts = { kind, orgId, teamId, meetingId, date, failures };
  if (error instanceof MailError && error.fault.kind === 'REFUSED') {
    deps.log.warn('mail.refused', { ...facts, status: error.fault.status });
    return { state: 'FAILED', reason: 'REJECTED' };
  }
  const notBefore = deps.clock.now() + backoff(failures - 1, deps.random);
  if (error instanceof MailError) {
    deps.log.warn('mail.failed', facts);
    return { notBefore, failures };
  }
  deps.log.error('mail.fault', error, facts);
  const parkedReason = error instanceof Error ? error.name : 'Error';
  return failures < parkAfter ? { notBefore, failures } : { notBefore, failures, parkedReason };
};

/** Since when the letter may have gone out: a summary since the run opened for anybody, the questions since it did for their member. */
const openedAt = (occurrence: Occurrence | undefined, { kind, who }: Task): Instant | undefined => {
  const member = occurrence === undefined || kind === 'mail' ? undefined : memberIn(occurrence, who as MemberId);
  const own = occurrence === undefined || member === undefined ? undefined : instantsFor(occurrence, member);
  return own?.opensAt ?? occurrence?.opensAt;
};

const send = async (deps: RunMailDeps, context: RunContext, claimed: Claimed, task: Task): Promise<Ending> => {
  const now = deps.clock.now();
  const occurrence = context.rows.occurrence?.value;
  const isOld = isBeforeRestore(msOf(openedAt(occurrence, task) ?? claimed.row.at), deps.restoredAt);
  const reason = isOld ? 'RESTORED' : whyNot(context, task, claimed.row, now);
  if (reason !== null || occurrence === undefined) return { state: 'SKIPPED', reason: reason ?? 'MEETING_GONE' };
  if (!mayBegin(deps, claimed.lease)) return { notBefore: now, failures: claimed.row.failures ?? 0 };
  try {
    const letter = await letterOf(deps, context, occurrence, task);
    const to = addressOf(context, task);
    const locale = await localeOf(deps, context, task);
    // The same at every try, so that a letter that came twice is shown once.
    const id = hashKey(claimed.key.rk);
    await deps.mail.send({ id, to, locale, letter }, deadlineOf(deps));
    return { state: 'SENT', reason: null };
  } catch (error) {
    return afterFault(deps, claimed, error);
  }
};

const markTries = 3;

const mark = async (
  deps: RunMailDeps,
  { records, run }: RunContext,
  { kind, round, who }: Task,
  ending: { readonly state: Delivery['state']; readonly reason: string | null },
): Promise<void> => {
  const key = { ...run, who, kind };
  const value: Delivery = {
    ...ending,
    round,
    at: toInstant(deps.clock.now()),
    isLate: false,
    conversationId: null,
    activityId: null,
    digest: null,
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const there: Stored<Delivery> | undefined = await records.get(delivery, key);
      if (there === undefined) await records.insert(delivery, key, value);
      else if (there.value.round < round) await records.replace(delivery, key, value, there.etag);
      return;
    } catch (error) {
      // A letter without its mark is sent again when the lease has run out.
      if (attempt === markTries) throw error;
    }
  }
};

const remove = async (deps: RunMailDeps, { key, etag }: Claimed & { readonly etag: Etag }): Promise<void> => {
  try {
    await deps.store.delete(outbox.table, key, etag);
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
};

/** Sends one letter of a run, if it is due and nobody else holds it. */
export const handleRunMail = async (deps: RunMailDeps, key: Key): Promise<void> => {
  const row = await readyRow(deps, key);
  const claimed = row === undefined ? undefined : await claimOne(deps, row);
  if (claimed === undefined) return;
  const task = taskOf(claimed);
  const context = await readContext(deps, runRefOf(claimed.row), {
    withPlans: false,
    withVacations: task.kind === 'fall',
  });
  const isDone = context.rows.deliveries.get(deliveryKey(task.who, task.kind))?.value.round === task.round;
  const ending = isDone ? undefined : await send(deps, context, claimed, task);
  if (ending !== undefined && 'notBefore' in ending) return release(deps, claimed, ending);
  if (ending !== undefined) await mark(deps, context, task, ending);
  await remove(deps, claimed);
};
