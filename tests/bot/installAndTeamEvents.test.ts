import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import {
  anInstall,
  announcements,
  botAccount,
  general,
  groupChat,
  members,
  oid,
  personalChat,
  teamEvent,
  tid,
} from '../support/data/inboundActivities.ts';
import { anInstant } from '../support/data/idDateAndRecordBuilders.ts';
import { startBotApp } from '../support/apps/botAppWithRecordingServices.ts';
import type { BotApp } from '../support/apps/botAppWithRecordingServices.ts';

let app: BotApp;
beforeEach(async () => {
  app = await startBotApp();
});
afterEach(() => app.close());

const names = () => app.calls.map(([name]) => name);
const url = () => app.connector.url;
const post = async (activity: object): Promise<void> => {
  expect((await app.post(activity)).status).toBe(200);
};
const address = (threadId: string, kind: 'CHANNEL' | 'GROUP' = 'CHANNEL') => ({
  ...{ tid, threadId },
  address: { kind, tenant: tid, endpoint: url(), room: threadId },
});
const sentMessages = () => app.connector.requests.filter((request) => request.kind !== 'member');

const installer = (chat: string | null = null) => ({
  ...{ tid, oid, name: '', timezone: null, locale: 'en-US' },
  ...{ address: { tenant: tid, endpoint: url(), user: '29:user-0', chat }, isInOwnChat: chat !== null },
});

describe('installed in a team', () => {
  it('adds the team with its General thread and its installer, and sends a greeting', async () => {
    await post(anInstall(url(), 'channel', 'add'));
    expect(app.calls).toEqual([
      ['syncSender', installer()],
      ['installed', { kind: 'TEAM', name: 'Platform', ...address(general) }, installer()],
    ]);
    expect(app.connector.cards()).toHaveLength(1);
    expect(app.connector.requests[0]?.body['summary']).toBe('Hello, this is Rollcall');
  });

  it('sends one welcome message for any number of events', async () => {
    await post(anInstall(url(), 'channel', 'add'));
    app.behaviour.isWelcomeDue = false;
    await post(members(url(), 'channel', { membersAdded: [botAccount] }));
    await post(anInstall(url(), 'channel', 'add'));
    expect(names().filter((name) => name === 'installed')).toHaveLength(3);
    expect(app.connector.requests).toHaveLength(1);
  });

  it('shows once why a team cannot use it, however many events arrive', async () => {
    const values = { organisation: 'Contoso', until: '27 November 2026 at 08:00 UTC' };
    app.behaviour.refusal = new AppError('FORBIDDEN', { message: 'install.orgDeleting', values });
    await app.post(members(url(), 'channel', { membersAdded: [botAccount] }));
    await post(anInstall(url(), 'channel', 'add'));
    expect(app.connector.requests).toHaveLength(1);
    const text = JSON.stringify(app.connector.cards());
    expect(text).toContain('I cannot be set up here now');
    expect(text).toContain('Until 27 November 2026 at 08:00 UTC an admin can restore it');
  });

  it('treats an event of members alone as an install too', async () => {
    await post(members(url(), 'channel', { membersAdded: [botAccount, { id: '29:user-1' }] }));
    expect(names()).toEqual(['syncSender', 'installed']);
    expect(app.connector.requests).toHaveLength(1);
  });

  it('sends nothing on an upgrade', async () => {
    await post(anInstall(url(), 'channel', 'add-upgrade'));
    await post(anInstall(url(), 'channel', 'remove-upgrade'));
    expect(names()).toEqual(['syncSender', 'installed']);
    expect(app.connector.requests).toEqual([]);
  });

  it('is recorded when the event names no installer', async () => {
    await post({ ...anInstall(url(), 'channel', 'add'), from: { id: '29:service' } });
    expect(app.calls).toEqual([['installed', expect.objectContaining({ threadId: general }), null]]);
  });

  it('ends when the bot is removed, by either event', async () => {
    await post(anInstall(url(), 'channel', 'remove'));
    await post(members(url(), 'channel', { membersRemoved: [botAccount] }));
    expect(app.calls).toEqual([
      ['uninstalled', address(general)],
      ['uninstalled', address(general)],
    ]);
  });
});

describe('installed elsewhere', () => {
  it('accepts a group chat as a team without channels', async () => {
    await post(anInstall(url(), 'groupChat', 'add'));
    expect(app.calls[1]?.[1]).toEqual({ kind: 'GROUP', name: 'Group Chat', ...address(groupChat, 'GROUP') });
    expect(app.connector.requests).toHaveLength(1);
  });

  it('welcomes a person once', async () => {
    await post(anInstall(url(), 'personal', 'add'));
    app.behaviour.isWelcomeDue = false;
    await post(members(url(), 'personal', { membersAdded: [{ id: '29:user-0', aadObjectId: oid }, botAccount] }));
    expect(app.calls.filter(([name]) => name === 'installedPersonally')).toEqual([
      ['installedPersonally', installer(personalChat)],
      ['installedPersonally', installer(personalChat)],
    ]);
    expect(app.connector.requests).toHaveLength(1);
    expect(app.connector.requests[0]?.conversationId).toBe(personalChat);
  });

  it('an installation of an organisation that is being deleted shows that, without a welcome', async () => {
    app.behaviour.actor = undefined;
    app.behaviour.pendingDeletion = { name: 'Contoso', until: anInstant('2026-11-27T08:00:00Z') };
    await post(anInstall(url(), 'personal', 'add'));
    expect(app.calls.map(([name]) => name)).toEqual(['syncSender', 'installedPersonally', 'help']);
    expect(app.connector.requests).toHaveLength(1);
    expect(JSON.stringify(app.connector.cards())).not.toContain('Hello');
  });

  it('records that a person removed it, which does not count as a sign of life', async () => {
    await post(anInstall(url(), 'personal', 'remove'));
    expect(names()).toEqual(['uninstalledPersonally']);
  });
});

describe('the life of a team', () => {
  it('looks up new members, and skips those who have left and those without an account', async () => {
    app.connector.setMembers(general, [
      { id: '29:ann', aadObjectId: 'oid-ann', name: 'Ann', email: 'ann@b.co' },
      { id: '29:app', name: 'Another bot' },
      { id: '29:bob', objectId: 'oid-bob', givenName: 'Bob', surname: 'Bo', userPrincipalName: 'bob@b.co' },
    ]);
    const joined = ['29:ann', '29:gone', '29:app', '29:bob'].map((id) => ({ id }));
    await post(members(url(), 'channel', { membersAdded: joined }));
    expect(app.calls).toEqual([
      [
        'membersAdded',
        address(general),
        [
          { chatUserId: '29:ann', oid: 'oid-ann', name: 'Ann', email: 'ann@b.co' },
          { chatUserId: '29:bob', oid: 'oid-bob', name: 'Bob Bo', email: 'bob@b.co' },
        ],
      ],
    ]);
    expect(sentMessages()).toEqual([]);
  });

  it('records members who leave', async () => {
    await post(members(url(), 'channel', { membersRemoved: [{ id: '29:ann' }, { id: '29:bob' }] }));
    expect(app.calls).toEqual([['membersRemoved', address(general), ['29:ann', '29:bob']]]);
  });

  const channel = { channel: { id: announcements, name: 'News' } };
  it.each([
    ['teamRenamed', { team: { id: general, name: 'Core' } }, ['threadRenamed', 'Core']],
    ['teamDeleted', {}, ['threadDeleted']],
    ['teamHardDeleted', {}, ['threadDeleted']],
    ['teamArchived', {}, ['threadDeleted']],
    ['teamRestored', {}, ['threadRestored']],
    ['teamUnarchived', {}, ['threadRestored']],
    ['channelCreated', channel, ['channelChanged', { threadId: announcements, name: 'News' }]],
    ['channelRenamed', channel, ['channelChanged', { threadId: announcements, name: 'News' }]],
    ['channelRestored', channel, ['channelChanged', { threadId: announcements, name: 'News' }]],
    ['channelDeleted', channel, ['channelDeleted', announcements]],
  ] as const)('records %s', async (eventType, change, [name, ...rest]) => {
    await post(teamEvent(url(), eventType, change));
    expect(app.calls).toEqual([[name, address(general), ...rest]]);
    expect(app.connector.requests).toEqual([]);
  });

  it('records the new name of a group chat', async () => {
    await post(members(url(), 'groupChat', { topicName: 'Friends' }));
    expect(app.calls).toEqual([['threadRenamed', address(groupChat, 'GROUP'), 'Friends']]);
  });

  it.each(['somethingNew', 'constructor', ''])('ignores the event %j', async (eventType) => {
    await post(teamEvent(url(), eventType));
    expect(app.calls).toEqual([]);
  });

  it.each([
    { channelData: null },
    { channelData: { tenant: 'x', team: 7 } },
    { membersAdded: 'all' },
    { membersAdded: [{}] },
    { membersRemoved: [{ id: '' }] },
  ])('survives %j', async (change) => {
    await post(members(url(), 'channel', change));
    expect(app.calls).toEqual([]);
  });

  it('logs a failure of recording, and ends the event quietly', async () => {
    app.connector.fail({ kind: 'member', status: 500 });
    await post(members(url(), 'channel', { membersAdded: [{ id: '29:ann' }] }));
    expect(app.calls).toEqual([]);
    expect(sentMessages()).toEqual([]);
    expect(app.connector.of('member')).toHaveLength(1);
    expect(app.log.lines.filter((line) => line.event === 'bot.turn')).toHaveLength(1);
  });
});
