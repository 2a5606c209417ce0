import type { BotServices } from '../../../bot/src/teams/botServicesPort.ts';
import { handleChannelChanged, handleChannelDeleted } from '../../../bot/src/services/teamsSync/syncAndReadChannels.ts';
import * as installs from '../../../bot/src/services/teamsSync/handleInstallAndTeamEvents.ts';
import { listMembers } from '../../../bot/src/services/organisations/listTeamsAndMembers.ts';
import {
  syncSender,
  handlePersonalInstall,
  handlePersonalUninstall,
} from '../../../bot/src/services/teamsSync/senderSyncAndPersonalInstall.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { orgIndex } from '../../../bot/src/store/kinds/organisations/organisationIndex.ts';
import { tenantOrg, threadTeam } from '../../../bot/src/store/kinds/organisations/organisationLookups.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { orgMember } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { orgTeam, team } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { dayVacation, vacation } from '../../../bot/src/store/kinds/daysOff/vacationsAndHolidays.ts';
import { aDate } from '../../support/data/idDateAndRecordBuilders.ts';
import { aSender, aThread } from '../../support/fakes/fakeChatWithRostersAndSenders.ts';
import { everything, rowsOf } from '../../support/data/readStoreRows.ts';
import { teamsUserIdOf } from '../../support/data/seedOrganisationsTeamsAndActors.ts';

import { actorOf, installWorld } from '../../support/worlds/botInstallationWorld.ts';

describe('the first install in a tenant', () => {
  it('creates organisation, team and members, with the installer as the only admin', async () => {
    const { deps, store, install, memberOf } = installWorld();
    const result = await install(aThread(), aSender('bob'), 'ann', 'bob', 'cy');
    expect(result.isWelcomeDue).toBe(true);
    const { orgId, teamId } = result;
    const records = inOrg(store, orgId);
    expect((await records.get(org, undefined))?.value).toMatchObject({
      name: 'Platform',
      tid: 'tenant-contoso',
      state: 'ACTIVE',
      isAutomatic: true,
      trialEndsAt: '2026-12-20T08:00:00.000Z',
    });
    expect((await outside(store).get(orgIndex, { orgId }))?.value).toMatchObject({ name: 'Platform', state: 'ACTIVE' });
    expect((await records.get(team, { teamId }))?.value).toMatchObject({
      state: 'CONNECTED',
      kind: 'TEAM',
      name: 'Platform',
    });
    expect((await records.get(orgTeam, { teamId }))?.value).toMatchObject({ state: 'CONNECTED', name: 'Platform' });
    expect(await actorOf(deps, 'bob')).toMatchObject({ orgId, role: 'admin', teamIds: [teamId], name: 'Bob' });
    expect(await actorOf(deps, 'ann')).toMatchObject({ orgId, role: 'user', teamIds: [teamId] });
    const bob = await memberOf('bob');
    expect((await records.get(orgMember, bob))?.value).toMatchObject({
      email: 'bob@example.test',
      teamsUserId: teamsUserIdOf('bob'),
    });
    const ann = await actorOf(deps, 'ann');
    if (ann === undefined) throw new Error('a member');
    expect((await listMembers(deps, ann, { teamId })).map((member) => member.name)).toEqual(['Ann', 'Bob', 'Cy']);
  });

  it('stores the fields of the installer’s own activity', async () => {
    const { install, placeOf } = installWorld();
    const installer = aSender('ann', { personalConversationId: 'a:1' });
    const { teamId } = await install(aThread(), installer, 'ann');
    expect(await placeOf('ann', teamId)).toMatchObject({
      timezone: 'Europe/Berlin',
      locale: 'en-GB',
      conversationId: 'a:1',
    });
  });

  it.each([
    ['de-AT', 'de'],
    ['sv-SE', null],
    [null, null],
  ] as const)('gives the team the language of an installer whose Teams reports %s', async (locale, language) => {
    const { deps, store, install } = installWorld();
    const { orgId, teamId, ...result } = await install(aThread(), aSender('ann', { locale }), 'ann', 'bob');
    expect(result.language).toBe(language ?? 'en');
    expect((await inOrg(store, orgId).get(team, { teamId }))?.value.language).toBe(language);
    await installs.handleUninstalled(deps, aThread());
    const again = await install(aThread(), aSender('bob', { locale: 'fr-FR' }), 'ann', 'bob');
    expect(again).toMatchObject({ isWelcomeDue: true, language: language ?? 'fr' });
  });

  it('changes nothing when the event is repeated', async () => {
    const { deps, store, install } = installWorld();
    await install(aThread(), aSender('ann'), 'ann', 'bob');
    const before = await everything(store.admin);
    expect(await installs.handleInstalled(deps, aThread(), aSender('ann'))).toMatchObject({ isWelcomeDue: false });
    expect(await everything(store.admin)).toEqual(before);
    expect(await installs.handleInstalled(deps, aThread(), aSender('bob'))).toMatchObject({ isWelcomeDue: false });
    expect(await actorOf(deps, 'bob')).toMatchObject({ role: 'user' });
  });

  it('creates each row once and sends one welcome message for 20 parallel events', async () => {
    const { deps, store, chat, people } = installWorld();
    chat.setRoster(aThread(), people('ann', 'bob', 'cy'));
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        installs.handleInstalled(deps, aThread(), aSender(index % 2 === 0 ? 'ann' : 'bob')),
      ),
    );
    expect(new Set(all.map((installResult) => `${installResult.orgId} ${installResult.teamId}`)).size).toBe(1);
    expect(all.filter((installResult) => installResult.isWelcomeDue)).toHaveLength(1);
    const orgRows = await rowsOf(store.admin, 'Org');
    const count = (prefix: string): number => orgRows.filter((row) => row.rk.startsWith(prefix)).length;
    expect({
      org: orgRows.filter((row) => row.rk === 'org').length,
      team: count('team|'),
      mem: count('mem|'),
      mt: count('mt|'),
      tm: count('tm|'),
    }).toEqual({ org: 1, team: 1, mem: 3, mt: 3, tm: 3 });
    expect(orgRows.filter((row) => row.values['role'] === 'admin')).toHaveLength(1);
    expect((await rowsOf(store.admin, 'Team', 'M|')).length).toBe(3);
  });

  it('keeps 20 parallel tenants apart', async () => {
    const { deps, store, chat, people } = installWorld();
    const threads = Array.from({ length: 20 }, (_, index) => aThread(`t${index}`, { tid: `tenant-${index}` }));
    for (const thread of threads) chat.setRoster(thread, people('ann'));
    const all = await Promise.all(
      threads.map((thread) => installs.handleInstalled(deps, thread, aSender('ann', { tid: thread.tid }))),
    );
    expect(new Set(all.map((installResult) => installResult.orgId)).size).toBe(20);
    // The same object id in another tenant is another person.
    expect(new Set((await rowsOf(store.admin, 'Org', 'mem|')).map((row) => row.values['memberId'])).size).toBe(20);
  });

  it('succeeds without roster and channels: the installer is added, and the next event adds the others', async () => {
    const { deps, chat, install, people } = installWorld();
    chat.failWith({ kind: 'TRANSIENT' });
    const { teamId, isWelcomeDue } = await install(aThread(), aSender('ann'), 'ann', 'bob');
    expect(isWelcomeDue).toBe(true);
    expect(await actorOf(deps, 'ann')).toMatchObject({ role: 'admin', teamIds: [teamId] });
    expect(await actorOf(deps, 'bob')).toBeUndefined();
    const { orgId } = (await actorOf(deps, 'ann')) ?? {};
    const facts = { orgId, teamId, what: 'roster', fault: 'TRANSIENT' };
    expect(deps.log.lines).toContainEqual({ level: 'warn', event: 'install.teamsRefused', facts });
    chat.failWith(undefined);
    chat.setRoster(aThread(), people('ann', 'bob'));
    expect((await installs.handleInstalled(deps, aThread(), null)).isWelcomeDue).toBe(false);
    expect(await actorOf(deps, 'bob')).toMatchObject({ role: 'user', teamIds: [teamId] });
  });

  it('makes an installer outside the team admin without access to the team', async () => {
    const { deps, install, memberOf, store } = installWorld();
    const { orgId } = await install(aThread(), aSender('it'), 'ann');
    expect((await inOrg(store, orgId).get(orgMember, await memberOf('it')))?.value.role).toBe('admin');
    expect(await actorOf(deps, 'it')).toBeUndefined();
  });

  it('names a group chat without a name, and needs no channels', async () => {
    const { install, store } = installWorld();
    const { orgId, teamId } = await install(aThread('chat', { kind: 'GROUP', name: '' }), aSender('ann'), 'ann');
    expect((await inOrg(store, orgId).get(team, { teamId }))?.value).toMatchObject({
      kind: 'GROUP',
      name: 'Group chat',
    });
    expect(await rowsOf(store.admin, 'Team', 'C|')).toEqual([]);
  });

  it('ignores the case of the tenant id', async () => {
    const { install } = installWorld();
    const first = await install(aThread(), aSender('ann'), 'ann');
    const second = await install(aThread('platform', { tid: 'TENANT-CONTOSO' }), aSender('ann'), 'ann');
    expect(second).toEqual({ ...first, isWelcomeDue: false });
  });
});

describe('another team of the tenant', () => {
  it('is added without rights over the first team', async () => {
    const { deps, install } = installWorld();
    const first = await install(aThread(), aSender('ann'), 'ann', 'bob');
    const second = await install(aThread('sales'), aSender('bob'), 'bob', 'cy');
    expect(second).toMatchObject({ orgId: first.orgId, isWelcomeDue: true });
    expect(second.teamId).not.toBe(first.teamId);
    const bob = await actorOf(deps, 'bob');
    expect(bob).toMatchObject({ role: 'user' });
    expect(new Set(bob?.teamIds)).toEqual(new Set([first.teamId, second.teamId]));
    expect(await actorOf(deps, 'ann')).toMatchObject({ role: 'admin', teamIds: [first.teamId] });
  });

  it('makes no person admin, also if the first installation named no installer', async () => {
    const { deps, install } = installWorld();
    await install(aThread(), null, 'ann');
    await install(aThread('sales'), aSender('bob'), 'bob');
    expect(await actorOf(deps, 'bob')).toMatchObject({ role: 'user' });
    await installs.handleInstalled(deps, aThread(), aSender('ann'));
    expect(await actorOf(deps, 'ann')).toMatchObject({ role: 'admin' });
  });

  it('reuses a person’s id, zone, language, chat and future vacation', async () => {
    const { deps, store, install, placeOf, memberOf } = installWorld();
    const { orgId } = await install(aThread(), aSender('ann'), 'ann', 'bob');
    await syncSender(
      deps,
      aSender('bob', { timezone: 'Asia/Tokyo', locale: 'de-DE', personalConversationId: 'a:bob' }),
    );
    const { memberId } = await memberOf('bob');
    for (const date of ['2026-11-18', '2026-11-19', '2026-12-24'].map(aDate))
      await inOrg(store, orgId).insert(vacation, { memberId, date }, { memberId, date });
    const { teamId } = await install(aThread('sales'), aSender('ann'), 'ann', 'bob');
    expect((await memberOf('bob')).memberId).toBe(memberId);
    expect(await placeOf('bob', teamId)).toMatchObject({
      timezone: 'Asia/Tokyo',
      locale: 'de-DE',
      conversationId: 'a:bob',
    });
    const copied = await Promise.all(
      ['2026-11-18', '2026-11-19', '2026-12-24'].map((date) =>
        inOrg(store, orgId).get(dayVacation, { teamId, memberId, date: aDate(date) }),
      ),
    );
    // In some zone the 19th may still be today, so the vacation of the 19th is copied too.
    expect(copied.map((row) => row !== undefined)).toEqual([false, true, true]);
  });
});

describe('a row of another organisation', () => {
  it('replaces a pointer of another organisation by a new member', async () => {
    const { deps, store, install, memberOf } = installWorld();
    const old = await install(aThread(), aSender('ann'), 'ann');
    const before = await memberOf('ann');
    const guard = await outside(store).get(tenantOrg, { tid: 'tenant-contoso' });
    if (guard === undefined) throw new Error('installed');
    // Without the row of the tenant, the next install creates an organisation, while the rows of the thread and the
    // person still name the old organisation. An interrupted move leaves a similar mismatch.
    await outside(store).delete(tenantOrg, { tid: 'tenant-contoso' }, guard.etag);
    const next = await installs.handleInstalled(deps, aThread(), aSender('ann'));
    expect(next.orgId).not.toBe(old.orgId);
    expect((await outside(store).get(threadTeam, aThread()))?.value).toEqual({
      orgId: next.orgId,
      teamId: next.teamId,
    });
    expect((await memberOf('ann')).orgId).toBe(next.orgId);
    expect((await memberOf('ann')).memberId).not.toBe(before.memberId);
    expect(await actorOf(deps, 'ann')).toMatchObject({ orgId: next.orgId, teamIds: [next.teamId], role: 'admin' });
  });

  it('satisfies the interface that the bot requires', () => {
    const { deps } = installWorld();
    const bound: Omit<
      BotServices,
      | ('start' | 'answer' | 'answerRun' | 'answerPrivately' | 'tomorrow' | 'why' | 'mute')
      | ('connect' | 'cardAction' | 'blockerAction' | 'weekAction' | 'help')
    > = {
      syncSender: (sender) => syncSender(deps, sender),
      installed: (thread, installer) => installs.handleInstalled(deps, thread, installer),
      uninstalled: (thread) => installs.handleUninstalled(deps, thread),
      installedPersonally: (sender) => handlePersonalInstall(deps, sender),
      uninstalledPersonally: (sender) => handlePersonalUninstall(deps, sender),
      membersAdded: (thread, people) => installs.handleMembersAdded(deps, thread, people),
      membersRemoved: (thread, ids) => installs.handleMembersRemoved(deps, thread, ids),
      threadRenamed: (thread, name) => installs.handleThreadRenamed(deps, thread, name),
      threadDeleted: (thread) => installs.handleThreadDeleted(deps, thread),
      threadRestored: (thread) => installs.handleThreadRestored(deps, thread),
      channelChanged: (thread, item) => handleChannelChanged(deps, thread, item),
      channelDeleted: (thread, id) => handleChannelDeleted(deps, thread, id),
    };
    expect(Object.keys(bound)).toHaveLength(12);
  });
});
