import { deleteOrg, undeleteOrg } from '../../bot/src/services/dataLifecycle/deleteOrRestoreOrg.ts';
import { findPendingDeletion } from '../../bot/src/services/tenancy/findPendingDeletionAndError.ts';
import { inOrg, outside } from '../../bot/src/store/recordKindsAndAccess.ts';
import { membership } from '../../bot/src/store/kinds/identity/membership.ts';
import { profile } from '../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { teamsUser } from '../../bot/src/store/kinds/microsoftAccounts/teamsUser.ts';
import { tenantOrg, threadTeam } from '../../bot/src/store/kinds/organisations/organisationLookups.ts';
import { org as orgKind } from '../../bot/src/store/kinds/organisations/organisation.ts';
import { deletionJob } from '../../bot/src/store/kinds/dataLifecycle/deletionJob.ts';
import { tokenFamily } from '../../bot/src/store/kinds/identity/refreshTokenFamily.ts';
import { allRows, deletionWorld, copyOf, lineOf, pollDeletionJobs, signedIn } from '../support/worlds/deletionWorld.ts';
import type { DeletionWorld, TableRow } from '../support/worlds/deletionWorld.ts';
import { installationKinds, seedEveryKind } from '../support/data/seedEveryKind.ts';
import { idsIn } from '../support/data/seededIdsAndNames.ts';
import { failingStore, failures } from '../support/store/storeFailingAtNthCall.ts';
import { allKinds, kindOf } from '../../bot/src/store/admin/kindOfRow.ts';
import type { fakeClock } from '../support/data/fakeClock.ts';
import { markNightsDone } from '../support/data/markNightsDone.ts';

const contoso = idsIn('contoso');
const weekOver = '2026-11-27T08:00:00Z';

/** Returns every text that identifies a row as one of the organisation or of its people. */
const tokensOf = (name: string): string[] => {
  const { orgId, tid, teamId, meetingId, ann, bob, newcomer } = idsIn(name);
  return [orgId, tid, teamId, meetingId, newcomer, ann.memberId, ann.userId, bob.memberId, bob.userId, name];
};
const isOf =
  (name: string) =>
  (row: TableRow): boolean =>
    tokensOf(name).some((token) => lineOf(row).includes(token));

const isOfInstallation = (row: TableRow): boolean => installationKinds.has(kindOf(row.table, row)?.name ?? '');

/** Returns the rows that `before` contains too, with their versions. Equal lists mean that no such row was written. */
const foreign = (before: readonly TableRow[], tableRows: readonly TableRow[]): string[] => {
  const theirs = new Set(before.map((row) => `${row.table} ${row.pk} ${row.rk}`));
  return tableRows
    .filter((row) => theirs.has(`${row.table} ${row.pk} ${row.rk}`))
    .map((row) => lineOf(row, true))
    .sort();
};

const deleted = async (): Promise<DeletionWorld> => {
  const world = await deletionWorld();
  await deleteOrg(world.deps, signedIn(world.clock), {});
  return world;
};

/**
 * Removes the date of the last invoice for the comparison, because it depends on the instant at which the deletion
 * issues that invoice.
 */
const undated = (lines: readonly string[]): string[] => lines.map((line) => line.replace(/"issuedOn":"[^"]+"/, ''));

const kept = [
  `Dir org-`,
  `Org ${contoso.orgId} chg|202610 {"amountCents":200,`,
  `Org ${contoso.orgId} chg|202611 {"amountCents":1000,`,
  // The deletion bills the usage since the last invoice before it deletes the rows.
  `Org ${contoso.orgId} inl|202610|202610|0000 {"invoice":"202610","j_members":"[\\"${'1'.padStart(26, '0')}\\"]`,
  `Org ${contoso.orgId} inl|202611|202611|0000 {"invoice":"202611","j_members":"[\\"${'1'.padStart(26, '0')}\\",\\"${'2'.padStart(26, '0')}\\"]`,
  `Org ${contoso.orgId} inv|202610 {"cents":200,`,
  `Org ${contoso.orgId} inv|202611 {"cents":0,`,
  `Org ${contoso.orgId} org `,
  `Usage ${contoso.orgId}|202610 m|00000000000000000000000001 `,
  `Usage ${contoso.orgId}|202611 m|00000000000000000000000001 `,
  `Usage ${contoso.orgId}|202611 m|00000000000000000000000002 `,
];

describe('an organisation with every kind of row', () => {
  it('contains every existing kind, so that a new kind fails here until it is added', async () => {
    const world = await deletionWorld();
    const present = new Set((await world.rows()).filter(isOf('contoso')).map((row) => kindOf(row.table, row)?.name));
    // Rows with hashed keys contain no name, so the test adds their kinds itself.
    for (const hashed of ['counter', 'personalInstall', 'password', 'meetingName', 'totp']) present.add(hashed);
    const missing = allKinds
      .map((kind) => kind.name)
      .filter((name) => !present.has(name) && !installationKinds.has(name));
    expect(missing).toEqual([]);
    const everything = new Set((await world.rows()).map((row) => kindOf(row.table, row)?.name));
    expect(
      allKinds.map((kind) => kind.name).filter((name) => !everything.has(name) && !installationKinds.has(name)),
    ).toEqual([]);
  });

  it('is deleted a week later, except its tombstone, invoices, payments and a ledger of numbers', async () => {
    const world = await deletionWorld();
    // Seeds the other organisation in a store that never contained the deleted one.
    const alone = await copyOf([], weekOver);
    await seedEveryKind(alone.store, 'fabrikam');
    const rest = await alone.rows();
    const theirs = foreign(rest, await world.rows());
    await deleteOrg(world.deps, signedIn(world.clock), {});
    world.clock.set('2026-11-27T07:59:00Z');
    await pollDeletionJobs(world.deps);
    expect((await world.rows()).filter(isOf('contoso')).length).toBeGreaterThan(60);

    world.clock.set(weekOver);
    await pollDeletionJobs(world.deps);
    const after = await world.rows();
    expect(foreign(rest, after)).toEqual(theirs);
    const ours = new Set(rest.map((row) => `${row.table} ${row.pk} ${row.rk}`));
    const left = after.filter((row) => !isOfInstallation(row) && !ours.has(`${row.table} ${row.pk} ${row.rk}`));
    expect(left.map((row) => lineOf(row)).sort()).toEqual(kept.map((line): unknown => expect.stringContaining(line)));
    // No remaining row may contain an id or a text of these people, their team or their tenant.
    const people = [contoso.ann, contoso.bob].flatMap((item) => [item.memberId, item.userId, item.oid]);
    const traces = [...people, contoso.teamId, contoso.tid, '@contoso.test', 'of contoso'];
    expect(after.filter((row) => traces.some((trace) => lineOf(row).includes(trace)))).toEqual([]);
    const records = inOrg(world.store, contoso.orgId);
    expect((await records.get(orgKind, undefined))?.value).toMatchObject({ state: 'DELETED', tid: null });
    // A second run of the deletion must change nothing.
    await pollDeletionJobs(world.deps);
    expect(await world.lines()).toEqual(after.map((row) => lineOf(row)).sort());
  });

  it('is completely deleted after a kill at any store call', async () => {
    const begun = await deleted();
    const before = await begun.rows();
    const whole = await copyOf(before, weekOver);
    const counting = failingStore(whole.store, Infinity, 'before');
    await pollDeletionJobs(whole.on(counting.store));
    const expected = undated(await whole.lines());
    expect(counting.calls()).toBeGreaterThan(200);
    const wrong: string[] = [];
    for (const failure of failures)
      // Ends the process at every call. The failures without an end of the process occur at every fifth call only, to
      // save time.
      for (let call = 1; call <= counting.calls(); call += failure === 'crash' ? 1 : 5) {
        const world = await copyOf(before, weekOver);
        await pollDeletionJobs(world.on(failingStore(world.store, call, failure).store)).catch(() => undefined);
        world.clock.advance({ minutes: 120 });
        await pollDeletionJobs(world.deps);
        const lines = undated(await world.lines());
        const differing = [
          ...lines.filter((line) => !expected.includes(line)),
          ...expected.filter((line) => !lines.includes(line)),
        ];
        if (differing.length > 0) wrong.push(`${failure} ${call}: ${differing.join(' ; ')}`);
      }
    expect(wrong).toEqual([]);
  });

  it('waits while the clock is set back, and is not started again', async () => {
    const world = await deleted();
    const before = await world.lines();
    world.clock.set('2026-11-19T08:00:00Z');
    await pollDeletionJobs(world.deps);
    expect((await world.lines()).filter((line) => !line.includes('night|'))).toEqual(before);
    world.clock.set(weekOver);
    await markNightsDone(world.store, world.clock);
    await pollDeletionJobs(world.deps);
    const after = await world.lines();
    world.clock.set('2026-11-20T08:00:00Z');
    await pollDeletionJobs(world.deps);
    expect(await world.lines()).toEqual(after);
  });

  it('is deleted by two servers at once', async () => {
    const world = await deleted();
    world.clock.set(weekOver);
    const once = await copyOf(await world.rows(), weekOver);
    await pollDeletionJobs(once.deps);
    await Promise.all([pollDeletionJobs(world.deps), pollDeletionJobs(world.deps)]);
    world.clock.advance({ minutes: 120 });
    await pollDeletionJobs(world.deps);
    expect((await world.lines()).filter((line) => !line.includes('night|'))).toEqual(
      (await once.lines()).filter((line) => !line.includes('night|')),
    );
  });

  it('keeps rows that now belong to another organisation', async () => {
    const world = await deleted();
    const { tid, ann, threadId } = contoso;
    const { orgId } = idsIn('fabrikam');
    const rows = outside(world.store);
    await rows.touch(tenantOrg, { tid }, { orgId });
    await rows.touch(teamsUser, { tid, oid: ann.oid }, { orgId });
    await rows.touch(threadTeam, { tid, threadId }, { orgId });
    world.clock.set(weekOver);
    await pollDeletionJobs(world.deps);
    expect((await rows.get(tenantOrg, { tid }))?.value.orgId).toBe(orgId);
    expect((await rows.get(teamsUser, { tid, oid: ann.oid }))?.value.orgId).toBe(orgId);
    expect((await rows.get(threadTeam, { tid, threadId }))?.value.orgId).toBe(orgId);
  });

  it('removes its part of an account that is also in another organisation', async () => {
    const world = await deletionWorld();
    const { userId } = contoso.bob;
    const existing = { userId, orgId: idsIn('fabrikam').orgId, memberId: null };
    const rows = outside(world.store);
    await rows.insert(membership, existing, existing);
    const familyId = idsIn('x').orgId;
    const sample = (await rows.list(tokenFamily, { userId }, { from: 'fam|', to: 'fam}' }))[0]?.value;
    if (sample === undefined) throw new Error('no session');
    await rows.insert(tokenFamily, { userId, familyId }, { ...sample, familyId, orgId: existing.orgId });
    await deleteOrg(world.deps, signedIn(world.clock), {});
    world.clock.set(weekOver);
    await pollDeletionJobs(world.deps);
    const left = (await allRows(world.store)).filter((row) => row.pk === `u:${userId}`).map((row) => row.rk);
    expect(left.sort()).toEqual([`fam|${familyId}`, `m|${existing.orgId}|-`, 'net', 'p', 'pw', 'sa', 'totp']);
    expect((await rows.get(profile, { userId }))?.value.lastOrgId).toBeNull();
  });
});

/**
 * True for a line that a restored organisation may have in addition: two entries of the activity log, the restore
 * emails with their codes until these expire, and the rows of nightly work.
 */
const isTrace = (line: string): boolean =>
  /activity\.org(?:Deleted|Restored)/.test(line) ||
  line.startsWith(`Org ${contoso.orgId} A|`) ||
  line.includes('ORG_DELETED') ||
  line.includes('"kind":"UNDELETE"') ||
  line.includes('night|');

describe('a restoration of the organisation', () => {
  const caller = { address: '192.0.2.1', actor: () => Promise.resolve(undefined) };
  const superadmin = (clock: ReturnType<typeof fakeClock>) => ({
    ...caller,
    actor: () => Promise.resolve({ ...signedIn(clock, 'fabrikam'), role: 'superadmin' as const }),
  });

  const isSignIn = (line: string): boolean =>
    [contoso.ann, contoso.bob].some(({ userId }) => line.startsWith(`Accounts u:${userId} fam|`));

  it('restores all rows except the sign-ins of its people', async () => {
    const world = await deletionWorld();
    const all = (await world.lines()).filter((line) => !isTrace(line));
    const before = all.filter((line) => !isSignIn(line));
    expect(before.length).toBeLessThan(all.length);
    await deleteOrg(world.deps, signedIn(world.clock), {});
    expect(await findPendingDeletion(world.deps, contoso.orgId)).toEqual({
      name: 'contoso',
      until: '2026-11-27T08:00:00.000Z',
    });
    world.clock.set('2026-11-27T07:59:00Z');
    await pollDeletionJobs(world.deps);
    const request = { orgId: contoso.orgId };
    expect(await undeleteOrg(world.deps, request, superadmin(world.clock))).toEqual({ name: 'contoso' });
    expect((await world.lines()).filter((line) => !isTrace(line))).toEqual(before);
    world.clock.set('2026-12-20T08:00:00Z');
    await pollDeletionJobs(world.deps);
    expect((await world.lines()).filter((line) => !isTrace(line))).toEqual(before);
  });

  it('is allowed only to a named superadmin, and only before rows are deleted', async () => {
    const world = await deleted();
    const request = { orgId: contoso.orgId };
    await expect(undeleteOrg(world.deps, request, caller)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    const admin = { ...caller, actor: () => Promise.resolve(signedIn(world.clock, 'fabrikam')) };
    await expect(undeleteOrg(world.deps, request, admin)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    world.clock.set(weekOver);
    await pollDeletionJobs(world.deps);
    await expect(undeleteOrg(world.deps, request, superadmin(world.clock))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('succeeds or fails as a whole against a parallel deletion', async () => {
    const begun = await deleted();
    const before = await begun.rows();
    const gone = await copyOf(before, weekOver);
    await pollDeletionJobs(gone.deps);
    const outcomes = new Set<string>();
    for (let call = 1; call < 40; call += 1) {
      const world = await copyOf(before, weekOver);
      await pollDeletionJobs(world.on(failingStore(world.store, call, 'crash').store)).catch(() => undefined);
      const won = await undeleteOrg(world.deps, { orgId: contoso.orgId }, superadmin(world.clock)).then(
        () => true,
        () => false,
      );
      world.clock.advance({ minutes: 120 });
      await pollDeletionJobs(world.deps);
      const state = (await inOrg(world.store, contoso.orgId).get(orgKind, undefined))?.value.state;
      const waiting = await outside(world.store).get(deletionJob, { target: 'ORG', id: contoso.orgId });
      outcomes.add(`${won ? 'restored' : 'too late'}, ${state ?? ''}, ${waiting === undefined ? 'over' : 'waiting'}`);
    }
    expect([...outcomes].sort()).toEqual(['restored, ACTIVE, over', 'too late, DELETED, over']);
  });
});

describe('a request for its deletion', () => {
  it('is rejected with an old sign-in, and writes nothing', async () => {
    const world = await deletionWorld();
    const actor = signedIn(world.clock);
    const before = await world.lines();
    world.clock.advance({ minutes: 5 });
    await expect(deleteOrg(world.deps, actor, {})).rejects.toMatchObject({ code: 'REAUTH' });
    await expect(deleteOrg(world.deps, actor, { orgId: idsIn('fabrikam').orgId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await world.lines()).toEqual(before);
  });

  it('ends as deleted or as never requested after an interruption at any call', async () => {
    const seeded = await deletionWorld();
    const before = await seeded.rows();
    const whole = await copyOf(before, '2026-11-20T08:00:00Z');
    const counting = failingStore(whole.store, Infinity, 'before');
    await deleteOrg(whole.on(counting.store), signedIn(whole.clock), {});
    const outcomes = new Set<string>();
    for (const failure of failures)
      for (let call = 1; call <= counting.calls(); call += 1) {
        const world = await copyOf(before, '2026-11-20T08:00:00Z');
        const asking = world.on(failingStore(world.store, call, failure).store);
        await deleteOrg(asking, signedIn(world.clock), {}).catch(() => undefined);
        world.clock.advance({ minutes: 30 });
        await pollDeletionJobs(world.deps);
        const stateNow = async () =>
          (await inOrg(world.store, contoso.orgId).get(orgKind, undefined))?.value.state ?? '';
        const soon = await stateNow();
        const emails = (await world.lines()).filter((line) => line.includes('ORG_DELETED')).length;
        world.clock.set('2026-11-28T08:00:00Z');
        await markNightsDone(world.store, world.clock);
        await pollDeletionJobs(world.deps);
        const waiting = await outside(world.store).get(deletionJob, { target: 'ORG', id: contoso.orgId });
        outcomes.add(`${soon}, ${emails} emails, ${await stateNow()}, ${waiting === undefined ? 'over' : 'waiting'}`);
      }
    expect([...outcomes].sort()).toEqual(['ACTIVE, 0 emails, ACTIVE, over', 'DELETING, 1 emails, DELETED, over']);
  });
});
