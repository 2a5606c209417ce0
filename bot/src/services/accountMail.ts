import type { Instant, OrgId } from '#contracts/ids.ts';
import { hourMs, minuteMs, msOf, toInstant } from '../domain/time.ts';
import { outside } from '../store/kind.ts';
import type { ValueOf } from '../store/kind.ts';
import { accountWork } from '../store/kinds/accountWork.ts';
import type { LetterKind } from '../store/kinds/accountWork.ts';
import type { TableStore } from '../store/port.ts';
import type { Deps } from './deps.ts';
import { ensure } from './revise.ts';

// What accounts leave to the outbox: letters, and the removal of what ran out. A request only writes the row, so it ends
// the same whether the mail server lives or not, and whether anybody has the address or not.

export type AccountWork = ValueOf<typeof accountWork>;

/** After that a letter says nothing useful any more. */
const letterLives: Readonly<Record<LetterKind, number>> = {
  CONFIRM: 24 * hourMs,
  RESET: hourMs,
  INVITE: 3 * 24 * hourMs,
  IN_USE: 24 * hourMs,
  PASSWORD_CHANGED: 24 * hourMs,
  FACTOR_RESET: 3 * 24 * hourMs,
  CONNECTED: 3 * 24 * hourMs,
  ORG_DELETED: 7 * 24 * hourMs,
  INVOICE_READY: 30 * 24 * hourMs,
  PAYMENT_FAILED: 2 * 24 * hourMs,
};

export interface QueuedLetter {
  readonly letter: LetterKind;
  /** Lower case. */
  readonly address: string;
  /** Of whoever asked for it; null = only what is known of the reader counts (recipientLanguage). */
  readonly locale: string | null;
  readonly orgId?: OrgId;
  /** Account or member the letter is about; found by the address when left out. */
  readonly subject?: string;
  readonly values?: Readonly<Record<string, string>>;
  /** Given again, the letter is still one. */
  readonly id?: string;
  /** First due instant, which is part of its key: now when left out. */
  readonly at?: Instant;
}

const idle = { lease: null, failures: null, parkedReason: null } as const;

export const queueLetter = async (
  { store, clock, newId }: Pick<Deps, 'store' | 'clock' | 'newId'>,
  { letter, address, locale, orgId, subject, values = {}, id = newId(), at: due }: QueuedLetter,
): Promise<void> => {
  const at = due ?? toInstant(clock.now());
  const row: AccountWork = {
    ...idle,
    at,
    kind: 'mail',
    orgId: orgId ?? null,
    address,
    id,
    letter,
    removes: null,
    subject: subject ?? null,
    locale,
    values: { ...values },
    notBefore: at,
    notAfter: toInstant(msOf(at) + letterLives[letter]),
  };
  await ensure(outside(store), accountWork, row, () => row);
};

/** Clocks of instances differ: what is still good on one is not yet removed by another. */
const marginMs = 10 * minuteMs;
const purgeLivesMs = 10 * 365 * 24 * hourMs;

export interface Purge {
  /** When it runs out. */
  readonly at: Instant;
  readonly removes: NonNullable<AccountWork['removes']>;
  readonly subject: string;
}

/** Written before what it removes, which is looked at again then. */
export const queuePurge = async (store: TableStore, { at: exp, removes, subject }: Purge): Promise<void> => {
  const at = toInstant(msOf(exp) + marginMs);
  const row: AccountWork = {
    ...idle,
    at,
    kind: 'purge',
    orgId: null,
    address: '',
    id: subject,
    letter: null,
    removes,
    subject,
    locale: null,
    values: {},
    notBefore: at,
    notAfter: toInstant(msOf(at) + purgeLivesMs),
  };
  await ensure(outside(store), accountWork, row, () => row);
};
