import * as installs from '../../../bot/src/services/teamsSync/handleInstallAndTeamEvents.ts';
import {
  syncSender,
  handlePersonalInstall,
  handlePersonalUninstall,
} from '../../../bot/src/services/teamsSync/senderSyncAndPersonalInstall.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { teamsUser } from '../../../bot/src/store/kinds/microsoftAccounts/teamsUser.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { aRosterPerson, aSender, aThread } from '../../support/fakes/fakeChatWithRostersAndSenders.ts';
import { everything, rowsOf } from '../../support/data/readStoreRows.ts';
import { teamsUserIdOf } from '../../support/data/seedOrganisationsTeamsAndActors.ts';

import { actorOf, installWorld } from '../../support/worlds/botInstallationWorld.ts';

describe('the roster', () => {
  it('the roster of 2,500 people is read in pages; leaving ends access, joining again restores it, and history stays', async () => {
    const { deps, store, chat, placeOf } = installWorld();
    const crowd = Array.from({ length: 2500 }, (_, index) => aRosterPerson(`p${index}`));
    chat.setRoster(aThread(), crowd);
    const { teamId } = await installs.handleInstalled(deps, aThread(), aSender('p0'));
    expect((await rowsOf(store.admin, 'Team', 'M|')).length).toBe(2500);
    const before = await everything(store.admin);
    await installs.handleInstalled(deps, aThread(), null);
    expect(await everything(store.admin)).toEqual(before);

    chat.setRoster(aThread(), crowd.slice(40));
    await installs.handleInstalled(deps, aThread(), null);
    expect(await actorOf(deps, 'p39')).toBeUndefined();
    expect(await placeOf('p39', teamId)).toMatchObject({ leftOn: '2026-11-20T08:00:00.000Z' });
    expect(await actorOf(deps, 'p40')).toMatchObject({ teamIds: [teamId] });
    expect((await rowsOf(store.admin, 'Org', 'mt|')).length).toBe(2460);
    expect((await rowsOf(store.admin, 'Org', 'tm|')).length).toBe(2460);

    chat.setRoster(aThread(), crowd);
    await installs.handleInstalled(deps, aThread(), null);
    expect(await actorOf(deps, 'p39')).toMatchObject({ teamIds: [teamId] });
    expect((await rowsOf(store.admin, 'Org', 'mem|')).length).toBe(2500);
  });

  it('updates changed names, addresses and bot ids, and keeps values that Teams leaves out', async () => {
    const { deps, chat, install, placeOf } = installWorld();
    const { teamId } = await install(aThread(), null, 'ann', 'bob');
    chat.setRoster(aThread(), [
      aRosterPerson('ann', { name: 'Ann Lee', email: 'ann.lee@example.test', chatUserId: '29:new' }),
      aRosterPerson('bob', { name: '', email: '' }),
    ]);
    await installs.handleInstalled(deps, aThread(), null);
    expect(await placeOf('ann', teamId)).toMatchObject({
      name: 'Ann Lee',
      email: 'ann.lee@example.test',
      teamsUserId: '29:new',
    });
    expect(await placeOf('bob', teamId)).toMatchObject({ name: 'Bob', email: 'bob@example.test' });
    expect(await actorOf(deps, 'ann')).toMatchObject({ name: 'Ann Lee' });
  });

  it('skips guests without an object id, and reports their number', async () => {
    const { deps, chat, store } = installWorld();
    chat.setRoster(aThread(), [aRosterPerson('guest', { oid: '' }), aRosterPerson('ann')]);
    await installs.handleInstalled(deps, aThread(), null);
    expect((await rowsOf(store.admin, 'Team', 'M|')).length).toBe(1);
    expect(deps.log.lines.filter((line) => line.event === 'roster.personWithoutId')).toHaveLength(1);
  });

  it('removes no person if it is empty', async () => {
    const { deps, chat, install } = installWorld();
    const { teamId } = await install(aThread(), aSender('ann'), 'ann');
    chat.setRoster(aThread(), []);
    await installs.handleInstalled(deps, aThread(), null);
    expect(await actorOf(deps, 'ann')).toMatchObject({ teamIds: [teamId] });
  });

  it('removes no person if reading it fails', async () => {
    const { deps, chat, install } = installWorld();
    await install(aThread(), aSender('ann'), 'ann', 'bob');
    chat.failWith({ kind: 'THROTTLED', retryAfterMs: null });
    chat.setRoster(aThread(), [aRosterPerson('ann')]);
    await installs.handleInstalled(deps, aThread(), null);
    expect(await actorOf(deps, 'bob')).toBeDefined();
  });

  it('follows people who join and leave', async () => {
    const { deps, install, people } = installWorld();
    const { teamId } = await install(aThread(), aSender('ann'), 'ann', 'bob');
    await installs.handleMembersAdded(deps, aThread(), people('cy'));
    expect(await actorOf(deps, 'cy')).toMatchObject({ teamIds: [teamId] });
    await installs.handleMembersRemoved(deps, aThread(), [teamsUserIdOf('bob'), teamsUserIdOf('stranger')]);
    expect(await actorOf(deps, 'bob')).toBeUndefined();
    expect(await actorOf(deps, 'ann')).toBeDefined();
    await installs.handleMembersAdded(deps, aThread(), people('bob'));
    expect(await actorOf(deps, 'bob')).toMatchObject({ teamIds: [teamId] });
  });

  it('keeps a person in other teams who left one', async () => {
    const { deps, install } = installWorld();
    await install(aThread(), aSender('ann'), 'ann', 'bob');
    const second = await install(aThread('sales'), aSender('ann'), 'ann', 'bob');
    await installs.handleMembersRemoved(deps, aThread(), [teamsUserIdOf('bob')]);
    expect(await actorOf(deps, 'bob')).toMatchObject({ teamIds: [second.teamId] });
  });
});

describe('syncSender', () => {
  it('ignores a person without a roster, and writes nothing', async () => {
    const { deps, store } = installWorld();
    expect(await syncSender(deps, aSender('ann', { locale: 'fr-FR' }))).toEqual({
      actor: undefined,
      reader: { locale: 'fr-FR', timezone: 'Europe/Berlin' },
    });
    expect(await everything(store.admin)).toEqual([]);
  });

  it('stores chat, zone and language, and writes only changes', async () => {
    const { deps, store, install, placeOf } = installWorld();
    const { teamId } = await install(aThread(), null, 'ann');
    const sender = aSender('ann', { personalConversationId: 'a:1', serviceUrl: 'https://smba.test/emea/' });
    expect((await syncSender(deps, sender)).reader).toEqual({ locale: 'en-GB', timezone: 'Europe/Berlin' });
    expect(await placeOf('ann', teamId)).toMatchObject({
      timezone: 'Europe/Berlin',
      timezoneFrom: 'ACTIVITY',
      locale: 'en-GB',
      conversationId: 'a:1',
      serviceUrl: 'https://smba.test/emea/',
    });
    const before = await everything(store.admin);
    await syncSender(deps, sender);
    await syncSender(deps, aSender('ann', { serviceUrl: 'https://smba.test/emea/', timezone: null, locale: null }));
    expect(await everything(store.admin)).toEqual(before);
  });

  it.each([
    ['a zone that does not exist', { timezone: 'Mars/Olympus' }],
    ['an offset', { timezone: '+02:00' }],
    ['an invalid language', { locale: '<script>' }],
  ])('skips %s', async (_what, change) => {
    const { deps, install, placeOf } = installWorld();
    const { teamId } = await install(aThread(), null, 'ann');
    await syncSender(deps, aSender());
    const { reader } = await syncSender(deps, aSender('ann', change));
    expect(reader).toEqual({ locale: 'en-GB', timezone: 'Europe/Berlin' });
    expect(await placeOf('ann', teamId)).toMatchObject({ timezone: 'Europe/Berlin', locale: 'en-GB' });
  });

  it('syncSender never replaces a manually chosen zone', async () => {
    const { deps, store, install, placeOf } = installWorld();
    const { orgId, teamId } = await install(aThread(), aSender('ann'), 'ann');
    const place = await placeOf('ann', teamId);
    if (place === undefined) throw new Error('a member');
    await inOrg(store, orgId).touch(
      teamMember,
      { teamId, memberId: place.memberId },
      { timezone: 'Asia/Tokyo' as never, timezoneFrom: 'PERSON' },
    );
    expect((await syncSender(deps, aSender())).reader.timezone).toBe('Asia/Tokyo');
    expect(await placeOf('ann', teamId)).toMatchObject({ timezone: 'Asia/Tokyo', timezoneFrom: 'PERSON' });
  });

  it('clears the mark of an unreachable person', async () => {
    const { deps, store, install, placeOf } = installWorld();
    const { orgId, teamId } = await install(aThread(), aSender('ann'), 'ann');
    const place = await placeOf('ann', teamId);
    if (place === undefined) throw new Error('a member');
    await inOrg(store, orgId).touch(
      teamMember,
      { teamId, memberId: place.memberId },
      { unreachable: 'BLOCKED', unreachableSince: '2026-11-19T08:00:00.000Z' as never },
    );
    await syncSender(deps, aSender());
    expect(await placeOf('ann', teamId)).toMatchObject({ unreachable: null, unreachableSince: null });
  });

  it('identifies people by tenant and object id, never by name, address or the bot’s id', async () => {
    const { deps, install } = installWorld();
    await install(aThread(), aSender('ann'), 'ann');
    expect((await syncSender(deps, aSender('ann', { oid: 'oid-mallory' }))).actor).toBeUndefined();
    expect((await syncSender(deps, aSender('ann', { tid: 'tenant-evil' }))).actor).toBeUndefined();
    expect((await syncSender(deps, aSender('ann', { oid: 'OID-ANN', name: 'X' }))).actor).toMatchObject({
      name: 'Ann',
    });
  });

  it('ignores a pointer that a crash left behind', async () => {
    const { deps, store, install, memberOf } = installWorld();
    const { orgId } = await install(aThread(), aSender('ann'), 'ann');
    const key = { tid: 'tenant-contoso', oid: 'oid-ghost' };
    await outside(store).insert(teamsUser, key, {
      ...(await memberOf('ann')),
      memberId: '0'.repeat(26) as never,
      orgId,
    });
    expect((await syncSender(deps, aSender('ghost'))).actor).toBeUndefined();
  });
});

describe('a personal install', () => {
  it.each([
    ['somebody known', ['ann']],
    ['somebody no roster has', ['bob']],
  ])('sends %s one welcome per installation', async (_who, roster) => {
    const { deps, install } = installWorld();
    await install(aThread(), null, ...roster);
    const sender = aSender('ann', { personalConversationId: 'a:1' });
    const due = async () => (await handlePersonalInstall(deps, sender)).isWelcomeDue;
    expect(await due()).toBe(true);
    expect(await due()).toBe(false);
    await handlePersonalUninstall(deps, sender);
    await handlePersonalUninstall(deps, sender);
    const racing = await Promise.all([due(), due(), due(), due()]);
    expect(racing.filter(Boolean)).toHaveLength(1);
  });

  it('stores the chat; an uninstallation stops prompts until the person returns', async () => {
    const { deps, install, placeOf } = installWorld();
    const { teamId } = await install(aThread(), null, 'ann');
    const sender = aSender('ann', { personalConversationId: 'a:1' });
    await handlePersonalInstall(deps, sender);
    expect(await placeOf('ann', teamId)).toMatchObject({ conversationId: 'a:1', unreachable: null });
    await syncSender(deps, sender);
    await handlePersonalUninstall(deps, sender);
    expect(await placeOf('ann', teamId)).toMatchObject({
      unreachable: 'NOT_INSTALLED',
      unreachableSince: '2026-11-20T08:00:00.000Z',
    });
    await handlePersonalInstall(deps, sender);
    expect(await placeOf('ann', teamId)).toMatchObject({ unreachable: null });
  });
});
