import { login } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import { getMember } from '../../../bot/src/services/registration/getInvitedMember.ts';
import { sendInvitation } from '../../../bot/src/services/registration/sendInvitation.ts';
import { createAccount } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { confirmRegisterEmail, register } from '../../../bot/src/services/registration/registerAndConfirmEmail.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { orgMember } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { anOrgId, aMemberId, aTeamId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { countOutcomes } from '../../support/data/countOutcomes.ts';
import {
  anInvited,
  caller,
  callerFrom,
  goodPassword,
  registrationDeps,
  registrationWorld,
} from '../../support/worlds/registrationWorldAndFakeMail.ts';
import type { RegistrationWorld } from '../../support/worlds/registrationWorldAndFakeMail.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { anActor, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';

const bob = aMemberId('bob');
const admin = anActor('ann', { role: 'admin' });
const stranger = { address: '192.0.2.9', actor: () => Promise.resolve(undefined) };
const asked = { teamId: aTeamId(), memberId: bob };

/** Creates Contoso with its admin Ann, and Bob, who was invited by email. */
const withInvitation = async (hidesAccounts = false): Promise<RegistrationWorld & { readonly code: string }> => {
  const world = registrationWorld({ hidesAccounts });
  await seedTeam(world.store);
  await sendInvitation(world.deps, admin, asked);
  await world.beat();
  return { ...world, code: world.codeIn('INVITE', 'bob@example.test') };
};
const asBob = (code: string, email = 'bob@example.test') =>
  anInvited(bob, code, { firstName: 'Bob', lastName: 'Ray', email });

describe('an invitation', () => {
  it('is an email with the inviter, the organisation and a link', async () => {
    const world = await withInvitation();
    const [mail] = world.mail.sent;
    expect(mail?.email).toEqual({
      kind: 'INVITE',
      code: world.code,
      memberId: bob,
      inviter: 'Ann',
      organization: 'Contoso',
    });
  });

  it('shows its member, and registers them without a second email to the invited address', async () => {
    const world = await withInvitation();
    expect(await getMember(world.deps, { id: bob, code: world.code }, stranger)).toEqual({
      id: bob,
      name: 'Bob',
      email: 'bob@example.test',
      orgName: 'Contoso',
      isEmailProven: true,
    });
    await register(world.deps, asBob(world.code, 'BOB@example.test'), caller);
    await world.beat();
    expect(world.mail.sent).toHaveLength(1);
    const session = await login(world.deps, { email: 'bob@example.test', password: goodPassword }, caller);
    expect(session).toMatchObject({ memberId: bob, orgId: anOrgId() });
  });

  it('accepts another address only after its confirmation', async () => {
    const world = await withInvitation();
    await register(world.deps, asBob(world.code, 'bob@home.test'), caller);
    const credentials = { email: 'bob@home.test', password: goodPassword };
    await expect(login(world.deps, credentials, caller)).rejects.toMatchObject({ code: 'EMAIL_NOT_CONFIRMED' });
    const member = () => inOrg(world.store, anOrgId()).get(orgMember, { memberId: bob });
    expect((await member())?.value.userId).toBeNull();
    await world.beat();
    await confirmRegisterEmail(world.deps, { code: world.codeIn('CONFIRM', 'bob@home.test') }, caller);
    expect(await login(world.deps, credentials, caller)).toMatchObject({ memberId: bob, orgId: anOrgId() });
    expect((await member())?.value.userId).not.toBeNull();
  });

  it('registers at most ten other addresses an hour, and makes one of them the member', async () => {
    const world = await withInvitation();
    const other = registrationDeps(world.store, world.clock);
    const calls = Array.from({ length: 50 }, (_, index) =>
      register(index % 2 === 0 ? world.deps : other, asBob(world.code, `b${index}@home.test`), callerFrom(index)),
    );
    expect(countOutcomes(await Promise.allSettled(calls))).toEqual({ done: 10, TOO_MANY_REQUESTS: 40 });
    await world.beat();
    const codes = world.mail.sent.flatMap(({ email }) => (email.kind === 'CONFIRM' ? [email.code] : []));
    const clicks = codes.map((code, index) =>
      confirmRegisterEmail(index % 2 === 0 ? world.deps : other, { code }, callerFrom(index)),
    );
    expect(countOutcomes(await Promise.allSettled(clicks))).toEqual({ done: 1, CODE_USED: 9 });
    expect(await rowsOf(world.store.admin, 'Org', 'user|')).toHaveLength(1);
    await expect(getMember(world.deps, { id: bob, code: world.code }, stranger)).rejects.toMatchObject({
      code: 'USER_ALREADY_REGISTERED',
    });
  });

  it('makes no person a member after its member ended before the confirmation', async () => {
    const world = await withInvitation();
    await register(world.deps, asBob(world.code, 'bob@home.test'), caller);
    await world.beat();
    await inOrg(world.store, anOrgId()).touch(orgMember, { memberId: bob }, { inviteRound: 1 });
    const late = confirmRegisterEmail(world.deps, { code: world.codeIn('CONFIRM', 'bob@home.test') }, caller);
    await expect(late).rejects.toMatchObject({ code: 'CODE_INVALID' });
    expect(await rowsOf(world.store.admin, 'Org', 'user|')).toEqual([]);
  });

  it('succeeds exactly once for 50 registrations of the invited address', async () => {
    const world = await withInvitation();
    const other = registrationDeps(world.store, world.clock);
    const calls = Array.from({ length: 50 }, (_, index) =>
      register(index % 2 === 0 ? world.deps : other, asBob(world.code), callerFrom(index)),
    );
    expect(countOutcomes(await Promise.allSettled(calls))['done']).toBe(1);
    expect(await rowsOf(world.store.admin, 'Org', 'user|')).toHaveLength(1);
  });

  it('is valid for 7 days, only for its member', async () => {
    const world = await withInvitation();
    const forAnn = anInvited(aMemberId('ann'), world.code);
    await expect(register(world.deps, forAnn, callerFrom(1))).rejects.toMatchObject({ code: 'CODE_INVALID' });
    world.clock.advance({ minutes: 7 * 24 * 60 - 1 });
    expect(await getMember(world.deps, { id: bob, code: world.code }, stranger)).toMatchObject({ id: bob });
    world.clock.advance({ minutes: 1 });
    await expect(register(world.deps, asBob(world.code), caller)).rejects.toMatchObject({ code: 'CODE_INVALID' });
  });

  it('ends with the member and with the organisation', async () => {
    const world = await withInvitation();
    await inOrg(world.store, anOrgId()).touch(org, undefined, { state: 'DELETING' });
    await expect(register(world.deps, asBob(world.code), caller)).rejects.toMatchObject({ code: 'CODE_INVALID' });
    await inOrg(world.store, anOrgId()).touch(org, undefined, { state: 'ACTIVE' });
    const records = inOrg(world.store, anOrgId());
    const row = await records.get(orgMember, { memberId: bob });
    if (row === undefined) throw new Error('Bob is gone already.');
    await records.delete(orgMember, { memberId: bob }, row.etag);
    await expect(register(world.deps, asBob(world.code), caller)).rejects.toMatchObject({ code: 'CODE_INVALID' });
  });

  it('remains valid when the chosen address has an account, which stays hidden if accounts are', async () => {
    const world = await withInvitation(true);
    await createAccount(world.deps, {
      email: 'taken@home.test',
      password: goodPassword,
      firstName: 'Eve',
      lastName: 'Ray',
      orgId: anOrgId(),
      memberId: null,
      role: 'user',
      isConfirmed: true,
      userId: aUserId('eve'),
    });
    expect(await register(world.deps, asBob(world.code, 'taken@home.test'), caller)).toMatch(/^[0-9A-Z]{26}$/);
    await world.beat();
    expect(world.mail.sent.at(-1)).toMatchObject({ to: 'taken@home.test', email: { kind: 'IN_USE' } });
    await register(world.deps, asBob(world.code), caller);
  });
});

describe('a request for a member', () => {
  it.each([
    ['without a code', undefined],
    ['with a wrong code', 'A'.repeat(43)],
  ])(
    '%s by an unknown caller reveals nothing: a member without an account and no member look the same',
    async (_what, code) => {
      const world = await withInvitation();
      for (const id of [bob, aMemberId('nobody')])
        await expect(getMember(world.deps, { id, code }, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    },
  );

  it('a request for a member with an account sends the caller to sign in, with any code', async () => {
    const world = await withInvitation();
    await register(world.deps, asBob(world.code), caller);
    for (const code of [undefined, world.code, 'A'.repeat(43)])
      await expect(getMember(world.deps, { id: bob, code }, stranger)).rejects.toMatchObject({
        code: 'USER_ALREADY_REGISTERED',
      });
    // The error is about the address of the invited person, so the text for the admin differs from the text for that
    // person.
    await expect(sendInvitation(world.deps, admin, asked)).rejects.toMatchObject({
      code: 'USER_ALREADY_REGISTERED',
      details: { message: 'invite.registered' },
    });
  });

  it('is allowed to people in a common team and to admins only', async () => {
    const world = registrationWorld();
    await seedTeam(world.store);
    await seedTeam(world.store, { org: 'fabrikam', team: 'labs', people: ['eve'] });
    const as = (actor: ReturnType<typeof anActor>) => ({ ...stranger, actor: () => Promise.resolve(actor) });
    expect(await getMember(world.deps, { id: bob }, as(anActor('ann')))).toMatchObject({
      name: 'Bob',
      orgName: 'Contoso',
    });
    expect(await getMember(world.deps, { id: bob }, as(anActor('bob', { teams: [] })))).toMatchObject({ name: 'Bob' });
    expect(await getMember(world.deps, { id: bob }, as(anActor('x', { role: 'admin', teams: [] })))).toMatchObject({
      name: 'Bob',
    });
    for (const actor of [
      anActor('x', { teams: [] }),
      anActor('eve', { org: 'fabrikam', role: 'admin', teams: ['labs'] }),
    ])
      await expect(getMember(world.deps, { id: bob }, as(actor))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('sending an invitation', () => {
  it('is allowed to admins, for people of their own organisation only', async () => {
    const world = registrationWorld();
    await seedTeam(world.store);
    await expect(sendInvitation(world.deps, anActor('ann'), asked)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const foreign = anActor('eve', { org: 'fabrikam', role: 'admin', teams: [] });
    await expect(sendInvitation(world.deps, foreign, asked)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const unknownMember = { ...asked, memberId: aMemberId('nobody') };
    await expect(sendInvitation(world.deps, admin, unknownMember)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await world.beat();
    expect(world.mail.sent).toEqual([]);
  });

  it('requires an address, and sends at most three emails to it in 15 minutes', async () => {
    const world = await withInvitation();
    await inOrg(world.store, anOrgId()).touch(orgMember, { memberId: aMemberId('ann') }, { email: '' });
    const ann = { ...asked, memberId: aMemberId('ann'), by: 'MAIL' as const };
    await expect(sendInvitation(world.deps, admin, ann)).rejects.toMatchObject({
      details: { message: 'invite.noAddress' },
    });
    await sendInvitation(world.deps, admin, asked);
    await sendInvitation(world.deps, admin, asked);
    await expect(sendInvitation(world.deps, admin, asked)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});
