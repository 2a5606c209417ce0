import { email } from '#contracts/core/textAndEmailSchemas.ts';
import type { Instant, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { hourMs, minuteMs, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import { accountWork } from '../../store/kinds/emails/accountOutboxWork.ts';
import type { EmailKind } from '../../store/kinds/emails/accountOutboxWork.ts';
import type { TableStore } from '../../store/tableStorePort.ts';
import type { Deps } from './deps.ts';
import { getOrInsert } from './optimisticUpdate.ts';

// Queues emails and the removal of expired rows. A request only writes an outbox row, so its result depends neither on
// the mail server nor on whether the address has an account.

export type AccountWork = ValueOf<typeof accountWork>;

/** Milliseconds after which a queued email of each kind is no longer useful and is not sent any more. */
const emailLifetimes: Readonly<Record<EmailKind, number>> = {
  CONFIRM: 24 * hourMs,
  RESET: hourMs,
  INVITE: 3 * 24 * hourMs,
  IN_USE: 24 * hourMs,
  PASSWORD_CHANGED: 24 * hourMs,
  FACTOR_RESET: 3 * 24 * hourMs,
  ACCESS_CHANGED: 3 * 24 * hourMs,
  CONNECTED: 3 * 24 * hourMs,
  ORG_DELETED: 7 * 24 * hourMs,
  INVOICE_READY: 30 * 24 * hourMs,
  PAYMENT_FAILED: 2 * 24 * hourMs,
  CONSENT: 3 * 24 * hourMs,
};

export interface QueuedEmail {
  readonly kind: EmailKind;
  /** Email address of the recipient, in lower case. */
  readonly address: string;
  /**
   * Locale of the person whose request caused the email. Null = the language is chosen from the recipient's settings
   * only (`recipientLanguage`).
   */
  readonly locale: string | null;
  readonly orgId?: OrgId;
  /** Id of the account or member that the email is about. If it is missing, the recipient is found by the address. */
  readonly subject?: string;
  readonly values?: Readonly<Record<string, string>>;
  /**
   * Id of the email: two calls with the same id, address and `at` queue only one email. Missing = a new id is created.
   */
  readonly id?: string;
  /**
   * The instant at which the email is first due; if it is missing, the email is due now. It is part of the row's key.
   */
  readonly at?: Instant;
}

const idle = { lease: null, failures: null, parkedReason: null } as const;

export const queueEmail = async (
  { store, clock, newId }: Pick<Deps, 'store' | 'clock' | 'newId'>,
  { kind: emailKind, address, locale, orgId, subject, values = {}, id = newId(), at: due }: QueuedEmail,
): Promise<void> => {
  // Addresses from a roster are not validated, so some stored addresses are invalid. No email can reach them.
  if (!email.safeParse(address).success) return;
  const now = due ?? toInstant(clock.now());
  const row: AccountWork = {
    ...idle,
    at: now,
    kind: 'mail',
    orgId: orgId ?? null,
    address,
    id,
    letter: emailKind,
    removes: null,
    subject: subject ?? null,
    locale,
    values: { ...values },
    notBefore: now,
    notAfter: toInstant(msOf(now) + emailLifetimes[emailKind]),
  };
  await getOrInsert(outside(store), accountWork, row, () => row);
};

/**
 * Milliseconds from the expiry of a row to its purge. The clocks of instances differ, and without this delay one
 * instance could purge a row that is still valid on another.
 */
const marginMs = 10 * minuteMs;
const purgeLivesMs = 10 * 365 * 24 * hourMs;

export interface Purge {
  /** Instant at which the row expires; its purge is due ten minutes later (`marginMs`). */
  readonly at: Instant;
  readonly removes: NonNullable<AccountWork['removes']>;
  readonly subject: string;
}

/**
 * Queues the removal of a row that will expire. Call it before that row is written, so that a crash cannot leave a row
 * that is never removed. The purge checks the expiry of the row again.
 */
export const queuePurge = async (store: TableStore, { at: exp, removes, subject }: Purge): Promise<void> => {
  const instant = toInstant(msOf(exp) + marginMs);
  const row: AccountWork = {
    ...idle,
    at: instant,
    kind: 'purge',
    orgId: null,
    address: '',
    id: subject,
    letter: null,
    removes,
    subject,
    locale: null,
    values: {},
    notBefore: instant,
    notAfter: toInstant(msOf(instant) + purgeLivesMs),
  };
  await getOrInsert(outside(store), accountWork, row, () => row);
};
