import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { hashKey } from '../../domain/core/hashesAndDerivedIds.ts';
import { hourMs, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records, Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { summaryConsent } from '../../store/kinds/summaryEmails/summaryConsent.ts';
import type { ConsentState } from '../../store/kinds/summaryEmails/summaryConsent.ts';
import { queueEmail } from '../core/queueEmailsAndPurges.ts';
import type { Deps } from '../core/deps.ts';
import type { Limiter, TakenTry } from '../rateLimits/storedRateLimiter.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';

// Stores the consent of addresses outside the organisation to the summaries of its reports (decision 052), one row for
// each address.

export interface ConsentDeps extends Pick<Deps, 'store' | 'clock' | 'newId' | 'log'> {
  readonly limiter: Limiter;
}

export type Consent = ValueOf<typeof summaryConsent>;

/** Returns the hash that identifies an address in rows of consents, the outbox and delivery records. */
export const addressHash = (address: string): string => hashKey(address.trim().toLowerCase());

export const findConsent = (records: Records<OrgId>, address: string): Promise<Stored<Consent> | undefined> =>
  records.get(summaryConsent, { hash: addressHash(address) });

export const maxConsentRequests = 3;
export const consentRequestPauseMs = 24 * hourMs;

/**
 * Returns the epoch ms from which the address may be asked for consent, or asked again; 0 = at once. Undefined if it
 * must not be asked, because it has answered, was approved, or was asked often enough.
 */
export const askableFrom = (row: Consent | undefined): number | undefined => {
  if (row === undefined) return 0;
  if (row.state !== 'WAITING') return undefined;
  if (row.askedAt === null) return 0;
  return row.asks < maxConsentRequests ? msOf(row.askedAt) + consentRequestPauseMs : undefined;
};

export interface ConsentRequest {
  readonly orgId: OrgId;
  /** Email address in lower case. */
  readonly address: string;
  /** Language of the request (BCP 47 tag) if the recipient's own language is unknown. */
  readonly locale: string;
  /** The member who entered the address; null if unknown. */
  readonly by: MemberId | null;
}

/**
 * Counts a request against the limit of the address and against the limit of the organisation. If the second limit is
 * reached, the first count is given back.
 */
const takeLimits = async ({ limiter }: ConsentDeps, { orgId, address }: ConsentRequest): Promise<TakenTry> => {
  const toAddress = await limiter.take('consentTo', address);
  try {
    const fromOrg = await limiter.take('consentFromOrg', orgId);
    return {
      giveBack: async () => {
        await toAddress.giveBack();
        await fromOrg.giveBack();
      },
    };
  } catch (error) {
    await toAddress.giveBack();
    throw error;
  }
};

const waiting = (now: number, by: MemberId | null): Consent => ({
  ...{ state: 'WAITING', asks: 0, askedAt: null, changedAt: toInstant(now), by },
});

/**
 * Queues the email, then writes its instant into the row. When the email is sent, it is skipped if the row does not
 * contain its instant. So neither two instances at the same time nor a crash between the writes can cause two emails.
 */
const queueRequest = async (
  deps: ConsentDeps,
  asking: ConsentRequest,
  row: Stored<Consent> | undefined,
): Promise<void> => {
  const { orgId, address, locale, by } = asking;
  const records = inOrg(deps.store, orgId);
  const key = { hash: addressHash(address) };
  const now = deps.clock.now();
  const before = row?.value ?? waiting(now, by);
  const instant = toInstant(now);
  const next: Consent = { ...before, state: 'WAITING', asks: before.asks + 1, askedAt: instant, changedAt: instant };
  const id = `${key.hash}-${next.asks}`;
  await queueEmail(deps, { kind: 'CONSENT', address, locale, orgId, id, at: instant, values: { asked: instant } });
  if (row === undefined) await records.insert(summaryConsent, key, next);
  else await records.replace(summaryConsent, key, next, row.etag);
};

/**
 * Stores an address although a rate limit prevented its request, so that the report's form lists the address as
 * waiting.
 */
const holdRequest = async (deps: ConsentDeps, { orgId, address, by }: ConsentRequest): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  const key = { hash: addressHash(address) };
  if ((await records.get(summaryConsent, key)) === undefined)
    await records.insert(summaryConsent, key, waiting(deps.clock.now(), by));
};

const isLimit = (error: unknown): error is AppError => error instanceof AppError && error.code === 'TOO_MANY_REQUESTS';

/**
 * Sends the first request for consent. Does nothing if the address was already asked, has answered or was approved. If
 * a rate limit is reached, only stores the address.
 */
export const requestConsent = (deps: ConsentDeps, asking: ConsentRequest): Promise<void> =>
  retryOnConflict(async () => {
    const row = await findConsent(inOrg(deps.store, asking.orgId), asking.address);
    if (row !== undefined && (row.value.state !== 'WAITING' || row.value.askedAt !== null)) return;
    let taken: TakenTry;
    try {
      taken = await takeLimits(deps, asking);
    } catch (error) {
      if (!isLimit(error)) throw error;
      deps.log.warn('consent.held', { orgId: asking.orgId });
      return holdRequest(deps, asking);
    }
    try {
      await queueRequest(deps, asking, row);
    } catch (error) {
      await taken.giveBack();
      throw error;
    }
  });

/**
 * Sends the request for consent, or repeats it. Throws TOO_MANY_REQUESTS less than a day after the last request or if a
 * rate limit is reached, and CONFLICT if the address has answered or was asked often enough.
 */
export const repeatRequest = (deps: ConsentDeps, asking: ConsentRequest): Promise<void> =>
  retryOnConflict(async () => {
    const row = await findConsent(inOrg(deps.store, asking.orgId), asking.address);
    if (row !== undefined && row.value.state !== 'WAITING')
      throw new AppError('CONFLICT', { message: 'summaryEmail.answered' });
    const from = askableFrom(row?.value);
    if (from === undefined) throw new AppError('CONFLICT', { message: 'summaryEmail.askedOften' });
    const waitMs = from - deps.clock.now();
    if (waitMs > 0) throw new AppError('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(waitMs / 1000) });
    const taken = await takeLimits(deps, asking);
    try {
      await queueRequest(deps, asking, row);
    } catch (error) {
      await taken.giveBack();
      throw error;
    }
  });

/**
 * Stores that an admin approved the address. Throws CONFLICT if the owner of the address refused summaries, because an
 * admin cannot overrule that.
 */
export const approveAddress = (
  deps: Pick<Deps, 'store' | 'clock'>,
  { orgId, address, by }: Pick<ConsentRequest, 'orgId' | 'address' | 'by'>,
): Promise<void> =>
  retryOnConflict(async () => {
    const records = inOrg(deps.store, orgId);
    const key = { hash: addressHash(address) };
    const row = await records.get(summaryConsent, key);
    const changedAt = toInstant(deps.clock.now());
    if (row === undefined) {
      await records.insert(summaryConsent, key, { state: 'APPROVED', asks: 0, askedAt: null, changedAt, by });
      return;
    }
    switch (row.value.state) {
      case 'AGREED':
      case 'APPROVED':
        return;
      case 'UNSUBSCRIBED':
      case 'REFUSED':
        throw new AppError('CONFLICT', { message: 'summaryEmail.declined' });
      case 'WAITING':
        await records.replace(summaryConsent, key, { ...row.value, state: 'APPROVED', changedAt, by }, row.etag);
    }
  });

const stoppedState = (state: ConsentState): ConsentState => {
  switch (state) {
    case 'WAITING':
    case 'REFUSED':
      return 'REFUSED';
    case 'AGREED':
    case 'APPROVED':
    case 'UNSUBSCRIBED':
      return 'UNSUBSCRIBED';
  }
};

export type AddressChoice = 'AGREE' | 'STOP';

export const chooseForAddress = (
  deps: Pick<Deps, 'store' | 'clock'>,
  orgId: OrgId,
  hash: string,
  choice: AddressChoice,
): Promise<void> =>
  retryOnConflict(async () => {
    const records = inOrg(deps.store, orgId);
    const changedAt = toInstant(deps.clock.now());
    const row = await records.get(summaryConsent, { hash });
    if (row === undefined) {
      // The address has no row yet: a member of the organisation gets summaries without a row, and needs one only to
      // stop them.
      const state = choice === 'AGREE' ? 'AGREED' : 'UNSUBSCRIBED';
      await records.insert(summaryConsent, { hash }, { state, asks: 0, askedAt: null, changedAt, by: null });
      return;
    }
    const state = choice === 'AGREE' ? 'AGREED' : stoppedState(row.value.state);
    if (state !== row.value.state)
      await records.replace(summaryConsent, { hash }, { ...row.value, state, changedAt }, row.etag);
  });
