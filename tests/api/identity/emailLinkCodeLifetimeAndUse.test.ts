import type { UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import {
  codeKeys,
  findCode,
  isUsedBy,
  issueCode,
  purgeCode,
  claimCode,
  useCode,
} from '../../../bot/src/services/identity/emailLinkCodes.ts';
import type { NewCode } from '../../../bot/src/services/identity/emailLinkCodes.ts';
import { digestOf } from '../../../bot/src/domain/core/hashesAndDerivedIds.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { code as codeKind } from '../../../bot/src/store/kinds/identity/oneTimeCode.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';

// Tests the rules of link codes, such as: a code works once, even if its email was sent twice.

const stores: SqliteStore[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

const newSecret = 'a new secret for tests, 32 bytes and more';
const oldSecret = 'an old secret for tests, 32 bytes and more';

const aWorld = (secrets: readonly string[] = [newSecret]) => {
  const store = openSqliteStore({ file: ':memory:' });
  stores.push(store);
  const clock = fakeClock('2026-11-20T08:00:00Z');
  const deps = { store, clock, codeKeys: codeKeys(secrets) };
  const subject: UserId = aUserId('ann');
  const about = (change: Partial<NewCode> = {}): NewCode => ({
    ...{ kind: 'CONFIRM', id: 'first', subject, payload: {} },
    ...change,
  });
  return {
    ...{ store, clock, deps },
    issue: (change?: Partial<NewCode>, more: object = {}) => issueCode({ ...deps, ...more }, about(change)),
    row: async (code = '') => (await outside(store).get(codeKind, { hash: digestOf(code) }))?.value,
    use: async (code = '') => {
      const row = await findCode(deps, 'CONFIRM', code);
      return row !== undefined && useCode(deps, row, code);
    },
  };
};

describe('a code that was used', () => {
  it('is not issued again, and its lifetime is not renewed', async () => {
    const world = aWorld();
    const code = await world.issue();
    expect(await world.use(code)).toBe(true);
    const used = await world.row(code);
    world.clock.advance({ minutes: 60 });
    expect(await world.issue()).toBeUndefined();
    expect(await world.row(code)).toEqual(used);
    expect(used).toMatchObject({ used: '2026-11-20T08:00:00.000Z', exp: '2026-11-21T08:00:00.000Z' });
  });

  it('remains used after a new code is issued to the same account', async () => {
    const world = aWorld();
    const first = await world.issue();
    await world.use(first);
    const second = await world.issue({ id: 'second' });
    expect(second).not.toBe(first);
    expect([await world.use(first), await world.use(second), await world.use(second)]).toEqual([false, true, false]);
  });

  it('remains used if it was used during the issue of a new one', async () => {
    for (let call = 1; call < 20; call += 1) {
      const world = aWorld();
      const code = await world.issue();
      world.clock.advance({ minutes: 60 });
      const hooked = createHookedStore(world.store);
      let usedAtCall = false;
      hooked.before(call, async () => {
        usedAtCall = await world.use(code);
      });
      await world.issue({}, { store: hooked });
      if (hooked.calls() < call) return;
      expect(usedAtCall).toBe(true);
      expect((await world.row(code))?.used).toBe('2026-11-20T09:00:00.000Z');
      expect(await world.use(code)).toBe(false);
    }
  });
});

describe('a code that was not used', () => {
  it('stays the same when its email is sent again, with its whole lifetime', async () => {
    const world = aWorld();
    const code = await world.issue();
    world.clock.advance({ minutes: 60 });
    expect(await world.issue()).toBe(code);
    expect((await world.row(code))?.exp).toBe('2026-11-21T09:00:00.000Z');
    world.clock.set('2026-11-21T08:59:59.999Z');
    expect(await world.use(code)).toBe(true);
  });

  it('ends with its target, if that is earlier', async () => {
    const world = aWorld();
    const code = await world.issue({ until: '2026-11-20T08:30:00.000Z' as NonNullable<NewCode['until']> });
    world.clock.set('2026-11-20T08:30:00Z');
    expect(await world.use(code)).toBe(false);
  });

  it('keeps its key when a secret is added before the old one', async () => {
    const world = aWorld([oldSecret]);
    const code = await world.issue();
    const rotated = { codeKeys: codeKeys([newSecret, oldSecret]) };
    expect(await world.issue({}, rotated)).toBe(code);
    const created = await world.issue({ id: 'second' }, rotated);
    expect(created).toBe(await world.issue({ id: 'second' }, { codeKeys: codeKeys([newSecret]) }));
  });

  it('accepts only its own purpose, id and secret', async () => {
    const world = aWorld();
    const code = await world.issue();
    expect(await findCode(world.deps, 'RESET', code ?? '')).toBeUndefined();
    expect(await world.issue({ kind: 'RESET' })).not.toBe(code);
    expect(await world.issue({ id: 'second' })).not.toBe(code);
    await expect(world.issue({}, { codeKeys: [] })).rejects.toThrow('SESSION_SECRET holds no secret.');
  });
});

describe('an expired code', () => {
  it('is deleted at its end and not before, also by two parallel deletions', async () => {
    const world = aWorld();
    const code = (await world.issue()) ?? '';
    const hash = digestOf(code);
    world.clock.set('2026-11-21T07:59:59.999Z');
    await purgeCode(world.deps, hash);
    expect(await world.row(code)).toBeDefined();
    world.clock.set('2026-11-21T08:00:00Z');
    await purgeCode(world.deps, hash);
    expect(await world.row(code)).toBeUndefined();
    await purgeCode(world.deps, hash);
  });

  it('remains if it is issued again during its deletion', async () => {
    const world = aWorld();
    const code = (await world.issue()) ?? '';
    world.clock.set('2026-11-21T08:00:00Z');
    const hooked = createHookedStore(world.store);
    hooked.before(2, async () => {
      await world.issue();
    });
    await purgeCode({ ...world.deps, store: hooked }, digestOf(code));
    expect(await world.use(code)).toBe(true);
  });
});

describe('a code that an account takes', () => {
  it('belongs to the first account, and is rejected for every other one', async () => {
    const world = aWorld();
    const code = (await world.issue()) ?? '';
    const before = await findCode(world.deps, 'CONFIRM', code);
    if (before === undefined) throw new Error('The code is missing.');
    await claimCode(world.deps, before, digestOf(code), aUserId('ann'));
    await expect(claimCode(world.deps, before, digestOf(code), aUserId('bob'))).rejects.toMatchObject({
      code: 'CODE_USED',
    });
    const taken = await findCode(world.deps, 'CONFIRM', code);
    expect(taken?.value.used).toBe('2026-11-20T08:00:00.000Z');
    expect([aUserId('ann'), aUserId('bob')].map((userId) => taken !== undefined && isUsedBy(taken, userId))).toEqual([
      ...[true, false],
    ]);
    expect(await world.issue()).toBeUndefined();
  });
});
