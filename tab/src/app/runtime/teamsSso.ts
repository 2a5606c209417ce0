import { shareRunningCall } from '#contracts/shareRunningCall.ts';
import type { Session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { teamsSignIn } from '#contracts/microsoftAccounts/microsoftAndTeamsSignIn.ts';
import { ApiError } from '../../api/client/apiClient.ts';
import type { Call } from '../../api/client/apiClient.ts';
import type { SessionStore } from '../../api/client/sessionStore.ts';
import type { HostStore } from './teamsHostStore.ts';

// Signs in inside Microsoft Teams without asking the reader: exchanges a token of the host for a session of the
// product. The session is kept in memory only.

/**
 * Reason why a silent sign-in failed. CONSENT: the host must ask the reader first. NOT_IN_ROSTER: Microsoft has
 * identified the reader, but the server knows no such member. NOT_POSSIBLE: silent sign-in is not available, so the
 * reader signs in with a password. FAILED: another attempt may succeed.
 */
export type SsoFault =
  | { readonly why: 'CONSENT' | 'NOT_IN_ROSTER' | 'NOT_POSSIBLE' }
  | { readonly why: 'FAILED'; readonly error: unknown };

export type SsoState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' }
  | ({ readonly kind: 'failed' } & SsoFault);

export interface Sso {
  readonly state: () => SsoState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Runs one sign-in at a time; concurrent callers share it. Never rejects: read the result from `state`. */
  readonly signIn: (how: 'SILENT' | 'ASKING') => Promise<void>;
}

/**
 * Words with which hosts report that the reader or an admin must act first, for example give consent. Matched anywhere
 * in the text, because some hosts put them into a sentence.
 */
const consentErrorPattern =
  /resourceRequiresConsent|resourceRequiresMfa|consent_required|interaction_required|invalid_grant|CancelledByUser|FailedToOpenWindow/i;

class HostRefusal extends Error {
  readonly isConsentMissing: boolean;
  constructor(cause: unknown) {
    super('The host gave no token', { cause });
    this.isConsentMissing = consentErrorPattern.test(cause instanceof Error ? cause.message : String(cause));
  }
}

const exchange = async (call: Call, host: HostStore, how: 'SILENT' | 'ASKING'): Promise<Session> => {
  const state = host.state();
  if (state.kind !== 'teams') throw new HostRefusal('no host');
  const ssoToken = await state.identityToken(how).catch((error: unknown) => {
    throw new HostRefusal(error);
  });
  return call<typeof teamsSignIn>({ method: 'POST', path: '/api/v1/userlogin/teams', open: true }, { ssoToken });
};

/**
 * Returns a new session when a call finds that its session has ended, without asking the reader. Undefined if that is
 * not possible.
 */
export const exchangeQuietly = async (call: Call, host: HostStore): Promise<Session | undefined> => {
  try {
    return await exchange(call, host, 'SILENT');
  } catch {
    return undefined;
  }
};

const faultOf = (error: unknown): SsoFault => {
  if (error instanceof HostRefusal) return { why: error.isConsentMissing ? 'CONSENT' : 'NOT_POSSIBLE' };
  if (error instanceof ApiError && error.code === 'NOT_IN_ROSTER') return { why: 'NOT_IN_ROSTER' };
  if (error instanceof ApiError && error.code === 'ENTRA_NOT_CONFIGURED') return { why: 'NOT_POSSIBLE' };
  return { why: 'FAILED', error };
};

interface SsoDeps {
  readonly call: Call;
  readonly session: SessionStore;
  readonly host: HostStore;
}

export const createSso = ({ call, session, host }: SsoDeps): Sso => {
  const listeners = new Set<() => void>();
  let state: SsoState = { kind: 'idle' };
  const setNext = (next: SsoState): void => {
    state = next;
    listeners.forEach((listener) => {
      listener();
    });
  };
  const { run } = shareRunningCall(async (how: 'SILENT' | 'ASKING') => {
    setNext({ kind: 'running' });
    try {
      const tokens = await exchange(call, host, how);
      setNext({ kind: 'idle' });
      session.signedIn(tokens, '');
    } catch (error) {
      setNext({ kind: 'failed', ...faultOf(error) });
    }
  });
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    signIn: run,
  };
};
