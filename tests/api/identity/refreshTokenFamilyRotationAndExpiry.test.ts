import {
  changeTokenFamily,
  endTokenFamiliesOf,
  endTokenFamily,
  findActiveFamily,
  readRefreshToken,
  refreshTokenOf,
  rotateRefreshToken,
  startTokenFamily,
} from '../../../bot/src/services/identity/refreshTokens.ts';
import { sessionKeys } from '../../../bot/src/services/identity/sessionKeys.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { tokenFamily as familyKind } from '../../../bot/src/store/kinds/identity/refreshTokenFamily.ts';
import { prefixRange } from '../../../bot/src/store/tableStorePort.ts';
import { anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { closeAccountWorlds, createAccountWorld } from '../../support/worlds/accountAndRefreshTokenWorld.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';

// Tests that the refresh tokens of a sign-in have a lifetime, change by a counter at each refresh, and end through
// several events.

afterEach(closeAccountWorlds);

type World = Awaited<ReturnType<typeof createAccountWorld>>;

const rowsOf = async ({ store, userId }: World) =>
  (await outside(store).list(familyKind, { userId }, prefixRange('fam|'))).map(({ value }) => value);

describe('a refresh token', () => {
  const family = {
    userId: '01JD4Q8Z9VXKM3T5R7W2YB6CDE',
    familyId: '01JD4Q8Z9VXKM3T5R7W2YB6CDF',
    counter: 7,
  } as Parameters<typeof refreshTokenOf>[1];
  const keys = sessionKeys(['a secret of at least thirty-two bytes']);
  const token = refreshTokenOf(keys, family);

  it('is accepted with any key that is still listed', () => {
    expect(readRefreshToken(keys, token)).toEqual(family);
    const renewed = sessionKeys(['another secret, newer than the first one', 'a secret of at least thirty-two bytes']);
    expect(readRefreshToken(renewed, token)).toEqual(family);
    expect(readRefreshToken(sessionKeys(['another secret, newer than the first one']), token)).toBeUndefined();
  });

  it('is accepted in one spelling only, and not with another id, counter or signature', () => {
    const [userId = '', familyId = '', counter = '', mac = ''] = token.split('.');
    const last = mac.slice(-1);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const twin = alphabet.charAt(alphabet.indexOf(last) ^ 1);
    for (const wrong of [
      `${userId}.${familyId}.${counter}.${mac.slice(0, -1)}${twin}`,
      `${userId}.${familyId}.${counter}.${mac.slice(1)}`,
      `${userId}.${familyId}.8.${mac}`,
      `${userId}.${familyId}.07.${mac}`,
      `${familyId}.${userId}.${counter}.${mac}`,
      `${token} `,
      ` ${token}`,
      `${token}.${mac}`,
      '',
      '...',
    ])
      expect(readRefreshToken(keys, wrong)).toBeUndefined();
  });

  it('a refresh token of a new session has the counter 0', () => {
    expect(readRefreshToken(keys, refreshTokenOf(keys, { ...family, counter: 0 }))?.counter).toBe(0);
  });
});

describe('a sign-in', () => {
  it('is stored unchanged for 30 days', async () => {
    const world = await createAccountWorld();
    const row = await world.signIn({ method: 'MICROSOFT', hasSecondFactor: true, identity: 'ms:1' });
    expect(await rowsOf(world)).toEqual([row]);
    expect(row).toMatchObject({
      ...{ userId: world.userId, orgId: world.orgId, epoch: 1, counter: 0, method: 'MICROSOFT', hasSecondFactor: true },
      ...{ rotatedAt: '2026-11-20T08:00:00.000Z', signedInAt: '2026-11-20T08:00:00.000Z', identity: 'ms:1' },
      ...{ expiresAt: '2026-12-20T08:00:00.000Z', confinedTo: null },
    });
  });

  it('a sign-in that continues an earlier one ends 90 days after that', async () => {
    const world = await createAccountWorld();
    const row = await world.signIn({ signedInAt: anInstant('2026-09-01T08:00:00Z') });
    expect(row).toMatchObject({ signedInAt: '2026-09-01T08:00:00.000Z', expiresAt: '2026-11-30T08:00:00.000Z' });
  });

  it('ends at its expiry, with another epoch, and with its row', async () => {
    const world = await createAccountWorld();
    const { familyId } = await world.signIn();
    const activeFamily = (sessionEpoch = 1) =>
      findActiveFamily(world.deps, { ...world.account, sessionEpoch }, familyId);
    world.clock.set('2026-12-20T07:59:59.999Z');
    expect((await activeFamily())?.familyId).toBe(familyId);
    expect(await activeFamily(2)).toBeUndefined();
    world.clock.set('2026-12-20T08:00:00Z');
    expect(await activeFamily()).toBeUndefined();
    world.clock.set('2026-11-20T08:00:00Z');
    await endTokenFamily(world.deps, { userId: world.userId, familyId });
    expect(await activeFamily()).toBeUndefined();
    await endTokenFamily(world.deps, { userId: world.userId, familyId });
  });

  it('ends 90 days after it began, whatever its row contains', async () => {
    const world = await createAccountWorld();
    const { familyId } = await world.signIn();
    const key = { userId: world.userId, familyId };
    await outside(world.store).touch(familyKind, key, { expiresAt: anInstant('2030-01-01T00:00:00Z') });
    world.clock.set('2027-02-18T07:59:59.999Z');
    expect(await findActiveFamily(world.deps, world.account, familyId)).toBeDefined();
    world.clock.set('2027-02-18T08:00:00Z');
    expect(await findActiveFamily(world.deps, world.account, familyId)).toBeUndefined();
  });

  it('deletes expired sign-ins, and the longest unused one beyond fifty', async () => {
    const world = await createAccountWorld();
    const over = await world.signIn({ account: { userId: world.userId, sessionEpoch: 0 } });
    const created: string[] = [];
    for (let index = 0; index < 50; index += 1) {
      world.clock.advance({ minutes: 1 });
      created.push((await world.signIn()).familyId);
    }
    expect((await rowsOf(world)).map(({ familyId }) => familyId).sort()).toEqual([...created].sort());
    expect(created).not.toContain(over.familyId);
    // The refresh makes the first session the newest, so the second session is now the oldest.
    world.clock.advance({ minutes: 1 });
    const [first = '', second = ''] = created;
    await rotateRefreshToken(world.deps, { userId: world.userId, familyId: first, counter: 0 }, world.account);
    const last = (await world.signIn()).familyId;
    const left = (await rowsOf(world)).map(({ familyId }) => familyId);
    expect(left).toHaveLength(50);
    expect(left).toEqual(expect.arrayContaining([first, last]));
    expect(left).not.toContain(second);
  });

  it('succeeds during a call that ends the old sessions', async () => {
    const world = await createAccountWorld();
    await world.signIn({ account: { userId: world.userId, sessionEpoch: 0 } });
    const hooked = createHookedStore(world.store);
    hooked.before(2, async () => {
      await world.signIn();
    });
    const deps = { ...world.deps, store: hooked };
    const way = {
      orgId: world.orgId,
      method: 'PASSWORD',
      hasSecondFactor: false,
      confinedTo: null,
      identity: null,
    } as const;
    await startTokenFamily(deps, { account: world.account, ...way });
    expect(await rowsOf(world)).toHaveLength(2);
  });
});

describe('the rotation', () => {
  const rotationWorld = async () => {
    const world = await createAccountWorld();
    const { familyId } = await world.signIn();
    const use = (counter: number, sessionEpoch = 1) =>
      rotateRefreshToken(world.deps, { userId: world.userId, familyId, counter }, { ...world.account, sessionEpoch });
    return { ...world, familyId, use };
  };

  it('gives the next counter and another 30 days, but none after 90 days', async () => {
    const world = await rotationWorld();
    world.clock.set('2026-12-15T08:00:00Z');
    expect(await world.use(0)).toMatchObject({
      ...{ counter: 1, rotatedAt: '2026-12-15T08:00:00.000Z', expiresAt: '2027-01-14T08:00:00.000Z' },
    });
    world.clock.set('2027-01-13T08:00:00Z');
    await world.use(1);
    world.clock.set('2027-02-10T08:00:00Z');
    expect(await world.use(2)).toMatchObject({ counter: 3, expiresAt: '2027-02-18T08:00:00.000Z' });
  });

  it('accepts the previous counter for 20 seconds, and then ends the session', async () => {
    const world = await rotationWorld();
    world.clock.advance({ minutes: 1 });
    await world.use(0);
    world.clock.advance({ seconds: 20 });
    expect((await world.use(0))?.counter).toBe(1);
    expect(world.deps.log.lines).toEqual([]);
    world.clock.advance({ ms: 1 });
    expect(await world.use(0)).toBeUndefined();
    const facts = { userId: world.userId, familyId: world.familyId };
    expect(world.deps.log.lines).toEqual([{ level: 'warn', event: 'session.refreshReused', facts }]);
    expect(await rowsOf(world)).toEqual([]);
  });

  it.each([0, 3])('ends the session at once for counter %d, which is not the previous one', async (counter) => {
    const world = await rotationWorld();
    await world.use(0);
    await world.use(1);
    expect(await world.use(counter)).toBeUndefined();
    expect(await rowsOf(world)).toEqual([]);
  });

  it('is rejected after the end, and changes nothing', async () => {
    const world = await rotationWorld();
    expect(await world.use(0, 2)).toBeUndefined();
    world.clock.set('2026-12-20T08:00:00Z');
    expect(await world.use(0)).toBeUndefined();
    expect(await rowsOf(world)).toHaveLength(1);
    expect(world.deps.log.lines).toEqual([]);
  });
});

it('ends with the removal of a Microsoft account only its sessions and those that name none', async () => {
  const world = await createAccountWorld();
  const password = await world.signIn({ identity: 'ms:1' });
  await world.signIn({ method: 'MICROSOFT', identity: 'ms:1' });
  await world.signIn({ method: 'TEAMS', identity: null });
  const other = await world.signIn({ method: 'MICROSOFT', identity: 'ms:2' });
  await endTokenFamiliesOf(world.deps, world.userId, 'ms:1');
  expect((await rowsOf(world)).map(({ familyId }) => familyId).sort()).toEqual(
    [password.familyId, other.familyId].sort(),
  );
});

it('changes a sign-in once, and only while it exists', async () => {
  const world = await createAccountWorld();
  const { userId, familyId } = await world.signIn();
  expect(await changeTokenFamily(world.deps, { userId, familyId }, { hasSecondFactor: true })).toBe(true);
  expect(await rowsOf(world)).toMatchObject([{ hasSecondFactor: true }]);
  expect(await changeTokenFamily(world.deps, { userId, familyId }, { hasSecondFactor: true })).toBe(false);
  await endTokenFamily(world.deps, { userId, familyId });
  expect(await changeTokenFamily(world.deps, { userId, familyId }, { hasSecondFactor: false })).toBe(false);
});
