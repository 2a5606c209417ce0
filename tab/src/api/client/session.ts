import type { Session as FullSession, UserDetails } from '#contracts/identity/session.ts';
import { storageKeys } from '#contracts/core/limits.ts';
import { expiryOf, issueOf } from './jwt.ts';
import type { SafeStorage } from './storage.ts';

/** The language of a session is handled in client.ts. */
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
  /** `expired` = the session ended without a sign-out: a call was refused, or the token expired. */
  readonly why: 'none' | 'expired' | 'left';
}
export type SessionState = SignedIn | SignedOut;

/** State of an attempt to sign in: running, done, or failed with its error. */
export type Attempt =
  | { readonly status: 'idle' }
  | { readonly status: 'running' }
  | { readonly status: 'done' }
  | { readonly status: 'failed'; readonly error: unknown };

export interface SessionStore {
  readonly state: () => SessionState;
  readonly attempt: () => Attempt;
  /** False inside the chat tool, which shows nothing about billing. */
  readonly isBillingEnabled: () => boolean;
  /** Grows by 1 whenever a person signs out on purpose: their data in memory must go. */
  readonly generation: () => number;
  readonly subscribe: (listener: () => void) => () => void;
  /** The token for a call; undefined when there is none or it has expired and needs a refresh. */
  readonly token: () => string | undefined;
  readonly refreshToken: () => string | null;
  readonly signedIn: (session: Session, email: string) => void;
  /** Stores new tokens for the same session. Changes nothing when the person has signed out meanwhile. */
  readonly refreshed: (session: Session) => void;
  readonly detailsKnown: (details: UserDetails) => void;
  readonly setAttempt: (attempt: Attempt) => void;
  readonly expire: () => void;
  readonly signOut: () => void;
  readonly disableBilling: () => void;
  /** Reads the session again, e.g. after another browser tab signed out. */
  readonly reload: () => void;
  /** Changes the storage of the session; the session known so far is dropped. */
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
  // Writes the token last: other tabs read everything again when it changes.
  storage.set(storageKeys.refreshToken, refreshToken);
  storage.set(storageKeys.userAuth, JSON.stringify({ id_token: token, warnings }));
  storage.set(storageKeys.token, token);
};

const write = (storage: SafeStorage, session: Session, email: string): void => {
  const { memberId, orgId } = session;
  storage.set(storageKeys.userInfo, JSON.stringify({ memberId, orgId }));
  // The page reads the role from the server after each sign-in; until then it shows no admin functions.
  storage.set(storageKeys.isAdmin, 'false');
  storage.set(storageKeys.email, email);
  writeTokens(storage, session);
};

/** Keeps the signed-in person in `place` and notifies subscribers of every change. */
export const createSession = (place: SafeStorage, now: () => number): SessionStore => {
  const listeners = new Set<() => void>();
  let storage = place;
  let state = read(storage);
  let attempt: Attempt = { status: 'idle' };
  let billing = true;
  let generation = 0;
  /** Milliseconds that the server's clock is ahead of this one: a wrong clock here must not make every token look expired. */
  let ahead = 0;
  const compareClocks = ({ token }: Session): void => {
    ahead = (issueOf(token) ?? now()) - now();
  };
  const tell = (): void => {
    listeners.forEach((listener) => {
      listener();
    });
  };
  const end = (why: SignedOut['why']): void => {
    if (state.status === 'signedOut' && why === 'expired') return;
    forget(storage);
    state = { status: 'signedOut', why };
    tell();
  };
  const store: SessionStore = {
    state: () => state,
    attempt: () => attempt,
    isBillingEnabled: () => billing,
    generation: () => generation,
    storage: () => storage,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    token: () => (state.status === 'signedIn' && expiryOf(state.token) > now() + ahead ? state.token : undefined),
    refreshToken: () => (state.status === 'signedIn' ? storage.get(storageKeys.refreshToken) : null),
    signedIn(session, email) {
      compareClocks(session);
      write(storage, session, email);
      state = read(storage);
      attempt = { status: 'done' };
      tell();
    },
    refreshed(session) {
      if (state.status === 'signedOut') return;
      compareClocks(session);
      const { memberId, orgId } = session;
      const isElsewhere = orgId !== state.orgId || memberId !== state.memberId;
      // In another organisation, none of the stored details apply.
      if (isElsewhere) write(storage, session, state.email);
      else writeTokens(storage, session);
      state = read(storage);
      tell();
    },
    detailsKnown(details) {
      if (state.status === 'signedOut') return;
      const { firstName, lastName, memberId, orgId } = details;
      storage.set(storageKeys.userInfo, JSON.stringify({ firstname: firstName, lastname: lastName, memberId, orgId }));
      storage.set(storageKeys.isAdmin, String(details.role === 'admin'));
      if (state.isAdmin === (details.role === 'admin')) return;
      state = read(storage);
      tell();
    },
    setAttempt(next) {
      attempt = next;
      tell();
    },
    expire: () => {
      end('expired');
    },
    signOut() {
      generation += 1;
      attempt = { status: 'idle' };
      end('left');
    },
    disableBilling() {
      billing = false;
      tell();
    },
    reload() {
      const found = read(storage);
      if (isSame(found, state)) return;
      if (found.status === 'signedOut' && state.status === 'signedOut') return;
      // The session ended in another tab: `expired` returns the reader to this page after the next sign-in.
      state = found.status === 'signedOut' ? { ...found, why: 'expired' } : found;
      tell();
    },
    moveTo(next) {
      storage = next;
      state = read(storage);
      tell();
    },
  };
  return store;
};
