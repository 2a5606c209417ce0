import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import { aToken, me, now, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { createSession } from './sessionStore.ts';
import { browserStorage, memoryStorage } from './safeBrowserStorage.ts';

const session = {
  token: aToken(),
  refreshToken: 'refresh-0',
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
    expect(storage.get('HRA.USER.REFRESH.TOKEN')).toBe('refresh-0');
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

  it('gets no admin role from signing in', () => {
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
    expect(storage.get('HRA.USER.REFRESH.TOKEN')).toBeNull();
    expect(store.state()).toEqual({ status: 'signedOut', why: 'left' });
  });

  it.each(['not a token', 'a.b.c', 'e30.e30.x', ''])('treats the unreadable token %j as expired', (token) => {
    const storage = memoryStorage();
    storage.set(storageKeys.token, token);
    const store = createSession(storage, () => now);
    expect(store.token()).toBeUndefined();
    // The session stays although its token must be refreshed, because only the server decides whether a session has
    // ended.
    expect(store.state()).toMatchObject({ status: 'signedIn' });
  });

  it.each(['{', '[]', 'null', '"x"', '{"memberId":7}'])('tolerates an invalid userInfo: %s', (info) => {
    const storage = memoryStorage();
    storage.set(storageKeys.token, aToken());
    storage.set(storageKeys.userInfo, info);
    expect(createSession(storage, () => now).state()).toMatchObject({ status: 'signedIn', memberId: null });
  });

  it('returns the token until the second of its expiry', () => {
    let time = now;
    const store = createSession(memoryStorage(), () => time);
    store.signedIn({ ...session, token: aToken(now + 60_000) }, 'a@b.test');
    time = now + 59_000;
    expect(store.token()).toBeDefined();
    time = now + 60_000;
    expect(store.token()).toBeUndefined();
  });
});

describe('a refreshed session', () => {
  const started = () => {
    const storage = memoryStorage();
    const store = createSession(storage, () => now);
    store.signedIn(session, 'alex@rollcall.test');
    store.detailsKnown(me);
    return { storage, store };
  };
  const created = { ...session, token: aToken(now + 3_600_000), refreshToken: 'refresh-1', warnings: [] };

  it('keeps its person and has new tokens', () => {
    const { storage, store } = started();
    store.refreshed(created);
    expect(store.state()).toMatchObject({ email: 'alex@rollcall.test', isAdmin: true, memberId: session.memberId });
    expect([store.token(), store.refreshToken()]).toEqual([created.token, 'refresh-1']);
    expect(JSON.parse(storage.get('userInfo') ?? '')).toMatchObject({ firstname: 'Alex' });
  });

  it('drops the data of another organisation', () => {
    const { store } = started();
    store.refreshed({ ...created, orgId: ulid('other') });
    expect(store.state()).toMatchObject({ orgId: ulid('other'), isAdmin: false });
  });

  it('forgets the selected team of another organisation', () => {
    const { storage, store } = started();
    storage.set('selectedTeam', 'team');
    store.refreshed(created);
    expect(storage.get('selectedTeam')).toBe('team');
    store.refreshed({ ...created, orgId: ulid('other') });
    expect(storage.get('selectedTeam')).toBeNull();
  });

  it('forgets the selected team of another person, also after a sign-out', () => {
    const { storage, store } = started();
    storage.set('selectedTeam', 'team');
    store.signOut();
    store.signedIn(session, 'alex@rollcall.test');
    expect(storage.get('selectedTeam')).toBe('team');
    store.signOut();
    store.signedIn(session, 'someone.else@rollcall.test');
    expect(storage.get('selectedTeam')).toBeNull();
  });

  it('remains signed out if it was signed out meanwhile', () => {
    const { storage, store } = started();
    store.signOut();
    store.refreshed(created);
    expect(store.state()).toEqual({ status: 'signedOut', why: 'left' });
    expect(storage.get('HRA.USER.TOKEN')).toBeNull();
  });

  it('notifies no listener if another tab changed nothing', () => {
    const { store } = started();
    const shownText = jest.fn();
    store.subscribe(shownText);
    store.reload();
    expect(shownText).not.toHaveBeenCalled();
  });

  it.each([-3_600_000, 3_600_000])('uses the server’s clock when ours is wrong by %i ms', (wrong) => {
    const issued = Math.floor(now / 1000);
    const token = `e30.${btoa(JSON.stringify({ iat: issued, exp: issued + 1800 }))}.signature`;
    let time = now + wrong;
    const store = createSession(memoryStorage(), () => time);
    store.signedIn({ ...session, token }, 'alex@rollcall.test');
    time += 1_799_000;
    expect(store.token()).toBe(token);
    time += 1000;
    expect(store.token()).toBeUndefined();
  });
});

describe('unavailable storage', () => {
  const refuse = (): never => {
    throw new DOMException('blocked', 'SecurityError');
  };

  it('unavailable storage is replaced by memory', () => {
    const store = createSession(browserStorage(refuse), () => now);
    store.signedIn(session, 'alex@rollcall.test');
    expect(store.token()).toBe(session.token);
    store.signOut();
    expect(store.token()).toBeUndefined();
  });

  it('can be storage that is full', () => {
    const full = { getItem: () => null, setItem: refuse, removeItem: refuse } as unknown as Storage;
    const storage = browserStorage(() => full);
    storage.set('a', '1');
    expect(storage.get('a')).toBe('1');
    storage.remove('a');
    expect(storage.get('a')).toBeNull();
  });

  it('does not restore a value that another tab removed', () => {
    const shared = new Map<string, string>();
    const place = {
      getItem: (key: string) => shared.get(key) ?? null,
      setItem: (key: string, value: string) => void shared.set(key, value),
      removeItem: (key: string) => void shared.delete(key),
    } as unknown as Storage;
    const [here, there] = [browserStorage(() => place), browserStorage(() => place)];
    here.set('a', '1');
    there.remove('a');
    expect(here.get('a')).toBeNull();
  });

  it('can be storage that does not exist', () => {
    const storage = browserStorage(() => undefined);
    storage.set('a', '1');
    expect(storage.get('a')).toBe('1');
  });
});
