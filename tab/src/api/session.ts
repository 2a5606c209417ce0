import type { Session, UserDetails } from '#contracts/account.ts';
import { storageKeys } from '#contracts/limits.ts';
import { expiryOf } from './jwt.ts';
import type { SafeStorage } from './storage.ts';

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
  /** `expired` = was signed in until a call was refused or the token ran out. */
  readonly why: 'none' | 'expired' | 'left';
}
export type SessionState = SignedIn | SignedOut;

/** Where a try to sign in stands: request, success and failure with its error. */
export type Attempt =
  | { readonly status: 'idle' }
  | { readonly status: 'running' }
  | { readonly status: 'done' }
  | { readonly status: 'failed'; readonly error: unknown };

export interface SessionStore {
  readonly state: () => SessionState;
  readonly attempt: () => Attempt;
  /** False inside the chat tool: nothing about billing is shown there. */
  readonly isBillingEnabled: () => boolean;
  /** +1 whenever somebody left on purpose: what was kept for them in memory must go. */
  readonly generation: () => number;
  readonly subscribe: (listener: () => void) => () => void;
  /** The token for a call, or undefined after ending a session whose token ran out. */
  readonly token: () => string | undefined;
  readonly signedIn: (session: Session, email: string) => void;
  readonly detailsKnown: (details: UserDetails) => void;
  readonly setAttempt: (attempt: Attempt) => void;
  readonly expire: () => void;
  readonly signOut: () => void;
  readonly disableBilling: () => void;
  /** Reads the session again, e.g. after another browser tab signed out. */
  readonly reload: () => void;
  /** Changes the place the session lives in; the one known so far is dropped. */
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
  const { token, refreshToken, userAuth, userInfo, isAdmin } = storageKeys;
  [token, refreshToken, userAuth, userInfo, isAdmin].forEach((key) => {
    storage.remove(key);
  });
};

const write = (storage: SafeStorage, session: Session, email: string): void => {
  storage.set(storageKeys.token, session.token);
  storage.set(storageKeys.userAuth, JSON.stringify({ id_token: session.token, warnings: session.warnings }));
  storage.set(storageKeys.userInfo, JSON.stringify({ memberId: session.memberId, orgId: session.orgId }));
  // Roles are asked from the server after each sign-in; until then nobody is an admin.
  storage.set(storageKeys.isAdmin, 'false');
  storage.set(storageKeys.email, email);
};

/** Who is signed in, kept where the page may keep it, told to whoever listens. */
export const createSession = (place: SafeStorage, now: () => number): SessionStore => {
  const listeners = new Set<() => void>();
  let storage = place;
  let state = read(storage);
  let attempt: Attempt = { status: 'idle' };
  let billing = true;
  let generation = 0;
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
    token() {
      if (state.status === 'signedOut') return undefined;
      if (expiryOf(state.token) > now()) return state.token;
      end('expired');
      return undefined;
    },
    signedIn(session, email) {
      write(storage, session, email);
      state = read(storage);
      attempt = { status: 'done' };
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
      state = read(storage);
      tell();
    },
    moveTo(next) {
      storage = next;
      store.reload();
    },
  };
  return store;
};
