import { saveAnswer } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { eraseUser } from '../../../bot/src/services/dataLifecycle/planAndRunDeletionJobs.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { usage } from '../../../bot/src/store/kinds/billing/usageLedger.ts';
import { membership } from '../../../bot/src/store/kinds/identity/membership.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { orgMember, orgUser } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aDate, aMeetingId, aMemberId, anInstant, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { addressIn, idsIn, personIn } from '../../support/data/seededIdsAndNames.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import {
  allRows,
  deletionJobDeps,
  deletionWorld,
  lineOf,
  pollDeletionJobs,
  pollUntilErased,
  signedIn,
} from '../../support/worlds/deletionWorld.ts';
import type { DeletionWorld, TableRow } from '../../support/worlds/deletionWorld.ts';
import { friday, values } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests requests of a person that began before the erasure and take effect after it, as on Azure tables.

const contoso = idsIn('contoso');
const { bob, orgId, teamId } = contoso;
const isErasure = ({ rk }: TableRow): boolean => rk.startsWith('cascade|PERSON');

/** Creates a world with an open run, in which Ann has an account and an activity that the ledger has counted. */
const worldWithAnn = async () => {
  const store = openSqliteStore({ file: ':memory:' });
  const world = await aWorld({ people: ['ann', 'bob'], store });
  await world.meeting({ isReminderEnabled: false });
  await world.runUntil('2026-11-20T09:00:00Z', 600);
  const [userId, memberId, start] = [aUserId('ann'), world.member('ann'), anInstant('2026-11-02T09:00:00Z')];
  const records = inOrg(store, world.orgId);
  const own = { orgId: world.orgId, memberId };
  await outside(store).insert(
    profile,
    { userId },
    {
      ...{ userId, firstName: 'Ann', lastName: 'Lee', email: 'ann@contoso.test', phone: null, photoUrl: null },
      ...{ sessionEpoch: 1, isConfirmed: true, lastOrgId: world.orgId, locale: null, createdOn: start },
    },
  );
  await outside(store).insert(membership, { userId, ...own }, own);
  await records.insert(orgUser, { userId }, { userId, memberId, role: 'user' });
  await records.touch(orgMember, { memberId }, { userId });
  const counted = { memberId, event: 'ANSWER', at: start, meetingId: aMeetingId() } as const;
  await records.insert(usage, { month: '202611', memberId }, counted);
  const signIn = { familyId: 'f', epoch: 1, method: 'PASSWORD', hasSecondFactor: false, confinedTo: null } as const;
  return { store, world, ann: () => world.actor('ann', { userId, signIn: { ...signIn, at: world.clock.now() } }) };
};

it('an answer that takes effect after the erasure of its person loses its text two minutes later', async () => {
  const { store, world, ann } = await worldWithAnn();
  const deps = deletionJobDeps(store, world.clock);
  const naming = async (text: string): Promise<TableRow[]> =>
    (await allRows(store)).filter((row) => lineOf(row).includes(text));
  const hooked = createHookedStore(store);
  hooked.beforeTransaction('Team', async () => {
    await eraseUser(deps, ann());
    await pollDeletionJobs(deps);
    expect((await naming('ann@contoso.test')).every(isErasure)).toBe(true);
    world.clock.advance({ minutes: 1 });
    await pollDeletionJobs(deps);
  });
  await saveAnswer({ ...world.answering, store: hooked }, ann(), {
    ...{ meetingId: aMeetingId(), date: aDate(friday), goals: [], values: values({ done: 'My diagnosis' }) },
  });
  expect(await naming('My diagnosis')).not.toEqual([]);
  world.clock.advance({ minutes: 1 });
  await pollDeletionJobs(deps);
  expect(await naming('My diagnosis')).toEqual([]);
  expect((await allRows(store)).filter(isErasure)).toEqual([]);
});

const traces = [personIn('contoso', 'bob'), 'bob-contoso', addressIn('contoso', 'bob'), bob.userId, bob.oid];
const tracesIn = async (world: DeletionWorld): Promise<string[]> =>
  (await world.rows())
    .filter((row) => !isErasure(row) && traces.some((trace) => lineOf(row).includes(trace)))
    .map((row) => lineOf(row));

/** True for a row that deletes a code at its expiry. The erasure finds the codes by these rows. */
const isPurge = ({ rk }: TableRow): boolean => rk.includes('|purge|');

it('a row of the organisation, of a team, of the account or of a code that is stored late is erased', async () => {
  const world = await deletionWorld();
  const before = await world.rows();
  await eraseUser(world.deps, signedIn(world.clock, 'contoso', 'bob'));
  await pollDeletionJobs(world.deps);
  expect(await tracesIn(world)).toEqual([]);
  const late = before.filter((row) => traces.some((trace) => lineOf(row).includes(trace)) || isPurge(row));
  for (const table of ['Team', 'Org', 'Accounts', 'Outbox'] as const)
    await world.store.admin.bulkPut(
      table,
      late
        .filter((row) => row.table === table && (table !== 'Outbox' || isPurge(row)))
        .map(({ pk, rk, values: stored }) => ({ pk, rk, values: stored })),
    );
  expect((await tracesIn(world)).length).toBeGreaterThan(20);
  world.clock.advance({ minutes: 2 });
  await pollDeletionJobs(world.deps);
  expect(await tracesIn(world)).toEqual([]);
  expect((await world.rows()).filter(isErasure)).toEqual([]);
});

describe('a person who is erased in one organisation and joins it again as another member', () => {
  const joinedAgain = aMemberId('bob again');

  /** Erases Bob in one organisation, and lets him join it again before the erasure is repeated. */
  const rejoined = async () => {
    const world = await deletionWorld();
    const existing = { userId: bob.userId, orgId: idsIn('fabrikam').orgId, memberId: null };
    await outside(world.store).insert(membership, existing, existing);
    await inOrg(world.store, existing.orgId).insert(orgUser, existing, { ...existing, role: 'user' });
    const records = inOrg(world.store, orgId);
    const member = await records.get(orgMember, bob);
    if (member === undefined) throw new Error('no member');
    const confined = () => {
      const actor = signedIn(world.clock, 'contoso', 'bob');
      if (actor.signIn === undefined) throw new Error('not signed in');
      return { ...actor, signIn: { ...actor.signIn, confinedTo: orgId } };
    };
    await eraseUser(world.deps, confined());
    await pollDeletionJobs(world.deps);
    const place = { orgId, memberId: joinedAgain };
    await outside(world.store).touch(membership, { userId: bob.userId, ...place }, place);
    await records.insert(orgUser, bob, { userId: bob.userId, memberId: joinedAgain, role: 'user' });
    await records.insert(orgMember, place, { ...member.value, memberId: joinedAgain });
    return { world, records, confined };
  };

  it('keeps the new membership when the erasure is repeated', async () => {
    const { world, records } = await rejoined();
    world.clock.advance({ minutes: 2 });
    await pollDeletionJobs(world.deps);
    expect((await world.rows()).filter(isErasure)).toEqual([]);
    expect((await records.get(orgUser, bob))?.value.memberId).toBe(joinedAgain);
    expect((await records.get(orgMember, { memberId: joinedAgain }))?.value.userId).toBe(bob.userId);
  });

  it('keeps a new membership that has no member yet', async () => {
    const { world, records } = await rejoined();
    const row = await records.get(orgUser, bob);
    if (row === undefined) throw new Error('Bob has joined again.');
    await records.replace(orgUser, bob, { ...row.value, memberId: null }, row.etag);
    world.clock.advance({ minutes: 2 });
    await pollDeletionJobs(world.deps);
    expect(await records.get(orgUser, bob)).toBeDefined();
  });

  it('loses the late rows of both members after a second erasure', async () => {
    const { world, records, confined } = await rejoined();
    await eraseUser(world.deps, { ...confined(), memberId: joinedAgain });
    const late = `D|${friday}|${contoso.meetingId}|z|${bob.memberId}`;
    await world.store.admin.bulkPut('Team', [{ pk: `${orgId}|${teamId}`, rk: late, values: { v: 1 } }]);
    world.clock.advance({ minutes: 2 });
    await pollUntilErased(world.deps, world.clock);
    expect((await world.rows()).filter((row) => isErasure(row) || row.rk === late)).toEqual([]);
    expect(await records.get(orgUser, bob)).toBeUndefined();
    expect(await records.get(orgMember, { memberId: joinedAgain })).toBeUndefined();
  });
});
