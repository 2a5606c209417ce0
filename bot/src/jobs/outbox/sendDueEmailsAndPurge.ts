import { userId as userIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import { isBeforeRestore, maxSends } from '../../domain/runs/lastSendInstants.ts';
import { backoffMs } from '../../domain/engine/backoff.ts';
import { msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { MailError } from '../../gateways/mailPort.ts';
import type { MailGateway } from '../../gateways/mailPort.ts';
import type { AccountWork } from '../../services/core/queueEmailsAndPurges.ts';
import { purgeCode } from '../../services/identity/emailLinkCodes.ts';
import type { CodeDeps } from '../../services/identity/emailLinkCodes.ts';
import type { DirectoryDeps } from '../../services/teamsSync/getOrCreateOrgAndTeam.ts';
import { buildEmailContent } from '../../services/emails/buildEmailContent.ts';
import type { InvoicePdfDeps } from '../../services/billing/invoicePdf.ts';
import { createRateLimitedMail } from '../../services/rateLimits/rateLimitedMail.ts';
import type { LimitedMail } from '../../services/rateLimits/rateLimitedMail.ts';
import type { Limiter } from '../../services/rateLimits/storedRateLimiter.ts';
import { recipientLanguage } from '../../services/tenancy/emailLanguageAndAccount.ts';
import { endRegistration } from '../../services/registration/finishOrEndRegistration.ts';
import { outside, readAs } from '../../store/recordKindsAndAccess.ts';
import { accountWork } from '../../store/kinds/emails/accountOutboxWork.ts';
import { isDigestCall, isRunEmail } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import { isConflict } from '../../store/tableStorePort.ts';
import type { Etag, StoredRow } from '../../store/tableStorePort.ts';
import { canBegin } from '../delivery/claimAndRescheduleOutboxRows.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import { emailRetries, parkAfter } from '../core/retryPausesAndParkLimits.ts';
import { observeParked } from '../delivery/deliveryMetrics.ts';
import { waitAfterUnknownMs } from '../delivery/deliveryOutcomesAndFaultRules.ts';
import { createSemaphore } from '../../concurrency/semaphore.ts';
import { sendDigestEmailOrWebhook } from '../digests/sendDigestEmailOrWebhook.ts';
import type { DigestCallDeps } from '../digests/sendDigestEmailOrWebhook.ts';
import { sendEmailOfRun } from '../runs/sendEmailOfRun.ts';
import { deadlineOf } from '../core/requestDeadline.ts';
import { createAccountWorkReads } from './readDueAccountWork.ts';

// Sends the emails of accounts, runs and digests, calls the webhooks of digests, and deletes expired codes and
// registrations. A finished row is deleted, so that it is not handled again.

type MailDeps = Pick<
  JobDeps,
  'store' | 'clock' | 'log' | 'metrics' | 'random' | 'settings' | 'publicUrl' | 'restoredAt'
> &
  CodeDeps &
  DirectoryDeps &
  InvoicePdfDeps &
  Pick<DigestCallDeps, 'sessionKeys' | 'webhooks' | 'isBillingEnabled'> & {
    readonly mail: LimitedMail;
    readonly limiter: Limiter;
  };

interface Held {
  readonly work: AccountWork;
  readonly etag: Etag;
}

/** Returns the data of an email that may be logged. The address must not be logged. */
const factsOf = ({ kind, letter, orgId, id, failures }: AccountWork) => ({
  kind,
  letter,
  orgId,
  id,
  failures: failures ?? 0,
});

const read = (deps: MailDeps, row: StoredRow): AccountWork | undefined => {
  try {
    return readAs(accountWork, row).value;
  } catch (error) {
    deps.log.error('outbox.unreadable', error, { key: row.rk });
    return undefined;
  }
};

const isReady = ({ parkedReason, notBefore, lease }: AccountWork, now: number): boolean =>
  parkedReason === null && msOf(notBefore) <= now && (lease === null || msOf(lease) <= now);

/**
 * Claims a row. Returns undefined if another instance claimed it first. If the email may already have been sent three
 * times, the row is parked with the reason UNCONFIRMED instead.
 */
const claim = async (deps: MailDeps, row: StoredRow, work: AccountWork): Promise<Held | undefined> => {
  const sends = (work.sends ?? 0) + (work.kind === 'mail' && work.lease !== null ? 1 : 0);
  const lease = toInstant(deps.clock.now() + deps.settings.rowLeaseMs);
  const counted = { ...work, sends: sends === 0 ? null : sends };
  const held = sends < maxSends ? { ...counted, lease } : { ...counted, lease: null, parkedReason: 'UNCONFIRMED' };
  try {
    return { work: held, etag: await outside(deps.store).replace(accountWork, held, held, row.etag) };
  } catch (error) {
    if (isConflict(error)) return undefined;
    throw error;
  }
};

const doneTries = 3;

/**
 * Deletes a finished row. If the store fails, the deletion is retried immediately, because a row that stays would cause
 * the email to be sent again.
 */
const done = async (deps: MailDeps, { work, etag }: Held): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await outside(deps.store).delete(accountWork, work, etag);
      return;
    } catch (error) {
      // Another instance has claimed or deleted the row in the meantime.
      if (isConflict(error)) return;
      if (attempt === doneTries) throw error;
    }
  }
};

/** Logs and counts a parked row, which is not handled again unless an operator changes it. */
const tellParked = (deps: MailDeps, work: AccountWork, reason: string): void => {
  deps.log.error('mail.parked', undefined, { ...factsOf(work), reason });
  observeParked(deps, work.kind, reason);
};

/**
 * Gives a row a later time, or parks it after `parkAfter` failures with a `reason`. `mayHaveArrived`: the mail server
 * may have accepted the email. `heldMs`: milliseconds for which a rate limit delays the email; this does not count as a
 * failure.
 */
const later = async (
  deps: MailDeps,
  { work, etag }: Held,
  {
    reason,
    mayHaveArrived,
    heldMs,
  }: { readonly reason: string | null; readonly mayHaveArrived: boolean; readonly heldMs?: number },
): Promise<void> => {
  const earlier = { failures: work.failures ?? 0, sends: work.sends ?? 0, random: deps.random };
  const failures = earlier.failures + (heldMs === undefined ? 1 : 0);
  const sends = mayHaveArrived ? earlier.sends + 1 : (work.sends ?? null);
  const retryMs = mayHaveArrived
    ? waitAfterUnknownMs(emailRetries, earlier)
    : backoffMs(emailRetries, earlier.failures, deps.random);
  const waitMs = heldMs ?? retryMs;
  const notBefore = toInstant(deps.clock.now() + waitMs);
  const parkedReason = reason !== null && failures >= parkAfter.email ? reason : null;
  try {
    await outside(deps.store).replace(
      accountWork,
      work,
      { ...work, lease: null, notBefore, failures, sends, parkedReason },
      etag,
    );
  } catch (error) {
    if (!isConflict(error)) throw error;
    return;
  }
  if (parkedReason !== null) tellParked(deps, work, parkedReason);
};

/**
 * Result of handling a row. UNKNOWN: the mail server may have accepted the email but did not reply. LATER: the email
 * was certainly not sent and is retried. `heldMs`: milliseconds for which a rate limit delays the email.
 */
type Handled = 'DONE' | 'SENT' | 'LATER' | 'UNKNOWN' | { readonly heldMs: number };

const send = async (deps: MailDeps, held: Held): Promise<Handled> => {
  const { work } = held;
  if (isBeforeRestore(msOf(work.at), deps.restoredAt)) {
    deps.log.warn('mail.beforeRestore', factsOf(work));
    return 'DONE';
  }
  if (msOf(work.notAfter) <= deps.clock.now()) {
    deps.log.warn('mail.tooLate', factsOf(work));
    return 'DONE';
  }
  const locale = await recipientLanguage(deps, work);
  const content = await buildEmailContent(deps, { ...work, locale });
  if (content.is === 'SKIP') return 'DONE';
  if (content.is === 'RETRY_LATER' || !canBegin(deps, work.lease ?? '')) return 'LATER';
  const { id, address: to, orgId } = work;
  try {
    const { email, attachments = [] } = content;
    await deps.mail.send({ id, to, locale, email, attachments }, orgId, deadlineOf(deps));
    return 'SENT';
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    if (error.fault.kind === 'HELD') return { heldMs: error.fault.retryAfterMs };
    if (error.fault.kind === 'REFUSED') {
      deps.log.warn('mail.refused', { ...factsOf(work), status: error.fault.status });
      return 'DONE';
    }
    deps.log.warn('mail.failed', factsOf(work));
    return error.fault.mayHaveArrived === true ? 'UNKNOWN' : 'LATER';
  }
};

const purge = async (deps: MailDeps, { removes, subject }: AccountWork): Promise<void> => {
  switch (removes) {
    case 'CODE':
      await purgeCode(deps, subject ?? '');
      return;
    case 'REGISTRATION':
      await endRegistration(deps, userIdSchema.parse(subject));
      return;
    case null:
      return;
  }
};

const handle = async (deps: MailDeps, held: Held): Promise<Handled> => {
  if (held.work.kind === 'mail') return send(deps, held);
  await purge(deps, held.work);
  return 'DONE';
};

const work = async (deps: MailDeps, row: StoredRow): Promise<void> => {
  const value = read(deps, row);
  const held = value === undefined || !isReady(value, deps.clock.now()) ? undefined : await claim(deps, row, value);
  if (held === undefined) return;
  if (held.work.parkedReason !== null) {
    tellParked(deps, held.work, held.work.parkedReason);
    return;
  }
  let handled: Handled = 'LATER';
  try {
    handled = await handle(deps, held);
    if (handled === 'DONE' || handled === 'SENT') await done(deps, held);
    else if (typeof handled === 'object') await later(deps, held, { reason: null, mayHaveArrived: false, ...handled });
    else await later(deps, held, { reason: null, mayHaveArrived: handled === 'UNKNOWN' });
  } catch (error) {
    deps.log.error('mail.fault', error, factsOf(held.work));
    // If an email was sent but its row could not be deleted, the send is counted, so that the email is not sent
    // forever.
    const reason = error instanceof Error ? error.name : 'Error';
    await later(deps, held, { reason, mayHaveArrived: handled === 'SENT' });
  }
};

const rowsAtOnce = 8;
/**
 * Creates the function that handles the due emails and account work of a shard. If the mail server hangs, messages to
 * the chat service are not delayed.
 */
export const createAccountWork = (
  given: Omit<MailDeps, 'mail'> & { readonly mail: MailGateway },
): NonNullable<JobDeps['accountWork']> => {
  const deps: MailDeps = { ...given, mail: createRateLimitedMail(given) };
  const places = createSemaphore(rowsAtOnce);
  const readKeys = createAccountWorkReads(deps);
  return async (shard, isOwned) => {
    const keys = await readKeys(shard);
    const handleRow = async ({ pk, rk }: StoredRow): Promise<void> => {
      if (isRunEmail(rk)) return isOwned() ? sendEmailOfRun(deps, { pk, rk }) : undefined;
      if (isDigestCall(rk)) return isOwned() ? sendDigestEmailOrWebhook(deps, { pk, rk }) : undefined;
      const row = isOwned() ? await deps.store.get(accountWork.table, { pk, rk }) : undefined;
      if (row !== undefined) await work(deps, row);
    };
    const results = await Promise.allSettled(keys.map((key) => places.run(() => handleRow(key))));
    for (const result of results)
      if (result.status === 'rejected') deps.log.error('mail.fault', result.reason, { shard });
  };
};
