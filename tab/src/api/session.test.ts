import { storageKeys } from '#contracts/limits.ts';
import { aToken, me, now, ulid } from '../testing/builders.ts';
import { createSession } from './session.ts';
import { browserStorage, memoryStorage } from './storage.ts';

const session = {
  token: aToken(),
  warnings: ['ORG_TRIAL_ENDED' as const],
  memberId: ulid('alex'),
  orgId: ulid('org'),
};

describe('the session', () => {
  it('is kept under the keys of the specification and restored from them', () => {
    const storage = memoryStorage();
    const first = createSession(storage, () => now);
    first.signedIn(session, 'alex@rollcall.test');
    first.detailsKnown(me);
    expect(storage.get('HRA.USER.TOKEN')).toBe(session.token);
    expect(JSON.parse(storage.get('userAuth') ?? '')).toEqual({
      id_token: session.token,
      warnings: ['ORG_TRIAL_ENDED'],
    });
    expect(JSON.parse(storage.get('userInfo') ?? '')).toMatchObject({
      firstname: 'Alex',
      lastname: 'Wilber',
      memberId: session.memberId,
    });
    const second = createSession(storage, () => now);
    expect(second.state()).toEqual({
      status: 'signedIn',
      token: session.token,
      email: 'alex@rollcall.test',
      memberId: session.memberId,
      orgId: session.orgId,
      isAdmin: true,
    });
  });

  it('makes nobody an admin by signing in', () => {
    const storage = memoryStorage();
    storage.set(storageKeys.isAdmin, 'true');
    const store = createSession(storage, () => now);
    store.signedIn(session, 'alex@rollcall.test');
    expect(store.state()).toMatchObject({ isAdmin: false });
  });

  it('leaves no token behind when it ends', () => {
    const storage = memoryStorage();
    const store = createSession(storage, () => now);
    store.signedIn(session, 'alex@rollcall.test');
    store.signOut();
    expect([storageKeys.token, storageKeys.userAuth, storageKeys.userInfo].map((key) => storage.get(key))).toEqual([
      null,
      null,
      null,
    ]);
    expect(store.state()).toEqual({ status: 'signedOut', why: 'left' });
  });

  it.each(['not a token', 'a.b.c', 'e30.e30.x', ''])('takes the unreadable token %j for one that ran out', (token) => {
    const storage = memoryStorage();
    storage.set(storageKeys.token, token);
    const store = createSession(storage, () => now);
    expect(store.token()).toBeUndefined();
    expect(store.state()).toEqual({ status: 'signedOut', why: 'expired' });
  });

  it.each(['{', '[]', 'null', '"x"', '{"memberId":7}'])('lives with a spoilt userInfo: %s', (info) => {
    const storage = memoryStorage();
    storage.set(storageKeys.token, aToken());
    storage.set(storageKeys.userInfo, info);
    expect(createSession(storage, () => now).state()).toMatchObject({ status: 'signedIn', memberId: null });
  });

  it('gives the token until the second it runs out', () => {
    let time = now;
    const store = createSession(memoryStorage(), () => time);
    store.signedIn({ ...session, token: aToken(now + 60_000) }, 'a@b.test');
    time = now + 59_000;
    expect(store.token()).toBeDefined();
    time = now + 60_000;
    expect(store.token()).toBeUndefined();
  });
});

describe('storage that refuses', () => {
  const refuse = (): never => {
    throw new DOMException('blocked', 'SecurityError');
  };

  it('is replaced by memory', () => {
    const store = createSession(browserStorage(refuse), () => now);
    store.signedIn(session, 'alex@rollcall.test');
    expect(store.token()).toBe(session.token);
    store.signOut();
    expect(store.token()).toBeUndefined();
  });

  it('may also be full', () => {
    const full = { getItem: () => null, setItem: refuse, removeItem: refuse } as unknown as Storage;
    const storage = browserStorage(() => full);
    storage.set('a', '1');
    expect(storage.get('a')).toBe('1');
    storage.remove('a');
    expect(storage.get('a')).toBeNull();
  });

  it('may be missing', () => {
    const storage = browserStorage(() => undefined);
    storage.set('a', '1');
    expect(storage.get('a')).toBe('1');
  });
});
