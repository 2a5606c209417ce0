import type { Activity } from 'botbuilder';
import { z } from 'zod';
import { sentZone, zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { boundedMemo, weakMemo } from '#contracts/boundedMapAndMemos.ts';
import type { Reader } from '../services/core/cardPresenterPort.ts';
import { personAddress, roomAddress } from '../domain/core/chatAddressParts.ts';
import type { Sender, Thread, ThreadRef } from '../services/tenancy/chatEventTypesAndTextRepair.ts';

// Reads the needed fields of an activity. The SDK's types list the fields that should exist; these functions check
// which fields do exist.

const id = z.string().min(1).max(500);
const optionalText = z.string().max(500).optional().catch(undefined);
const place = z.looseObject({ id, name: optionalText }).optional().catch(undefined);

const channelData = z
  .looseObject({
    tenant: z.looseObject({ id }).optional().catch(undefined),
    team: place,
    channel: place,
    eventType: optionalText,
  })
  .catch({});

const mention = z.looseObject({
  type: z.literal('mention'),
  text: optionalText,
  mentioned: z.looseObject({ id }),
});

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= max;
const hasId = (value: unknown): boolean => isObject(value) && isText(value['id'], 500);

const longestAddress = 1000;
const address = z.url({ protocol: /^https?$/ }).max(longestAddress);
// Caches parsed service URLs: many activities have the same URL, and parsing a URL takes longer than all other checks
// of an activity. The cache is filled before the sender is verified, so strangers may displace its entries.
const parsedAddress = boundedMemo((value: string) => address.safeParse(value).data, {
  capacity: 100,
  longestKey: longestAddress,
});

const addressIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? parsedAddress(value) : undefined;

/**
 * Returns the parsed body of an HTTP request as an activity if it has the fields that every turn needs. The functions
 * that read other fields check them. This function uses no schema, because a schema would copy the whole activity.
 */
export const activityIn = (body: unknown): Activity | undefined => {
  if (!isObject(body)) return undefined;
  const { type, channelId, conversation, from, recipient } = body;
  const isWhole = isText(type, 100) && isText(channelId, 500) && [conversation, from, recipient].every(hasId);
  const serviceUrl = isWhole ? addressIn(body['serviceUrl']) : undefined;
  // The SDK's type also promises fields that a client may omit, so later code checks them where they are used.
  return serviceUrl === undefined ? undefined : (Object.assign(body, { serviceUrl }) as unknown as Activity);
};

export const channelDataOf = (activity: Activity): z.output<typeof channelData> =>
  channelData.parse(activity.channelData ?? {});

/**
 * Returns the value if it is a string, otherwise an empty string. The SDK declares the fields as strings, but clients
 * may omit them.
 */
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Returns the id of a conversation without the id of a message, which may follow as in `19:…@thread.tacv2;messageid=…`.
 */
const baseId = (conversationId: string): string => conversationId.replace(/;messageid=.*$/s, '');

const tenantOf = (activity: Activity): string | undefined => {
  const tid = activity.conversation.tenantId ?? channelDataOf(activity).tenant?.id;
  return tid === undefined || tid === '' ? undefined : tid;
};

type ClientInfo = Readonly<Record<string, unknown>>;

const entitiesIn = ({ entities }: Activity): readonly unknown[] => (Array.isArray(entities) ? entities : []);

/** Returns the entities in which a client sends its zone and its locale. Both are checked where they are used. */
const clientsIn = (activity: Activity): ClientInfo[] =>
  entitiesIn(activity)
    .filter(isObject)
    .filter((item) => item['type'] === 'clientInfo');

// Caches checked zones, because the members of a team send the same few names.
const zoneNamed = boundedMemo((name: string): string | null => sentZone.safeParse(name).data ?? null, {
  capacity: 1000,
  longestKey: 100,
});

const zoneOf = (activity: Activity, clients: readonly ClientInfo[]): string | null => {
  for (const name of [activity.localTimezone, ...clients.map((client) => client['timezone'])]) {
    const zone = typeof name === 'string' ? zoneNamed(name) : null;
    if (zone !== null) return zone;
  }
  return null;
};

const canonicalLocale = (tag: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    // The text is no valid language tag, so the caller tries the next source.
    return undefined;
  }
};

// Clients send only a few languages, and canonicalising a tag takes longer than drawing a line of a card, so the
// results are cached.
const localeNamed = boundedMemo(canonicalLocale, { capacity: 1000, longestKey: 100 });

const localeOf = (activity: Activity, clients: readonly ClientInfo[]): string | null => {
  for (const tag of [activity.locale, ...clients.map((client) => client['locale'])]) {
    const locale = typeof tag === 'string' ? localeNamed(tag) : undefined;
    if (locale !== undefined) return locale;
  }
  return null;
};

export const isPersonal = (activity: Activity): boolean =>
  ((activity.conversation.conversationType as string | undefined) ??
    (activity.conversation.isGroup ? 'group' : 'personal')) === 'personal';

/**
 * Returns the person who wrote the message or pressed the button. Undefined without tenant or Entra object id, because
 * nothing else identifies a person.
 */
export const senderOf = (activity: Activity): Sender | undefined => {
  const tid = tenantOf(activity);
  const oid = activity.from.aadObjectId;
  if (tid === undefined || oid === undefined || oid === '') return undefined;
  const clients = clientsIn(activity);
  const { serviceUrl: endpoint } = activity;
  const chat = isPersonal(activity) ? activity.conversation.id : null;
  return {
    tid,
    oid,
    // Teams sends no name with an install event, so the name may be empty.
    name: text(activity.from.name),
    timezone: zoneOf(activity, clients),
    locale: localeOf(activity, clients),
    ...{ address: personAddress({ tenant: tid, endpoint, user: activity.from.id, chat }), isInOwnChat: chat !== null },
  };
};

/**
 * Returns the team or group chat of an activity. Undefined in a personal chat, without a tenant, and in a channel if
 * Teams did not send the id of its team.
 */
export const threadOf = (activity: Activity): Thread | undefined => {
  const tid = tenantOf(activity);
  if (tid === undefined || isPersonal(activity)) return undefined;
  const { team } = channelDataOf(activity);
  const { serviceUrl } = activity;
  const at = (kind: Thread['kind'], room: string, name: string): Thread => {
    const inTeams = kind === 'TEAM' ? 'CHANNEL' : 'GROUP';
    const address = roomAddress({ kind: inTeams, tenant: tid, endpoint: serviceUrl, room });
    return { kind, tid, threadId: room, address, name };
  };
  if (team !== undefined) return at('TEAM', baseId(team.id), team.name ?? '');
  // Without the id of its team, a channel cannot be assigned to a team, so the activity has no thread.
  if (activity.conversation.conversationType === 'channel') return undefined;
  return at('GROUP', baseId(activity.conversation.id), text(activity.conversation.name));
};

export const refOf = ({ tid, threadId, address }: Thread): ThreadRef => ({ tid, threadId, address });

export const unknownSenderOf = (activity: Activity): Reader => {
  const clients = clientsIn(activity);
  return {
    locale: localeOf(activity, clients) ?? 'en',
    timezone: zoneId.parse(zoneOf(activity, clients) ?? 'UTC'),
  };
};

const mentionsIn = (activity: Activity): z.output<typeof mention>[] =>
  entitiesIn(activity).flatMap((item) => mention.safeParse(item).data ?? []);

export const isMentioned = (activity: Activity): boolean =>
  mentionsIn(activity).some((entity) => entity.mentioned.id === activity.recipient.id);

/**
 * Invisible characters, most of which set the writing direction. A text that was copied from a right-to-left card or
 * chat contains them.
 */
const invisibleSigns = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Returns the text of the message without the mention of the bot and without invisible signs. */
export const messageTextIn = (activity: Activity): string => {
  const names = mentionsIn(activity)
    .filter((entity) => entity.mentioned.id === activity.recipient.id)
    .flatMap((entity) => entity.text ?? []);
  return names
    .reduce((remaining, name) => remaining.replaceAll(name, ' '), text(activity.text))
    .replaceAll('&nbsp;', ' ')
    .replace(invisibleSigns, '')
    .replace(/\s+/g, ' ')
    .trim();
};

export interface PressedButton {
  readonly kind: 'EXECUTE' | 'SUBMIT';
  readonly verb: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const submitted = z.looseObject({ verb: z.string().max(100) });

const executedIn = (value: unknown): PressedButton | undefined => {
  const action = isObject(value) ? value['action'] : undefined;
  if (!isObject(action) || action['type'] !== 'Action.Execute') return undefined;
  const { verb, data } = action;
  return typeof verb === 'string' && verb.length <= 100 && isObject(data) ? { kind: 'EXECUTE', verb, data } : undefined;
};

/**
 * Returns the pressed button of a card. Action.Execute arrives as an invoke and Action.Submit as a message with a
 * value; both have the same verb and data.
 */
export const pressedButtonIn = weakMemo((activity: Activity): PressedButton | undefined => {
  if (activity.type === 'invoke') return executedIn(activity.value);
  const parsed = submitted.safeParse(activity.value);
  if (!parsed.success) return undefined;
  const { verb, ...data } = parsed.data;
  return { kind: 'SUBMIT', verb, data };
});
