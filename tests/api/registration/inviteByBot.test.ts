import { z } from 'zod';
import { login } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import { getMember } from '../../../bot/src/services/registration/getInvitedMember.ts';
import { sendInvitation } from '../../../bot/src/services/registration/sendInvitation.ts';
import { confirmRegisterEmail, register } from '../../../bot/src/services/registration/registerAndConfirmEmail.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { orgMember } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import type { MessengerFault } from '../../../bot/src/gateways/messengerPort.ts';
import { anOrgId, aMemberId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import {
  anInvited,
  caller,
  goodPassword,
  registrationWorld,
} from '../../support/worlds/registrationWorldAndFakeMail.ts';
import type { RegistrationWorld } from '../../support/worlds/registrationWorldAndFakeMail.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { anActor, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';

const bob = aMemberId('bob');
const admin = anActor('ann', { role: 'admin' });
const asked = { teamId: aTeamId(), memberId: bob, by: undefined };
const stranger = { address: '192.0.2.9', actor: () => Promise.resolve(undefined) };

const withoutAddress = async (): Promise<RegistrationWorld> => {
  const world = registrationWorld();
  await seedTeam(world.store);
  await inOrg(world.store, anOrgId()).touch(orgMember, { memberId: bob }, { email: '' });
  return world;
};

const buttons = z.object({ actions: z.array(z.object({ url: z.string() })) });
const linkIn = ({ deps }: RegistrationWorld): URL =>
  new URL(buttons.parse(deps.messenger.calls.at(-1)?.message.card).actions[0]?.url ?? '');
const codeOf = (link: URL): string => link.searchParams.get('code') ?? '';

describe('an invitation without an address', () => {
  it('is sent only to the member’s own chat with the bot', async () => {
    const world = await withoutAddress();
    expect(await sendInvitation(world.deps, admin, asked)).toEqual({ id: bob, by: 'BOT' });
    expect(world.deps.messenger.calls.map((call) => call.to)).toEqual(['29:bob']);
    const link = linkIn(world);
    expect(link.origin + link.pathname).toBe(`https://rollcall.test/register/${bob}`);
    await world.beat();
    expect(world.mail.sent).toEqual([]);
    const shownText = JSON.stringify(world.deps.messenger.calls[0]?.message);
    expect(shownText).toContain('Ann invites you to Contoso on the web');
  });

  it('proves no address, so a person who registers with it must confirm an address first', async () => {
    const world = await withoutAddress();
    await sendInvitation(world.deps, admin, asked);
    const code = codeOf(linkIn(world));
    expect(await getMember(world.deps, { id: bob, code }, stranger)).toMatchObject({ email: '', isEmailProven: false });
    await register(world.deps, anInvited(bob, code, { email: 'bob@home.test' }), caller);
    const credentials = { email: 'bob@home.test', password: goodPassword };
    await expect(login(world.deps, credentials, caller)).rejects.toMatchObject({ code: 'EMAIL_NOT_CONFIRMED' });
    await world.beat();
    await confirmRegisterEmail(world.deps, { code: world.codeIn('CONFIRM', 'bob@home.test') }, caller);
    expect(await login(world.deps, credentials, caller)).toMatchObject({ memberId: bob });
  });

  it('is stored only as a hash, and logged with its author', async () => {
    const world = await withoutAddress();
    await sendInvitation(world.deps, admin, asked);
    const everything = JSON.stringify(
      await Promise.all(
        (['Accounts', 'Org', 'Team', 'Outbox'] as const).map((table) => rowsOf(world.store.admin, table)),
      ),
    );
    expect(everything).not.toContain(codeOf(linkIn(world)));
    expect(everything).toContain('activity.memberInvited');
    expect(JSON.stringify(world.deps.log.lines)).not.toContain(codeOf(linkIn(world)));
  });

  it('can also be requested for a member with an address', async () => {
    const world = registrationWorld();
    await seedTeam(world.store);
    expect(await sendInvitation(world.deps, admin, { ...asked, by: 'BOT' })).toEqual({ id: bob, by: 'BOT' });
    expect(await getMember(world.deps, { id: bob, code: codeOf(linkIn(world)) }, stranger)).toMatchObject({
      isEmailProven: false,
    });
    expect(await sendInvitation(world.deps, admin, asked)).toEqual({ id: bob, by: 'MAIL' });
  });

  it.each<[MessengerFault, object]>([
    [{ kind: 'BLOCKED' }, { code: 'CONFLICT', details: { message: 'invite.unreachable' } }],
    [{ kind: 'GONE' }, { code: 'CONFLICT', details: { message: 'invite.unreachable' } }],
    [{ kind: 'TRANSIENT' }, { code: 'UNAVAILABLE' }],
    [{ kind: 'THROTTLED', retryAfterMs: null }, { code: 'UNAVAILABLE' }],
  ])(
    'an invitation without an address that cannot be delivered (%j) is reported, and not logged as sent',
    async (fault, refusal) => {
      const world = await withoutAddress();
      world.deps.messenger.failWhen(() => fault);
      await expect(sendInvitation(world.deps, admin, asked)).rejects.toMatchObject(refusal);
      expect(JSON.stringify(await rowsOf(world.store.admin, 'Org', 'L|'))).not.toContain('memberInvited');
    },
  );

  it('is rejected if the member has no chat', async () => {
    const world = await withoutAddress();
    const records = inOrg(world.store, anOrgId());
    const row = await records.get(teamMember, { teamId: aTeamId(), memberId: bob });
    if (row === undefined) throw new Error('Bob is not there.');
    await records.replace(
      teamMember,
      { teamId: aTeamId(), memberId: bob },
      { ...row.value, teamsUserId: null },
      row.etag,
    );
    await expect(sendInvitation(world.deps, admin, asked)).rejects.toMatchObject({
      details: { message: 'invite.noWay' },
    });
  });

  it('is sent to one person at most three times in 15 minutes', async () => {
    const world = await withoutAddress();
    for (let index = 0; index < 3; index += 1) await sendInvitation(world.deps, admin, asked);
    await expect(sendInvitation(world.deps, admin, asked)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(world.deps.messenger.calls).toHaveLength(3);
  });
});
