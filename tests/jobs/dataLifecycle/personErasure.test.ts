import { getReport } from '../../../bot/src/services/reports/getDailyReport.ts';
import { eraseInTeam } from '../../../bot/src/services/dataLifecycle/erasePersonInOrganisation.ts';
import { eraseUser } from '../../../bot/src/services/dataLifecycle/planAndRunDeletionJobs.ts';
import { inOrg, outside, readAs } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { membership } from '../../../bot/src/store/kinds/identity/membership.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { orgMember, orgUser } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { answer } from '../../../bot/src/store/kinds/answers/answerAndHistory.ts';
import { sheet } from '../../../bot/src/store/kinds/timesheets/sheetAndWeek.ts';
import { outbox } from '../../../bot/src/store/kinds/outbox/outboxRow.ts';
import {
  deletionWorld,
  copyOf,
  lineOf,
  pollDeletionJobs,
  pollUntilErased,
  signedIn,
} from '../../support/worlds/deletionWorld.ts';
import type { DeletionWorld, TableRow } from '../../support/worlds/deletionWorld.ts';
import { daySummary } from '../../../bot/src/store/kinds/runs/daySummary.ts';
import { meeting } from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { digest, digestSending } from '../../../bot/src/store/kinds/digests/digestAndSending.ts';
import { template } from '../../../bot/src/store/kinds/meetings/meetingTemplate.ts';
import { prefixRange } from '../../../bot/src/store/tableStorePort.ts';
import { aDate, anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { aDigestId } from '../../support/data/digestBuilders.ts';
import { consentIn } from '../../support/data/approveAddressesAndReadConsent.ts';
import { addressIn, idsIn, personIn } from '../../support/data/seededIdsAndNames.ts';
import { failingStore } from '../../support/store/storeFailingAtNthCall.ts';
import { kindOf } from '../../../bot/src/store/admin/kindOfRow.ts';
import { tokenFor } from '../../support/worlds/signInSessionAndToken.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';

const contoso = idsIn('contoso');
const { bob, ann, orgId, teamId, meetingId } = contoso;
const date = aDate('2026-11-19');

/** Every text that identifies bob, except his member id, under which his answers are still counted. */
const traces = [personIn('contoso', 'bob'), 'bob-contoso', addressIn('contoso', 'bob'), bob.userId, bob.oid];
const knows = (row: TableRow): boolean => traces.some((trace) => lineOf(row).includes(trace));

/** The only kinds of rows in which bob's member id may remain. */
const countedIn = [
  'answer',
  'delivery',
  'invoicePage',
  'meeting',
  'outbox',
  'run',
  'sheet',
  'skip',
  'teamMember',
  'usage',
  'week',
];

const erased = async (): Promise<DeletionWorld> => {
  const world = await deletionWorld();
  await eraseUser(world.deps, signedIn(world.clock, 'contoso', 'bob'));
  await pollUntilErased(world.deps, world.clock);
  return world;
};

const theirs = (rows: readonly TableRow[], keep: (row: TableRow) => boolean): string[] =>
  rows
    .filter(keep)
    .map((row) => lineOf(row, true))
    .sort();

describe('an erased person', () => {
  it('is named in no row, and the remaining counts contain no other data', async () => {
    const world = await deletionWorld();
    expect((await world.rows()).filter(knows).length).toBeGreaterThan(20);
    await eraseUser(world.deps, signedIn(world.clock, 'contoso', 'bob'));
    await pollUntilErased(world.deps, world.clock);
    const rows = await world.rows();
    expect(rows.filter(knows).map((row) => lineOf(row))).toEqual([]);
    const numbered = rows.filter((row) => lineOf(row).includes(bob.memberId));
    expect([...new Set(numbered.map((row) => kindOf(row.table, row)?.name))].sort()).toEqual(countedIn);
    expect(rows.filter((row) => row.rk.startsWith('cascade|PERSON'))).toEqual([]);
  });

  it('still counts in goals, blockers, minutes and the ledger', async () => {
    const world = await erased();
    const records = inOrg(world.store, orgId);
    const of = await records.get(answer, { teamId, meetingId, date, memberId: bob.memberId });
    expect(of?.value).toMatchObject({ values: {}, hasBlocker: true, isGoalAchieved: true });
    expect(of?.value.goals).toEqual([{ id: '0'.repeat(16), text: '', ticked: true, state: 'DONE' }]);
    const hours = await records.get(sheet, { teamId, date, memberId: bob.memberId });
    expect(hours?.value).toMatchObject({
      minutes: 30,
      byMeeting: { [meetingId]: 30 },
      tasks: [{ task: '', minutes: 30 }],
    });
    const actor = { ...signedIn(world.clock), teamIds: [teamId] };
    const { reports } = await getReport(world.deps, actor, { teamId, date });
    expect(reports[0]).toMatchObject({ goals: 2, blockers: 2, totalMembers: 2 });
    expect(JSON.stringify(reports)).toContain('Former member');
  });

  it('leaves no date in the stored figures of a run, and the dates of other members stay', async () => {
    const seeded = await deletionWorld();
    const daysIn = async (world: DeletionWorld) => {
      const row = await inOrg(world.store, orgId).get(daySummary, { teamId, meetingId, date });
      return row?.value.figures?.map(({ answers, days }) => ({ answers, days }));
    };
    expect(await daysIn(seeded)).toEqual([{ answers: 2, days: [12, 35] }]);
    expect(await daysIn(await erased())).toEqual([{ answers: 1, days: [12] }]);
  });

  it('leaves no date in the stored figures if all members of a run are erased at once', async () => {
    const world = await deletionWorld();
    const [place, now] = [{ orgId, teamId }, anInstant('2026-11-20T08:00:00Z')];
    const erase = ({ memberId }: typeof bob) =>
      eraseInTeam(world.deps, place, { memberId, names: [], replacement: 'Former member' }, now);
    await Promise.all([ann, bob].map(erase));
    const row = await inOrg(world.store, orgId).get(daySummary, { teamId, meetingId, date });
    expect(row?.value).toMatchObject({ answered: 2, figures: [] });
  });

  it('gets no summary: their address leaves the reports with its consent, and other addresses stay', async () => {
    const world = await erased();
    const records = inOrg(world.store, orgId);
    const report = await records.get(meeting, { teamId, meetingId });
    expect(report?.value.reportSummaryEmail).toBe(addressIn('contoso', 'outside'));
    const place = { store: world.store, orgId };
    expect(await consentIn(place, addressIn('contoso', 'bob'))).toBeUndefined();
    expect(await consentIn(place, addressIn('contoso', 'outside'))).toMatchObject({ state: 'AGREED', by: null });
  });

  it('leaves their templates to the organisation, without their name', async () => {
    const world = await erased();
    const row = await inOrg(world.store, orgId).get(template, { name: 'contoso template' });
    expect(row?.value).toMatchObject({ name: 'contoso template', createdBy: null });
    expect(row?.value.questions).not.toHaveLength(0);
  });

  it('leaves their digests without an owner, a recipient and an address, so that the next date stops them', async () => {
    const world = await erased();
    const records = inOrg(world.store, orgId);
    const id = aDigestId('contoso');
    const row = await records.get(digest, { id });
    expect(row?.value).toMatchObject({ name: 'contoso digest', ownerId: null });
    expect(row?.value.recipients).toMatchObject({
      ...{ memberIds: [ann.memberId], emails: [addressIn('contoso', 'outside')] },
    });
    const sendings = await records.list(digestSending, undefined, prefixRange(`dge|${id}|`));
    expect(sendings.map(({ value }) => value.messages)).toEqual([[]]);
  });

  it('leaves the other organisation, and all others in this one, as they were', async () => {
    const world = await deletionWorld();
    const alone = new Set(
      (await world.rows())
        .filter((row) => !knows(row) && !lineOf(row).includes(bob.memberId))
        .map((row) => `${row.table} ${row.pk} ${row.rk}`),
    );
    const isTheirs = (row: TableRow): boolean =>
      alone.has(`${row.table} ${row.pk} ${row.rk}`) &&
      !row.pk.startsWith('lim-') &&
      !row.pk.startsWith('aad:') &&
      // The search index has the words of all members, so an erasure builds it again.
      !/^I(?:\||$)/.test(row.rk) &&
      // The figures of a run combine the answers of all members, so an erasure computes them again.
      !row.rk.startsWith(`R|${meetingId}|`) &&
      !isHidden(row);
    const before = theirs(await world.rows(), isTheirs);
    await eraseUser(world.deps, signedIn(world.clock, 'contoso', 'bob'));
    await pollUntilErased(world.deps, world.clock);
    expect(theirs(await world.rows(), isTheirs)).toEqual(before);
    expect(before.length).toBeGreaterThan(80);
  });

  it('is finished after a kill at any call to the store, and twice changes nothing', async () => {
    const begun = await deletionWorld();
    await eraseUser(begun.deps, signedIn(begun.clock, 'contoso', 'bob'));
    const before = await begun.rows();
    const at = '2026-11-20T08:00:00Z';
    const whole = await copyOf(before, at);
    const counting = failingStore(whole.store, Infinity, 'before');
    await pollUntilErased(whole.on(counting.store), whole.clock);
    const expected = await whole.lines();
    await pollUntilErased(whole.deps, whole.clock);
    expect(await whole.lines()).toEqual(expected);
    expect(counting.calls()).toBeGreaterThan(100);
    const wrong: string[] = [];
    for (let call = 1; call <= counting.calls(); call += callsBetweenFaults) {
      const world = await copyOf(before, at);
      const killed = world.on(failingStore(world.store, call, 'crash').store);
      await pollUntilErased(killed, world.clock).catch(() => undefined);
      world.clock.advance({ minutes: 60 });
      await pollUntilErased(world.deps, world.clock);
      const [lines, wanted] = [new Set(await world.lines()), new Set(expected)];
      const differing = [
        ...[...lines].filter((line) => !wanted.has(line)),
        ...expected.filter((line) => !lines.has(line)),
      ];
      if (differing.length > 0) wrong.push(`${call}: ${differing.join(' ; ')}`);
    }
    expect(wrong).toEqual([]);
  });

  it('broken off at any call of asking is erased or is not', async () => {
    const seeded = await deletionWorld();
    const before = await seeded.rows();
    const at = '2026-11-20T08:00:00Z';
    const whole = await copyOf(before, at);
    const counting = failingStore(whole.store, Infinity, 'before');
    await eraseUser(whole.on(counting.store), signedIn(whole.clock, 'contoso', 'bob'));
    const outcomes = new Set<string>();
    for (let call = 1; call <= counting.calls(); call += callsBetweenFaults) {
      const world = await copyOf(before, at);
      const asking = world.on(failingStore(world.store, call, 'crash').store);
      await eraseUser(asking, signedIn(world.clock, 'contoso', 'bob')).catch(() => undefined);
      await pollUntilErased(world.deps, world.clock);
      const left = (await world.rows()).filter(knows).length;
      outcomes.add(left === 0 ? 'erased' : left === (await seeded.rows()).filter(knows).length ? 'as before' : 'half');
    }
    expect([...outcomes].sort()).toEqual(['as before', 'erased']);
  });

  it('is signed out at once, before any row is removed', async () => {
    const world = await deletionWorld();
    const token = await tokenFor(world.deps, { userId: bob.userId, orgId });
    expect((await authenticate(world.deps, token))?.memberId).toBe(bob.memberId);
    await eraseUser(world.deps, signedIn(world.clock, 'contoso', 'bob'));
    expect(await authenticate(world.deps, token)).toBeUndefined();
  });

  it('is gone even if they sign in again by Microsoft before the rows are removed', async () => {
    const world = await deletionWorld();
    await eraseUser(world.deps, signedIn(world.clock, 'contoso', 'bob'));
    await inOrg(world.store, orgId).insert(orgUser, bob, { userId: bob.userId, memberId: bob.memberId, role: 'user' });
    await pollUntilErased(world.deps, world.clock);
    expect((await world.rows()).filter(knows)).toEqual([]);
  });

  it('is removed only after their billed activity is counted', async () => {
    const world = await deletionWorld();
    const used = {
      orgId,
      teamId,
      meetingId,
      at: anInstant('2026-11-01T00:00:00Z'),
      kind: 'ledger',
      date: aDate('2026-11-01'),
    } as const;
    const row = { ...used, who: bob.memberId, notBefore: used.at, notAfter: null, lease: null, touched: null };
    await outside(world.store).insert(outbox, row, { ...row, failures: null, parkedReason: null });
    await eraseUser(world.deps, signedIn(world.clock, 'contoso', 'bob'));
    await pollDeletionJobs(world.deps);
    expect((await world.rows()).filter(knows).length).toBeGreaterThan(20);
    world.clock.advance({ minutes: 61 });
    await pollUntilErased(world.deps, world.clock);
    expect((await world.rows()).filter(knows)).toEqual([]);
  });
});

/**
 * Adds bob's account to a second organisation. `confined` is bob in a session that may act in the first organisation
 * only, because it comes from the Microsoft sign-in of that tenant.
 */
const inTwoOrganisations = async () => {
  const world = await deletionWorld();
  const existing = { userId: bob.userId, orgId: idsIn('fabrikam').orgId, memberId: null };
  await outside(world.store).insert(membership, existing, existing);
  await inOrg(world.store, existing.orgId).insert(orgUser, existing, { ...existing, role: 'user' });
  const actor = signedIn(world.clock, 'contoso', 'bob');
  if (actor.signIn === undefined) throw new Error('not signed in');
  return { world, actor, existing, confined: { ...actor, signIn: { ...actor.signIn, confinedTo: orgId } } };
};

describe('being erased', () => {
  it('is refused to the last admin by name of the organisation, and with an old sign-in; nothing is written', async () => {
    const world = await deletionWorld();
    const before = await world.lines();
    await expect(eraseUser(world.deps, signedIn(world.clock))).rejects.toMatchObject({
      code: 'LAST_ADMIN',
      details: { message: 'privacy.lastAdmin', values: { organisation: 'contoso' } },
    });
    const actor = signedIn(world.clock, 'contoso', 'bob');
    world.clock.advance({ minutes: 5 });
    await expect(eraseUser(world.deps, actor)).rejects.toMatchObject({ code: 'REAUTH' });
    expect(await world.lines()).toEqual(before);
  });

  it('the erasure of two last admins at once leaves one', async () => {
    const world = await deletionWorld();
    const records = inOrg(world.store, orgId);
    await records.touch(orgMember, bob, { role: 'admin' });
    const both = await Promise.allSettled([
      eraseUser(world.deps, signedIn(world.clock, 'contoso', 'ann')),
      eraseUser(world.deps, signedIn(world.clock, 'contoso', 'bob')),
    ]);
    expect(both.filter((item) => item.status === 'fulfilled')).toHaveLength(1);
    await pollUntilErased(world.deps, world.clock);
    const members = (await world.rows()).filter((row) => row.pk === orgId && row.rk.startsWith('mem|'));
    expect(members.map((row) => readAs(orgMember, row).value.role)).toEqual(['admin']);
    expect((await world.rows()).filter((row) => row.rk.startsWith('cascade|PERSON'))).toEqual([]);
  });

  it('the erasure by a session that a tenant alone vouches for ends in the organisation of that tenant', async () => {
    const { world, confined, existing } = await inTwoOrganisations();
    await eraseUser(world.deps, confined);
    await pollUntilErased(world.deps, world.clock);
    expect((await outside(world.store).get(profile, bob))?.value.email).toBe(addressIn('contoso', 'bob'));
    expect(await inOrg(world.store, existing.orgId).get(orgUser, bob)).toBeDefined();
    expect(await inOrg(world.store, orgId).get(orgMember, bob)).toBeUndefined();
    expect(await inOrg(world.store, orgId).get(orgMember, ann)).toBeDefined();
  });

  it('an erasure in a tenant that is pressed twice erases the person there', async () => {
    const { world, confined } = await inTwoOrganisations();
    await eraseUser(world.deps, confined);
    await expect(eraseUser(world.deps, confined)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    world.clock.advance({ minutes: 1 });
    await pollUntilErased(world.deps, world.clock);
    expect(await inOrg(world.store, orgId).get(orgMember, bob)).toBeUndefined();
  });

  it('the erasure of the whole account does not replace one in a tenant that has not ended', async () => {
    const { world, actor, confined, existing } = await inTwoOrganisations();
    await eraseUser(world.deps, confined);
    world.clock.advance({ minutes: 1 });
    await eraseUser(world.deps, { ...actor, ...existing });
    world.clock.advance({ minutes: 1 });
    await pollUntilErased(world.deps, world.clock);
    expect((await world.rows()).filter(knows).map((row) => lineOf(row))).toEqual([]);
    expect((await world.rows()).filter((row) => row.rk.startsWith('cascade|PERSON'))).toEqual([]);
  });
});

/**
 * True for rows that the comparison leaves out: codes and their deletion rows, whose hashed keys reveal no person, the
 * rows of nightly work, and the row of the organisation.
 */
const isHidden = (row: TableRow): boolean =>
  row.pk.startsWith('tok:') ||
  row.rk.includes('|purge|') ||
  row.rk.startsWith('night|') ||
  (row.table === 'Org' && row.rk === 'org');
