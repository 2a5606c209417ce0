import type { Session as FullSession, UserDetails } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import { expiryOf, issueOf } from './accessTokenClaims.ts';
import type { SafeStorage } from './safeBrowserStorage.ts';

/** Leaves out `language`, because apiClient.ts stores the language of a new session. */
type Session = Omit<FullSession, 'language'>;

export interface SignedIn {
  readonly status: 'signedIn';
  readonly token: string;
  readonly email: string;
  readonly memberId: string | null;
  readonly orgId: string | null;
  readonly isAdmin: boolean;
}
interface SignedOut {
  readonly status: 'signedOut';
  /**
   * `none` = the page found no session when it opened. `left` = the reader signed out on this page. `expired` = the
   * server ended the session, or the session ended in another browser tab.
   */
  readonly why: 'none' | 'expired' | 'left';
}
export type SessionState = SignedIn | SignedOut;

/** State of the last attempt to sign in on this page: none yet (`idle`), running, done, or failed with its error. */
export type Attempt =
  | { readonly status: 'idle' }
  | { readonly status: 'running' }
  | { readonly status: 'done' }
  | { readonly status: 'failed'; readonly error: unknown };

export interface SessionStore {
  readonly state: () => SessionState;
  readonly attempt: () => Attempt;
  readonly isBillingEnabled: () => boolean;
  /** Number of sign-outs on this page so far. When it grows, the page deletes the person's data from memory. */
  readonly generation: () => number;
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns the token for a call. Undefined = there is no token, or it has expired and must be refreshed. */
  readonly token: () => string | undefined;
  readonly refreshToken: () => string | null;
  readonly signedIn: (session: Session, email: string) => void;
  /**
   * Stores the new tokens of the current session, also after a switch to another organisation. Has no effect if the
   * person has signed out meanwhile.
   */
  readonly refreshed: (session: Session) => void;
  readonly detailsKnown: (details: UserDetails) => void;
  readonly setAttempt: (attempt: Attempt) => void;
  readonly expire: () => void;
  readonly signOut: () => void;
  readonly disableBilling: () => void;
  /** Reads the session from the storage again, for example after another browser tab has changed it. */
  readonly reload: () => void;
  /** From now on, uses another storage and the session in it. The session in the previous storage is no longer used. */
  readonly moveTo: (storage: SafeStorage) => void;
  readonly storage: () => SafeStorage;
}

const record = (json: string | null): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(json ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};
const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const read = (storage: SafeStorage): SessionState => {
  const token = storage.get(storageKeys.token);
  if (token === null) return { status: 'signedOut', why: 'none' };
  const info = record(storage.get(storageKeys.userInfo));
  return {
    status: 'signedIn',
    token,
    email: storage.get(storageKeys.email) ?? '',
    memberId: textOrNull(info['memberId']),
    orgId: textOrNull(info['orgId']),
    isAdmin: storage.get(storageKeys.isAdmin) === 'true',
  };
};

const forget = (storage: SafeStorage): void => {
  const { token, refreshToken, userAuth, userInfo, isAdmin, microsoft } = storageKeys;
  [token, refreshToken, userAuth, userInfo, isAdmin, microsoft].forEach((key) => {
    storage.remove(key);
  });
};

const isSame = (sessionState: SessionState, other: SessionState): boolean =>
  JSON.stringify(sessionState) === JSON.stringify(other);

const writeTokens = (storage: SafeStorage, { token, refreshToken, warnings }: Session): void => {
  // Writes the token last, because other browser tabs read the whole session again when this value changes.
  storage.set(storageKeys.refreshToken, refreshToken);
  storage.set(storageKeys.userAuth, JSON.stringify({ id_token: token, warnings }));
  storage.set(storageKeys.token, token);
};

const write = (storage: SafeStorage, session: Session, email: string): void => {
  const { memberId, orgId } = session;
  const previousOrg = record(storage.get(storageKeys.userInfo))['orgId'] ?? orgId;
  // The selected team belongs to the previous person or organisation.
  if (storage.get(storageKeys.email) !== email || previousOrg !== orgId) storage.remove(storageKeys.selectedTeam);
  storage.set(storageKeys.userInfo, JSON.stringify({ memberId, orgId }));
  // Until the server has reported the role of the reader, the page shows no functions of admins.
  storage.set(storageKeys.isAdmin, 'false');
  storage.set(storageKeys.email, email);
  writeTokens(storage, session);
};

/**
 * The methods are arrow functions in fields, so that `this` is still correct if a component passes a single method, as
 * in `useSyncExternalStore(session.subscribe, …)`.
 */
class StoredSession implements SessionStore {
  readonly #listeners = new Set<() => void>();
  readonly #now: () => number;
  #storage: SafeStorage;
  #state: ReturnType<typeof read>;
  #attempt: Attempt = { status: 'idle' };
  #isBillingEnabled = true;
  #generation = 0;
  /**
   * Milliseconds by which the server's clock is ahead of the browser's clock. Corrects the check of a token's expiry,
   * because with a wrong browser clock every token could look expired.
   */
  #ahead = 0;

  constructor(place: SafeStorage, now: () => number) {
    this.#storage = place;
    this.#now = now;
    this.#state = read(place);
  }

  readonly state: SessionStore['state'] = () => this.#state;
  readonly attempt: SessionStore['attempt'] = () => this.#attempt;
  readonly isBillingEnabled: SessionStore['isBillingEnabled'] = () => this.#isBillingEnabled;
  readonly generation: SessionStore['generation'] = () => this.#generation;
  readonly storage: SessionStore['storage'] = () => this.#storage;

  readonly subscribe: SessionStore['subscribe'] = (listener) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly token: SessionStore['token'] = () =>
    this.#state.status === 'signedIn' && expiryOf(this.#state.token) > this.#now() + this.#ahead
      ? this.#state.token
      : undefined;

  readonly refreshToken: SessionStore['refreshToken'] = () =>
    this.#state.status === 'signedIn' ? this.#storage.get(storageKeys.refreshToken) : null;

  readonly signedIn: SessionStore['signedIn'] = (session, email) => {
    this.#compareClocks(session);
    write(this.#storage, session, email);
    this.#state = read(this.#storage);
    this.#attempt = { status: 'done' };
    this.#notify();
  };

  readonly refreshed: SessionStore['refreshed'] = (session) => {
    const state = this.#state;
    if (state.status === 'signedOut') return;
    this.#compareClocks(session);
    const { memberId, orgId } = session;
    const isElsewhere = orgId !== state.orgId || memberId !== state.memberId;
    // Another organisation: the stored name, role and ids belong to the previous one, so `write` replaces them.
    if (isElsewhere) write(this.#storage, session, state.email);
    else writeTokens(this.#storage, session);
    this.#state = read(this.#storage);
    this.#notify();
  };

  readonly detailsKnown: SessionStore['detailsKnown'] = (details) => {
    if (this.#state.status === 'signedOut') return;
    const { firstName, lastName, memberId, orgId } = details;
    const userInfo = JSON.stringify({ firstname: firstName, lastname: lastName, memberId, orgId });
    this.#storage.set(storageKeys.userInfo, userInfo);
    this.#storage.set(storageKeys.isAdmin, String(details.role === 'admin'));
    if (this.#state.isAdmin === (details.role === 'admin')) return;
    this.#state = read(this.#storage);
    this.#notify();
  };

  readonly setAttempt: SessionStore['setAttempt'] = (next) => {
    this.#attempt = next;
    this.#notify();
  };

  readonly expire: SessionStore['expire'] = () => {
    this.#end('expired');
  };

  readonly signOut: SessionStore['signOut'] = () => {
    this.#generation += 1;
    this.#attempt = { status: 'idle' };
    this.#end('left');
  };

  readonly disableBilling: SessionStore['disableBilling'] = () => {
    this.#isBillingEnabled = false;
    this.#notify();
  };

  readonly reload: SessionStore['reload'] = () => {
    const sessionState = read(this.#storage);
    if (isSame(sessionState, this.#state)) return;
    if (sessionState.status === 'signedOut' && this.#state.status === 'signedOut') return;
    // The session has ended in another browser tab. After `expired`, the reader returns to this page at the next
    // sign-in.
    this.#state = sessionState.status === 'signedOut' ? { ...sessionState, why: 'expired' } : sessionState;
    this.#notify();
  };

  readonly moveTo: SessionStore['moveTo'] = (next) => {
    this.#storage = next;
    this.#state = read(next);
    this.#notify();
  };

  #compareClocks({ token }: Session): void {
    this.#ahead = (issueOf(token) ?? this.#now()) - this.#now();
  }

  #notify(): void {
    this.#listeners.forEach((listener) => {
      listener();
    });
  }

  #end(why: SignedOut['why']): void {
    if (this.#state.status === 'signedOut' && why === 'expired') return;
    forget(this.#storage);
    this.#state = { status: 'signedOut', why };
    this.#notify();
  }
}

/** Stores the session of the signed-in person in `place`, and notifies subscribers of every change. */
export const createSession = (place: SafeStorage, now: () => number): SessionStore => new StoredSession(place, now);
