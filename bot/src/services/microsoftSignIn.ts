import { createHash, randomBytes } from 'node:crypto';
import type { Session } from '#contracts/account.ts';
import { AppError } from '#contracts/errors.ts';
import { userId as userIdSchema } from '#contracts/ids.ts';
import type { UserId } from '#contracts/ids.ts';
import { secretForm } from '#contracts/signIn.ts';
import type { SignInFault } from '#contracts/signIn.ts';
import { digestOf } from '../domain/ids.ts';
import { minuteMs } from '../domain/time.ts';
import type { EntraPerson, EntraWeb } from '../gateways/entra.ts';
import type { Origin } from './accounts.ts';
import type { Actor } from './actor.ts';
import { codeInvalid, findCode, giveOutSecret, useCode } from './codes.ts';
import type { StoredCode } from './codes.ts';
import type { Limiter } from './limiter.ts';
import { isEnding } from './ending.ts';
import { enterFromWeb } from './microsoftSession.ts';
import { isJoined, personOf, settleAccount } from './microsoftPerson.ts';
import { requireWholeAccount } from './sessions.ts';
import type { TeamsSignInDeps } from './teamsSignIn.ts';

// Sign-in with Microsoft on the web. What begins in one browser ends in the same one: a cookie holds a random value, the rows
// only its hash, and neither an answer of Microsoft's nor the code of ours is good without it.

/** How long somebody may take at Microsoft's page. */
const stateLifeMs = 10 * minuteMs;
const codeLifeMs = minuteMs;

const newSecret = (): string => randomBytes(32).toString('base64url');
const s256 = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

const giveOut = (
  deps: Pick<TeamsSignInDeps, 'store' | 'clock'>,
  kind: 'OAUTH' | 'SIGN_IN',
  payload: Readonly<Record<string, string>>,
): Promise<string> =>
  giveOutSecret(deps, { kind, subject: 'browser', payload, lifeMs: kind === 'OAUTH' ? stateLifeMs : codeLifeMs });

const isFrom = (browser: string | undefined, row: StoredCode): boolean =>
  browser !== undefined && digestOf(browser) === row.value.payload['browser'];

/** The row of a state or code in the browser it was given to, used up by this call; undefined in every other case. */
const takeBack = async (
  deps: Pick<TeamsSignInDeps, 'store' | 'clock'>,
  kind: 'OAUTH' | 'SIGN_IN',
  secret: string | undefined,
  browser: string | undefined,
): Promise<StoredCode['value']['payload'] | undefined> => {
  if (secret === undefined || !secretForm.test(secret)) return undefined;
  const row = await findCode(deps, kind, secret);
  // In a wrong browser it is not used up: the right one may still come.
  if (row === undefined || !isFrom(browser, row)) return undefined;
  return (await useCode(deps, row, secret)) ? row.value.payload : undefined;
};

const webOf = ({ entra }: Pick<TeamsSignInDeps, 'entra'>): EntraWeb => {
  if (entra?.web == null) throw new AppError('ENTRA_NOT_CONFIGURED');
  return entra.web;
};

export interface Begun {
  /** Microsoft's page. */
  readonly url: string;
  /** For the cookie that binds the sign-in to this browser. */
  readonly browser: string;
  readonly maxAgeSeconds: number;
}

interface Wish {
  readonly purpose: 'SIGN_IN' | 'JOIN';
  readonly target?: string | undefined;
}

/** Begins a sign-in; with JOIN the account of `actor` will be joined to who signs in. ENTRA_NOT_CONFIGURED, UNAVAILABLE. */
export const begin = async (
  deps: Pick<TeamsSignInDeps, 'store' | 'clock' | 'entra'> & { readonly limiter: Pick<Limiter, 'take'> },
  { purpose, target = '' }: Wish,
  actor: Actor | undefined,
  { address }: Origin,
): Promise<Begun> => {
  const web = webOf(deps);
  await deps.limiter.take('microsoft', address);
  const joins = purpose === 'JOIN' ? actor?.userId : null;
  if (joins === undefined || (purpose === 'JOIN' && joins === null)) throw new AppError('UNAUTHENTICATED');
  if (purpose === 'JOIN') requireWholeAccount(actor);
  const [browser, nonce, verifier] = [newSecret(), newSecret(), newSecret()];
  const payload = { browser: digestOf(browser), nonce, verifier, target, joins: joins ?? '' };
  const state = await giveOut(deps, 'OAUTH', payload);
  const url = await web.authorizeUrl({ state, nonce, challenge: s256(verifier) });
  return { url, browser, maxAgeSeconds: stateLifeMs / 1000 };
};

export interface Returned {
  readonly state?: string | undefined;
  readonly code?: string | undefined;
  /** Microsoft's own word for what went wrong. */
  readonly error?: string | undefined;
}

/** Where the browser goes on: the sign-in page with a code of ours, or with why there is none. */
export type Landing = { readonly target: string } & ({ readonly code: string } | { readonly fault: SignInFault });

const faultOf = (error: unknown): SignInFault => {
  if (!(error instanceof AppError)) throw error;
  if (isEnding(error)) return 'DELETING';
  if (error.code === 'NOT_IN_ROSTER') return 'NOT_IN_ROSTER';
  return error.code === 'UNAVAILABLE' ? 'UNAVAILABLE' : 'REFUSED';
};

/** What Microsoft sent the browser back with. Never refuses: whoever comes here is a person in front of a page. */
export const comeBack = async (
  deps: Pick<TeamsSignInDeps, 'store' | 'clock' | 'entra'>,
  { state, code, error }: Returned,
  browser: string | undefined,
): Promise<Landing> => {
  const begun = await takeBack(deps, 'OAUTH', state, browser);
  if (begun === undefined) return { target: '', fault: 'EXPIRED' };
  const { target = '', nonce = '', verifier = '', joins = '' } = begun;
  if (error !== undefined || code === undefined)
    return { target, fault: error === 'access_denied' ? 'CANCELLED' : 'REFUSED' };
  try {
    const person = await webOf(deps).redeem({ code, verifier, nonce });
    await personOf(deps, person);
    const { tid, oid } = person;
    const payload = { browser: digestOf(browser ?? ''), tid, oid, joins };
    return { target, code: await giveOut(deps, 'SIGN_IN', payload) };
  } catch (refused) {
    return { target, fault: faultOf(refused) };
  }
};

const joinerOf = (joins: string, actor: Actor | undefined): UserId | null => {
  if (joins === '') return null;
  // Joined only while signed in to both: the session that began must still be there, and be the one that asks.
  if (actor?.userId !== joins) throw new AppError('UNAUTHENTICATED');
  requireWholeAccount(actor);
  return userIdSchema.parse(joins);
};

/** The session for a code: once, within a minute, in the browser that began. CODE_INVALID in every other case. */
export const exchange = async (
  deps: TeamsSignInDeps,
  { code }: { readonly code: string },
  caller: { readonly browser: string | undefined; readonly actor: () => Promise<Actor | undefined> },
): Promise<Session> => {
  const kept = await takeBack(deps, 'SIGN_IN', code, caller.browser);
  if (kept === undefined) throw codeInvalid();
  const { tid = '', oid = '', joins = '' } = kept;
  const wanted = joins === '' ? null : joinerOf(joins, await caller.actor());
  const proved: EntraPerson = { tid, oid };
  const person = await personOf(deps, proved);
  const userId = await settleAccount(deps, person, wanted);
  // Who joins an account wants to see what it has got by that.
  const { scope } = person.records;
  return enterFromWeb(deps, userId, {
    preferred: wanted === null ? null : scope,
    confinedTo: (await isJoined(deps, proved, userId)) ? null : scope,
  });
};
