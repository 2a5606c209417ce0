import { handleChannelChanged, handleChannelDeleted } from '../../../bot/src/services/teamsSync/syncAndReadChannels.ts';
import * as installs from '../../../bot/src/services/teamsSync/handleInstallAndTeamEvents.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { text } from '#contracts/core/textAndEmailSchemas.ts';
import { listMembers, listTeams } from '../../../bot/src/services/organisations/listTeamsAndMembers.ts';
import { awkwardNames } from '../../support/data/awkwardNames.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { channel, orgTeam, team } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { aRosterPerson, aSender, aThread } from '../../support/fakes/fakeChatWithRostersAndSenders.ts';
import { everything } from '../../support/data/readStoreRows.ts';

import { actorOf, installWorld } from '../../support/worlds/botInstallationWorld.ts';

describe('uninstall and what else happens to a team', () => {
  it('disconnects, keeps all data, and resumes with a new welcome', async () => {
    const { deps, store, install } = installWorld();
    const { orgId, teamId } = await install(aThread(), aSender('ann'), 'ann');
    const state = async () => [
      (await inOrg(store, orgId).get(team, { teamId }))?.value.state,
      (await inOrg(store, orgId).get(orgTeam, { teamId }))?.value.state,
    ];
    await installs.handleUninstalled(deps, aThread());
    expect(await state()).toEqual(['DISCONNECTED', 'DISCONNECTED']);
    const before = await everything(store.admin);
    await installs.handleUninstalled(deps, aThread());
    expect(await everything(store.admin)).toEqual(before);
    expect(await actorOf(deps, 'ann')).toMatchObject({ teamIds: [teamId] });
    const again = await Promise.all([1, 2, 3].map(() => installs.handleInstalled(deps, aThread(), aSender('ann'))));
    expect(again.filter((installResult) => installResult.isWelcomeDue)).toHaveLength(1);
    expect(again[0]).toMatchObject({ orgId, teamId });
    expect(await state()).toEqual(['CONNECTED', 'CONNECTED']);
  });

  it('follows deletion and restoration of the team in Teams', async () => {
    const { deps, store, chat, install, people } = installWorld();
    const { orgId, teamId } = await install(aThread(), aSender('ann'), 'ann');
    await installs.handleThreadDeleted(deps, aThread());
    expect((await inOrg(store, orgId).get(team, { teamId }))?.value.state).toBe('DISCONNECTED');
    chat.setRoster(aThread(), people('ann', 'bob'));
    await installs.handleThreadRestored(deps, aThread());
    expect((await inOrg(store, orgId).get(team, { teamId }))?.value.state).toBe('CONNECTED');
    expect(await actorOf(deps, 'bob')).toMatchObject({ teamIds: [teamId] });
  });

  it('follows a new name and a new service URL', async () => {
    const { deps, store, install } = installWorld();
    const { orgId, teamId } = await install(aThread(), aSender('ann'), 'ann');
    await installs.handleThreadRenamed(deps, aThread('platform', { serviceUrl: 'https://smba.test/emea/' }), 'Core');
    await installs.handleThreadRenamed(deps, aThread('platform', { serviceUrl: 'https://smba.test/emea/' }), ' ');
    expect((await inOrg(store, orgId).get(team, { teamId }))?.value).toMatchObject({
      name: 'Core',
      serviceUrl: 'https://smba.test/emea/',
    });
    expect((await inOrg(store, orgId).get(orgTeam, { teamId }))?.value.name).toBe('Core');
  });

  it('follows channels that are listed, added, renamed, deleted or restored', async () => {
    const { deps, store, chat, install } = installWorld();
    const thread = aThread();
    chat.setChannels(thread, [
      { threadId: thread.threadId, name: null },
      { threadId: '19:a', name: 'Alerts' },
    ]);
    const { orgId, teamId } = await install(thread, aSender('ann'), 'ann');
    const row = async (threadId: string) => (await inOrg(store, orgId).get(channel, { teamId, threadId }))?.value;
    expect(await row(thread.threadId)).toMatchObject({ isGeneral: true, name: '', isDeleted: false });
    expect(await row('19:a')).toMatchObject({ isGeneral: false, name: 'Alerts' });
    await handleChannelChanged(deps, thread, { threadId: '19:b', name: 'Build' });
    await handleChannelChanged(deps, thread, { threadId: '19:a', name: 'Alarms' });
    expect(await row('19:a')).toMatchObject({ name: 'Alarms' });
    await handleChannelDeleted(deps, thread, '19:b');
    expect(await row('19:b')).toMatchObject({ name: 'Build', isDeleted: true });
    await handleChannelChanged(deps, thread, { threadId: '19:b', name: 'Build' });
    expect(await row('19:b')).toMatchObject({ isDeleted: false });
    await installs.handleInstalled(deps, thread, null);
    expect(await row('19:b')).toMatchObject({ isDeleted: true });
    await handleChannelChanged(deps, thread, { threadId: thread.threadId, name: 'General' });
    expect(await row(thread.threadId)).toMatchObject({ isGeneral: true, name: '' });
  });

  it('logs events of a thread without an installation, and changes nothing', async () => {
    const { deps, store, people } = installWorld();
    const thread = aThread();
    await installs.handleUninstalled(deps, thread);
    await installs.handleThreadDeleted(deps, thread);
    await installs.handleThreadRestored(deps, thread);
    await installs.handleThreadRenamed(deps, thread, 'X');
    await installs.handleMembersAdded(deps, thread, people('ann'));
    await installs.handleMembersRemoved(deps, thread, ['29:ann']);
    await handleChannelChanged(deps, thread, { threadId: '19:a', name: 'A' });
    await handleChannelDeleted(deps, thread, '19:a');
    expect(await everything(store.admin)).toEqual([]);
    expect(deps.log.lines.filter((line) => line.event === 'chat.unknownThread')).toHaveLength(6);
  });

  it('does nothing in an organisation that is being deleted', async () => {
    const { deps, store, install } = installWorld();
    const { orgId } = await install(aThread(), aSender('ann'), 'ann');
    await inOrg(store, orgId).touch(org, undefined, { state: 'DELETING' });
    const before = await everything(store.admin);
    await expect(installs.handleInstalled(deps, aThread(), aSender('ann'))).rejects.toMatchObject({
      details: { message: 'install.orgDeleted' },
    });
    await installs.handleMembersAdded(deps, aThread(), [aRosterPerson('bob')]);
    expect(await actorOf(deps, 'ann')).toBeUndefined();
    expect(await everything(store.admin)).toEqual(before);
  });

  it('starts again after the deletion of the team', async () => {
    const { deps, store, install } = installWorld();
    const first = await install(aThread(), aSender('ann'), 'ann');
    await inOrg(store, first.orgId).touch(orgTeam, first, { state: 'DELETED' });
    await inOrg(store, first.orgId).touch(team, first, { state: 'DELETED' });
    const second = await installs.handleInstalled(deps, aThread(), aSender('ann'));
    expect(second).toMatchObject({ orgId: first.orgId, isWelcomeDue: true });
    expect(second.teamId).not.toBe(first.teamId);
    expect(await actorOf(deps, 'ann')).toMatchObject({ teamIds: [second.teamId] });
  });
});

describe('awkward names from Teams', () => {
  it('awkward names from Teams of people, channels and teams are stored unchanged or cleaned, and never stop an installation', async () => {
    const { deps, store, chat } = installWorld();
    const thread = aThread();
    const names = awkwardNames;
    chat.setRoster(thread, [
      aRosterPerson('ann'),
      ...names.map((name, index) => aRosterPerson(`p${index}`, { name, email: name })),
    ]);
    chat.setChannels(thread, [
      { threadId: thread.threadId, name: null },
      ...names.map((name, index) => ({ threadId: `19:${index}`, name })),
    ]);
    const { teamId } = await installs.handleInstalled(deps, thread, aSender('ann'));
    const ann = await actorOf(deps, 'ann');
    if (ann === undefined) throw new Error('installed');
    const listed = (await listMembers(deps, ann, { teamId })).map((member) => member.name);
    expect(listed).toHaveLength(names.length + 1);
    const rule = text({ max: limits.nameLength, required: 'invalid.text' });
    const kept = names.flatMap((name) => rule.safeParse(name).data ?? []);
    expect(listed).toEqual(expect.arrayContaining(kept));
    for (const name of kept) {
      await installs.handleThreadRenamed(deps, thread, name);
      expect(await listTeams(deps, ann)).toEqual([{ id: teamId, name }]);
    }
    for (const name of names) await installs.handleThreadRenamed(deps, thread, name);
    const before = await everything(store.admin);
    await installs.handleInstalled(deps, { ...thread, name: '' }, aSender('ann'));
    expect(await everything(store.admin)).toEqual(before);
  });
});
