import { createHash, randomBytes } from 'node:crypto';
import type { Challenge, Session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { secretForm } from '#contracts/microsoftAccounts/microsoftAndTeamsSignIn.ts';
import type { SignInFault } from '#contracts/microsoftAccounts/microsoftAndTeamsSignIn.ts';
import { digestOf } from '../../domain/core/hashesAndDerivedIds.ts';
import { minuteMs } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { EntraPerson, EntraWeb } from '../../gateways/entraPort.ts';
import type { Origin } from '../identity/passwordLoginAndUserDetails.ts';
import type { Actor } from '../core/actor.ts';
import { codeInvalid, findCode, issueSecret, useCode } from '../identity/emailLinkCodes.ts';
import type { StoredCode } from '../identity/emailLinkCodes.ts';
import type { Limiter } from '../rateLimits/storedRateLimiter.ts';
import { isPendingDeletionError } from '../tenancy/findPendingDeletionAndError.ts';
import { signInFromWeb } from './openMicrosoftSession.ts';
import { isJoinedIdentity } from '../identity/microsoftIdentities.ts';
import { joinIdentity } from './joinIdentity.ts';
import { personOf, settleAccount } from './findLinkOrCreateAccount.ts';
import { requireFullProof, requireWholeAccount } from '../identity/authenticateRequestAndRequireProof.ts';
import type { TeamsSignInDeps } from './teamsSignIn.ts';

// Sign-in with Microsoft on the web. It must end in the browser in which it began: a cookie contains a random value,
// whose hash the rows store. Without the cookie, neither Microsoft's reply nor the product's own code is accepted.

/** Milliseconds that a person may spend on Microsoft's pages. */
const stateLifeMs = 10 * minuteMs;
const codeLifeMs = minuteMs;

const newSecret = (): string => randomBytes(32).toString('base64url');
const s256 = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

const giveOut = (
  deps: Pick<TeamsSignInDeps, 'store' | 'clock'>,
  kind: 'OAUTH' | 'SIGN_IN',
  payload: Readonly<Record<string, string>>,
): Promise<string> =>
  issueSecret(deps, { kind, subject: 'browser', payload, lifeMs: kind === 'OAUTH' ? stateLifeMs : codeLifeMs });

const isFrom = (browser: string | undefined, row: StoredCode): boolean =>
  browser !== undefined && digestOf(browser) === row.value.payload['browser'];

/**
 * Returns the payload of a state (OAUTH) or code (SIGN_IN), and marks it as used. Undefined if it is unknown, expired
 * or already used, or was issued to another browser.
 */
const takeBack = async (
  deps: Pick<TeamsSignInDeps, 'store' | 'clock'>,
  kind: 'OAUTH' | 'SIGN_IN',
  secret: string | undefined,
  browser: string | undefined,
): Promise<StoredCode['value']['payload'] | undefined> => {
  if (secret === undefined || !secretForm.test(secret)) return undefined;
  const row = await findCode(deps, kind, secret);
  // A request from another browser does not use the state or code up, because the right browser may still send it.
  if (row === undefined || !isFrom(browser, row)) return undefined;
  return (await useCode(deps, row, secret)) ? row.value.payload : undefined;
};

const webOf = ({ entra }: Pick<TeamsSignInDeps, 'entra'>): EntraWeb => {
  if (entra?.web == null) throw new AppError('ENTRA_NOT_CONFIGURED');
  return entra.web;
};

export interface BegunSignIn {
  readonly url: string;
  /** Value of the cookie that binds the sign-in to this browser. */
  readonly browser: string;
  readonly maxAgeSeconds: number;
}

interface Wish {
  readonly purpose: 'SIGN_IN' | 'JOIN';
  readonly target?: string | undefined;
}

/**
 * Returns the account and session for a join. Throws REAUTH unless the sign-in is recent and proved every factor: after
 * the join, the Microsoft account can open the account permanently.
 */
const joiningSession = async (deps: Pick<TeamsSignInDeps, 'store' | 'clock'>, actor: Actor | undefined) => {
  if (actor?.userId == null || actor.signIn === undefined) throw new AppError('UNAUTHENTICATED');
  requireWholeAccount(actor);
  await requireFullProof(deps, actor);
  return { joins: actor.userId, session: actor.signIn.familyId };
};

/**
 * Begins a sign-in. With the purpose JOIN, the Microsoft account will be joined to the account of `actor`. Throws
 * ENTRA_NOT_CONFIGURED, UNAVAILABLE or REAUTH.
 */
export const beginMicrosoftSignIn = async (
  deps: Pick<TeamsSignInDeps, 'store' | 'clock' | 'entra'> & { readonly limiter: Pick<Limiter, 'take'> },
  { purpose, target = '' }: Wish,
  actor: Actor | undefined,
  { address }: Origin,
): Promise<BegunSignIn> => {
  const web = webOf(deps);
  await deps.limiter.take('microsoft', address);
  const joining = purpose === 'JOIN' ? await joiningSession(deps, actor) : { joins: '', session: '' };
  const [browser, nonce, verifier] = [newSecret(), newSecret(), newSecret()];
  const payload = { browser: digestOf(browser), nonce, verifier, target, ...joining };
  const state = await giveOut(deps, 'OAUTH', payload);
  const url = await web.authorizeUrl({ state, nonce, challenge: s256(verifier) });
  return { url, browser, maxAgeSeconds: stateLifeMs / 1000 };
};

export interface ReturnedSignIn {
  readonly state?: string | undefined;
  readonly code?: string | undefined;
  /** Microsoft's error code; undefined if Microsoft accepted the sign-in. */
  readonly error?: string | undefined;
}

/**
 * The result with which the browser opens the sign-in page: a code of the product, or the reason why the sign-in
 * failed. `target` is the page to open after the sign-in.
 */
export type Landing = { readonly target: string } & ({ readonly code: string } | { readonly fault: SignInFault });

const faultOf = (error: unknown): SignInFault => {
  if (!(error instanceof AppError)) throw error;
  if (isPendingDeletionError(error)) return 'DELETING';
  if (error.code === 'NOT_IN_ROSTER') return 'NOT_IN_ROSTER';
  return error.code === 'UNAVAILABLE' ? 'UNAVAILABLE' : 'REFUSED';
};

/**
 * Handles the redirect from Microsoft. A refusal is returned as a page and not thrown, because the caller is a person
 * in a browser.
 */
export const finishMicrosoftSignIn = async (
  deps: Pick<TeamsSignInDeps, 'store' | 'clock' | 'entra'>,
  { state, code, error }: ReturnedSignIn,
  browser: string | undefined,
): Promise<Landing> => {
  const begun = await takeBack(deps, 'OAUTH', state, browser);
  if (begun === undefined) return { target: '', fault: 'EXPIRED' };
  const { target = '', nonce = '', verifier = '', joins = '', session = '' } = begun;
  if (error !== undefined || code === undefined)
    return { target, fault: error === 'access_denied' ? 'CANCELLED' : 'REFUSED' };
  try {
    const person = await webOf(deps).redeem({ code, verifier, nonce });
    await personOf(deps, person);
    const { tid, oid } = person;
    const payload = { browser: digestOf(browser ?? ''), tid, oid, joins, session };
    return { target, code: await giveOut(deps, 'SIGN_IN', payload) };
  } catch (refused) {
    return { target, fault: faultOf(refused) };
  }
};

/**
 * Returns the caller if the caller's session began this join; otherwise throws UNAUTHENTICATED. Its factors were
 * checked when the join began, at most eleven minutes ago, so they need not be proved again.
 */
const joinerOf = (joins: string, session: string, actor: Actor | undefined): Actor => {
  if (actor?.userId !== joins || actor.signIn?.familyId !== session) throw new AppError('UNAUTHENTICATED');
  requireWholeAccount(actor);
  return actor;
};

/**
 * Exchanges a code for a session. The exchange succeeds once, within a minute, and only in the browser in which the
 * sign-in began. Throws CODE_INVALID for an unknown, used or expired code, and in another browser.
 */
export const exchangeMicrosoftCode = async (
  deps: TeamsSignInDeps,
  { code }: { readonly code: string },
  caller: { readonly browser: string | undefined; readonly actor: () => Promise<Actor | undefined> },
): Promise<Session | Challenge> => {
  const kept = await takeBack(deps, 'SIGN_IN', code, caller.browser);
  if (kept === undefined) throw codeInvalid();
  const { tid = '', oid = '', joins = '', session = '' } = kept;
  const joiner = joins === '' ? null : joinerOf(joins, session, await caller.actor());
  const proved: EntraPerson = { tid, oid };
  const person = await personOf(deps, proved);
  const userId = await (joiner === null ? settleAccount(deps, person, null) : joinIdentity(deps, person, joiner));
  const { scope } = person.records;
  const opens = await isJoinedIdentity(deps, proved, userId);
  return signInFromWeb(deps, userId, {
    // After a join, the session opens in the organisation of the joined Microsoft account.
    preferred: joiner === null ? null : scope,
    confinedTo: opens ? null : scope,
    identity: proved,
    hasSecondFactor: joiner?.signIn?.hasSecondFactor ?? false,
  });
};
