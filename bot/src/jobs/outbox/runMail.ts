import type { Instant, MemberId } from '#contracts/core/ids.ts';
import type { Run } from '#contracts/meetings/run.ts';
import { supportedLocaleOr } from '#contracts/text/languages.ts';
import { hashKey } from '../../domain/core/keyHashing.ts';
import { instantsFor, memberIn } from '../../domain/runs/owedAnswers.ts';
import { isBeforeRestore, whyNotMailed } from '../../domain/runs/sendDecisions.ts';
import type { SkipReason } from '../../domain/runs/sendDecisions.ts';
import { backoffMs } from '../../domain/engine/backoff.ts';
import { msOf, toInstant } from '../../domain/core/zonedTime.ts';
import { MailError } from '../../gateways/mailPort.ts';
import type { Email } from '../../gateways/mailPort.ts';
import { addressToken } from '../../services/summaryEmails/addressTokens.ts';
import type { CodeDeps } from '../../services/identity/linkCodes.ts';
import type { LimitedMail } from '../../services/rateLimits/limitedMail.ts';
import { addressLink, reportLink } from '../../services/core/webLinks.ts';
import { addressesOf, deleteRows, runRefOf } from '../../services/runs/outboxRows.ts';
import type { OutboxRow } from '../../services/runs/outboxRows.ts';
import { listOrganisationAddresses } from '../../services/summaryEmails/organisationAddresses.ts';
import { consentRefusal } from '../../services/summaryEmails/consentRefusal.ts';
import { addressHash } from '../../services/summaryEmails/summaryConsents.ts';
import type { ConsentDeps } from '../../services/summaryEmails/summaryConsents.ts';
import { storeRetryMs } from '../delivery/recordOutcomes.ts';
import { recipientLanguage } from '../../services/tenancy/recipientLanguage.ts';
import { deliveryKey } from '../../services/runs/runRows.ts';
import type { Delivery } from '../../services/runs/runRows.ts';
import { teamLanguage } from '../../services/tenancy/teamLanguage.ts';
import type { Stored } from '../../store/records.ts';
import { org as orgKind } from '../../store/kinds/organisationsAndMembers.ts';
import { delivery } from '../../store/kinds/runsAnswersTimesheets.ts';
import { storedKind } from '../../store/kinds/messages/messageKinds.ts';
import type { Recipient, RunEmailKind } from '../../store/kinds/messages/messageKinds.ts';
import { outbox } from '../../store/kinds/dueAndOutbox.ts';
import type { Key } from '../../store/tableStore.ts';
import { admitSend, claimOne, canBegin, possibleSends, reschedule } from '../delivery/claims.ts';
import { readyRow } from '../delivery/readyRows.ts';
import type { Claimed } from '../delivery/claims.ts';
import type { JobDeps } from '../core/jobDeps.ts';
import { observeParked } from '../delivery/deliveryMetrics.ts';
import { deadlineOf } from '../delivery/channelPosting.ts';
import { afterUnknownResult, emailRetries } from '../delivery/sendOutcomes.ts';
import { readContext } from '../delivery/runContext.ts';
import type { RunContext } from '../delivery/runContext.ts';
import { runSummary } from '../delivery/runSummary.ts';

// Sends the emails of runs: the summary to the addresses and observers of a meeting, and the questions to a member if the chat refused the
// card. Each email is sent once in a round. Its delivery record is written before the row is deleted.

export type RunMailDeps = Pick<
  JobDeps,
  'store' | 'clock' | 'log' | 'metrics' | 'random' | 'settings' | 'publicUrl' | 'restoredAt'
> &
  CodeDeps &
  ConsentDeps & {
    readonly mail: LimitedMail;
  };

const parkAfter = 10;

interface Task {
  readonly kind: RunEmailKind;
  readonly round: number;
  readonly who: Recipient;
}

const taskOf = ({ row }: Claimed): Task => {
  const [kind, round] = row.kind.split('.');
  return {
    kind: kind === 'fallbackEmail' || kind === 'observerEmail' ? kind : 'summaryEmail',
    round: Number(round),
    who: row.who as Recipient,
  };
};

/**
 * Returns the address of the recipient; empty if there is no recipient any more. The address is read from the meeting or the member, so
 * that the outbox contains no addresses.
 */
const addressOf = ({ meeting, members }: RunContext, { kind, who }: Task): string => {
  if (kind !== 'summaryEmail') return members.get(who as MemberId)?.value.email ?? '';
  return addressesOf(meeting).find((address) => address.who === who)?.address ?? '';
};

/**
 * Returns the language of the recipient. An address in a report's list may belong to a member or an account, whose language is then used.
 */
const localeOf = async (deps: RunMailDeps, context: RunContext, task: Task): Promise<string> => {
  const to = addressOf(context, task).toLowerCase();
  const members = [...context.members.values()].map(({ value }) => value);
  const reader = members.find((member) => member.email.toLowerCase() === to)?.locale ?? null;
  const others = teamLanguage(context.team);
  return supportedLocaleOr(
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
    run: rows.run?.value,
    round: task.round,
    notAfter: row.notAfter === null ? null : msOf(row.notAfter),
    now,
    address: addressOf(context, task),
    member: members.get(memberId)?.value,
    memberId,
    hasAnswered: rows.answers.some((answer) => answer.value.memberId === memberId),
    hasSkipped: rows.skips.has(memberId),
    isOnVacation: context.onVacation.has(memberId),
  });
};

const isMember = async (deps: RunMailDeps, { runRef, members }: RunContext, address: string): Promise<boolean> => {
  const inTeam = [...members.values()].some(
    ({ value }) => value.leftOn === null && value.email.toLowerCase() === address,
  );
  return inTeam || (await listOrganisationAddresses(deps, runRef.orgId, [address])).has(address);
};

/** Returns the reason why this address gets no summary; null if the email may be sent. */
const whyNoConsent = async (deps: RunMailDeps, context: RunContext, task: Task): Promise<SkipReason | null> => {
  if (task.kind === 'fallbackEmail') return null;
  const address = addressOf(context, task).toLowerCase();
  const { orgId } = context.runRef;
  const asking = { orgId, address, locale: teamLanguage(context.team), by: context.meeting?.createdBy ?? null };
  return consentRefusal(deps, asking, () => isMember(deps, context, address));
};

const emailFor = async (deps: RunMailDeps, context: RunContext, run: Run, task: Task): Promise<Email> => {
  const { meetingId, meetingName, date, timezone, closesAt } = run;
  const url = reportLink(deps.publicUrl, meetingId, date);
  if (task.kind !== 'fallbackEmail') {
    const { records, runRef, meeting, members } = context;
    const organisation = await records.get(orgKind, undefined);
    const named = { orgId: runRef.orgId, hash: addressHash(addressOf(context, task)) };
    return {
      ...{ kind: 'SUMMARY', model: await runSummary(deps, context, run), url, timezone },
      organization: organisation?.value.name ?? '',
      sender: meeting === undefined ? '' : (members.get(meeting.createdBy)?.value.name ?? ''),
      stopUrl: addressLink(deps.publicUrl, addressToken(deps.codeKeys, named)),
    };
  }
  const zone = context.members.get(task.who as MemberId)?.value.timezone ?? timezone;
  return { kind: 'ASK', meetingName, date, closesAt, timezone: zone, url };
};

type Ending =
  | { readonly state: Delivery['state']; readonly reason: string | null }
  | {
      readonly notBefore: number;
      readonly failures: number;
      readonly parkedReason?: string;
      readonly sends?: number;
    };

const withoutReply = (deps: RunMailDeps, row: OutboxRow): Ending => {
  const sends = possibleSends(row);
  const now = deps.clock.now();
  const outcome = afterUnknownResult(emailRetries, { row, sends, now, random: deps.random });
  if (outcome.is === 'LATER')
    return { notBefore: outcome.notBefore, failures: (row.failures ?? 0) + 1, sends: sends + 1 };
  observeParked(deps, row.kind, 'UNCONFIRMED');
  return { state: 'FAILED', reason: 'UNCONFIRMED' };
};

/** Returns the result for an email that a rate limit delays. It waits until the limit allows it, or is skipped if that is too late. */
const afterHold = (deps: RunMailDeps, row: OutboxRow, retryAfterMs: number): Ending => {
  const notBefore = deps.clock.now() + retryAfterMs;
  if (row.notAfter !== null && notBefore > msOf(row.notAfter)) return { state: 'SKIPPED', reason: 'MAIL_LIMIT' };
  return { notBefore, failures: row.failures ?? 0 };
};

const afterFault = (deps: RunMailDeps, { row }: Claimed, error: unknown): Ending => {
  const failures = (row.failures ?? 0) + 1;
  const { kind, orgId, teamId, meetingId, date } = row;
  const facts = { kind: storedKind(kind), orgId, teamId, meetingId, date, failures };
  if (error instanceof MailError && error.fault.kind === 'REFUSED') {
    deps.log.warn('mail.refused', { ...facts, status: error.fault.status });
    return { state: 'FAILED', reason: 'REJECTED' };
  }
  if (error instanceof MailError && error.fault.kind === 'HELD') return afterHold(deps, row, error.fault.retryAfterMs);
  const notBefore = deps.clock.now() + backoffMs(emailRetries, failures - 1, deps.random);
  if (error instanceof MailError) {
    deps.log.warn('mail.failed', facts);
    return error.fault.kind === 'LATER' && error.fault.mayHaveArrived === true
      ? withoutReply(deps, row)
      : { notBefore, failures };
  }
  deps.log.error('mail.fault', error, facts);
  const parkedReason = error instanceof Error ? error.name : 'Error';
  if (failures < parkAfter) return { notBefore, failures };
  observeParked(deps, kind, parkedReason);
  return { notBefore, failures, parkedReason };
};

/**
 * Returns the earliest instant at which the email may have been sent: the opening of the run, or for a fallback email the opening that
 * applies to its member. Undefined if the run does not exist.
 */
const openedAt = (run: Run | undefined, { kind, who }: Task): Instant | undefined => {
  const member = run === undefined || kind !== 'fallbackEmail' ? undefined : memberIn(run, who as MemberId);
  const own = run === undefined || member === undefined ? undefined : instantsFor(run, member);
  return own?.opensAt ?? run?.opensAt;
};

const send = async (deps: RunMailDeps, context: RunContext, claimed: Claimed, task: Task): Promise<Ending> => {
  const now = deps.clock.now();
  const run = context.rows.run?.value;
  const isOld = isBeforeRestore(msOf(openedAt(run, task) ?? claimed.row.at), deps.restoredAt);
  const reason = isOld ? 'RESTORED' : whyNot(context, task, claimed.row, now);
  if (reason !== null || run === undefined) return { state: 'SKIPPED', reason: reason ?? 'MEETING_GONE' };
  const unwanted = await whyNoConsent(deps, context, task);
  if (unwanted !== null) return { state: 'SKIPPED', reason: unwanted };
  const failures = claimed.row.failures ?? 0;
  if (!canBegin(deps, claimed.lease)) return { notBefore: now, failures };
  const admission = await admitSend(deps, claimed);
  if (admission === 'LOST') return { notBefore: now, failures };
  if (admission === 'PARK') {
    observeParked(deps, claimed.row.kind, 'UNCONFIRMED');
    return { state: 'FAILED', reason: 'UNCONFIRMED' };
  }
  try {
    const email = await emailFor(deps, context, run, task);
    const to = addressOf(context, task);
    const locale = await localeOf(deps, context, task);
    // The id is the same for each attempt, so that mail programs show a repeated email only once.
    const id = hashKey(claimed.key.rk);
    await deps.mail.send({ id, to, locale, email }, context.runRef.orgId, deadlineOf(deps));
    return { state: 'SENT', reason: null };
  } catch (error) {
    return afterFault(deps, claimed, error);
  }
};

const recordTries = 3;

const recordEmail = async (
  deps: RunMailDeps,
  { records, runRef }: RunContext,
  { kind, round, who }: Task,
  ending: { readonly state: Delivery['state']; readonly reason: string | null },
): Promise<void> => {
  const key = { ...runRef, who, kind };
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
      const stored: Stored<Delivery> | undefined = await records.get(delivery, key);
      if (stored === undefined) await records.insert(delivery, key, value);
      else if (stored.value.round < round) await records.replace(delivery, key, value, stored.etag);
      return;
    } catch (error) {
      if (attempt === recordTries) throw error;
    }
  }
};

/** Sends one email of a run if it is due and no other instance holds it. */
export const handleRunMail = async (deps: RunMailDeps, key: Key): Promise<void> => {
  const row = await readyRow(deps, key);
  const claimed = row === undefined ? undefined : await claimOne(deps, row);
  if (claimed === undefined) return;
  const task = taskOf(claimed);
  const context = await readContext(deps, runRefOf(claimed.row), {
    withPlans: false,
    withVacations: task.kind === 'fallbackEmail',
  });
  const isDone = context.rows.deliveries.get(deliveryKey(task.who, task.kind))?.value.round === task.round;
  const sent = claimed.row.accepted == null ? undefined : ({ state: 'SENT', reason: null } as const);
  const ending = isDone ? undefined : (sent ?? (await send(deps, context, claimed, task)));
  if (ending !== undefined && 'notBefore' in ending) return reschedule(deps, claimed, ending);
  if (ending !== undefined) {
    try {
      await recordEmail(deps, context, task, ending);
    } catch (error) {
      if (ending.state !== 'SENT') throw error;
      // The email was sent. The row stores this, so that only the delivery record is retried.
      deps.log.error('deliveryRecord.failed', error, { ...runRefOf(claimed.row), kind: storedKind(claimed.row.kind) });
      const failures = (claimed.row.failures ?? 0) + 1;
      const accepted = { conversationId: '', activityId: '', isLate: false };
      const sends = possibleSends(claimed.row) + 1;
      return reschedule(deps, claimed, { notBefore: deps.clock.now() + storeRetryMs, failures, sends, accepted });
    }
  }
  await deleteRows(deps.store, outbox.table, [claimed.key]);
};
