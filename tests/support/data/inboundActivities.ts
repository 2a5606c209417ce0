// Builds chat activities in the form in which the local chat client sends them. A test changes single fields.

export const tid = '6f4ad1de-3c51-4d3c-9a35-3a6d1b1e0000';
export const oid = '6f4ad1de-3c51-4d3c-9a35-3a6d1b1e0020';
export const botAccount = { id: '28:rollcall-bot', name: 'Rollcall' } as const;
export const personalChat = 'a:personal-chat';
export const general = '19:team-general@thread.tacv2';
export const announcements = '19:announcements@thread.tacv2';
export const groupChat = '19:group-chat@thread.v2';

type Json = Readonly<Record<string, unknown>>;

export type Place = 'personal' | 'channel' | 'groupChat';

const conversationOf = (place: Place): Json => {
  const base = { conversationType: place, tenantId: tid };
  switch (place) {
    case 'personal':
      return { ...base, id: personalChat };
    case 'channel':
      return { ...base, isGroup: true, id: `${announcements};messageid=1795170119223` };
    case 'groupChat':
      return { ...base, isGroup: true, id: groupChat, name: 'Group Chat' };
  }
};

const channelDataOf = (place: Place): Json =>
  place === 'channel'
    ? { tenant: { id: tid }, team: { id: general, name: 'Platform' }, channel: { id: announcements } }
    : { tenant: { id: tid } };

const base = (serviceUrl: string, place: Place): Json => ({
  id: 'activity-1',
  channelId: 'msteams',
  serviceUrl,
  from: { id: '29:user-0', name: 'Alex Wilber', aadObjectId: oid },
  recipient: botAccount,
  conversation: conversationOf(place),
  channelData: channelDataOf(place),
  locale: 'en-US',
  timestamp: '2026-11-20T08:00:00.000Z',
  localTimestamp: '2026-11-20T03:00:00.000-05:00',
  localTimezone: 'America/New_York',
  entities: [{ type: 'clientInfo', locale: 'en-US', country: 'US', platform: 'Web', timezone: 'America/New_York' }],
});

export const aMessage = (serviceUrl: string, text: string, place: Place = 'personal', change: Json = {}): Json => ({
  ...base(serviceUrl, place),
  type: 'message',
  textFormat: 'plain',
  text,
  ...change,
});

/** Returns a message in the place with "@Rollcall" before the text. */
export const aMention = (serviceUrl: string, text: string, place: Place, change: Json = {}): Json => {
  const name = `<at>${botAccount.name}</at>`;
  return aMessage(serviceUrl, `${name}${text}`, place, {
    entities: [{ type: 'mention', mentioned: botAccount, text: name }],
    ...change,
  });
};

/** Returns a button press from a client that supports Action.Execute. */
export const anExecute = (serviceUrl: string, verb: string, data: unknown, change: Json = {}): Json => ({
  ...base(serviceUrl, 'personal'),
  type: 'invoke',
  name: 'adaptiveCard/action',
  replyToId: 'card-1',
  value: { action: { type: 'Action.Execute', title: 'Send', verb, data } },
  ...change,
});

/** Returns a button press from a client that supports only Action.Submit. */
export const aSubmit = (serviceUrl: string, verb: string, data: Json, change: Json = {}): Json => ({
  ...base(serviceUrl, 'personal'),
  type: 'message',
  replyToId: 'card-1',
  value: { ...data, verb },
  ...change,
});

/** Returns an event, such as an installation. It contains neither the name nor the zone of a person. */
const anEvent = (serviceUrl: string, place: Place, change: Json): Json => {
  return {
    ...base(serviceUrl, place),
    localTimezone: undefined,
    localTimestamp: undefined,
    from: { id: '29:user-0', aadObjectId: oid },
    entities: [{ type: 'clientInfo', locale: 'en-US' }],
    ...change,
  };
};

export const anInstall = (serviceUrl: string, place: Place, action: string): Json =>
  anEvent(serviceUrl, place, { type: 'installationUpdate', action });

export const members = (serviceUrl: string, place: Place, change: Json): Json =>
  anEvent(serviceUrl, place, { type: 'conversationUpdate', ...change });

export const teamEvent = (serviceUrl: string, eventType: string, change: Json = {}): Json =>
  anEvent(serviceUrl, 'channel', {
    type: 'conversationUpdate',
    channelData: { ...channelDataOf('channel'), eventType, ...change },
  });
