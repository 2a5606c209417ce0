import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';

// Names of messages, due work and recipients in the code, and their short spelling in rows and keys. Rows keep the
// short spelling, so that every version can read them. Metrics and logs use it too, because existing alerts contain it.

/** Name in the code → spelling in rows, keys, metrics and logs. */
const spellings = [
  ['prompt', 'prompt'],
  ['reminder1', 'r1'],
  ['reminder2', 'r2'],
  ['snoozedPrompt', 'snz'],
  ['close', 'close'],
  ['announcement', 'bcast'],
  ['summary', 'sum'],
  ['summaryEmail', 'mail'],
  ['observerSummary', 'osum'],
  ['observerEmail', 'omail'],
  ['fallbackEmail', 'fall'],
  ['ledger', 'used'],
  ['weekCards', 'week'],
  ['blockerCards', 'block'],
  ['digest', 'digest'],
  ['digestEmail', 'dgmail'],
  ['digestWebhook', 'dghook'],
] as const;

type WorkName = (typeof spellings)[number][0];

const storedOf: ReadonlyMap<string, string> = new Map(spellings);
const nameOf: ReadonlyMap<string, string> = new Map(spellings.map(([name, stored]) => [stored, name]));

/** Replaces the kind in `kind` or `kind.round`. An unknown kind, such as one of a later version, is returned unchanged. */
const replaced = (kinds: ReadonlyMap<string, string>, text: string): string => {
  const dot = text.indexOf('.');
  if (dot === -1) return kinds.get(text) ?? text;
  const kind = kinds.get(text.slice(0, dot));
  return kind === undefined ? text : kind + text.slice(dot);
};

/** Converts `reminder1.2` into `r1.2`, the spelling in rows, keys, metrics and logs. */
export const storedKind = (kind: string): string => replaced(storedOf, kind);

export const kindFromStored = (stored: string): string => replaced(nameOf, stored);

export const dueKinds = ['prompt', 'reminder1', 'reminder2', 'close', 'digest'] as const satisfies readonly WorkName[];
export type DueKind = (typeof dueKinds)[number];

export const reminderKinds = ['reminder1', 'reminder2'] as const satisfies readonly WorkName[];
export type ReminderKind = (typeof reminderKinds)[number];

const messageKinds = [
  'prompt',
  'snoozedPrompt',
  ...reminderKinds,
  'announcement',
  'observerSummary',
] as const satisfies readonly WorkName[];
/** Messages of a run that the sender sends in batches: at an instant of the run, or with its summary. */
export type MessageKind = (typeof messageKinds)[number];

const runEmailKinds = ['summaryEmail', 'observerEmail', 'fallbackEmail'] as const satisfies readonly WorkName[];
export type RunEmailKind = (typeof runEmailKinds)[number];

export type DeliveryKind = MessageKind | RunEmailKind | 'summary';

const emailKinds: ReadonlySet<string> = new Set(runEmailKinds);

export const isRunEmailKind = (kind: string): kind is RunEmailKind => emailKinds.has(kind);

/** True for a message whose recipient is an observer, who is no member of the run. */
export const isForObserver = (kind: string): boolean => kind === 'observerSummary' || kind === 'observerEmail';

const maintenanceKinds = [
  'summary',
  'ledger',
  'weekCards',
  'blockerCards',
  'digest',
] as const satisfies readonly WorkName[];
/**
 * Maintenance rows bring something up to date: `summary` the posted summary of a run, `ledger` the usage of a month, `weekCards` and
 * `blockerCards` the cards about a week or a blocker. `digest` sends the chat messages of a digest.
 */
export type MaintenanceKind = (typeof maintenanceKinds)[number];

/** A message kind with its round, such as `prompt.2` for the prompt of round 2. Maintenance rows and digests have no round. */
export type OutboxKind = `${MessageKind | RunEmailKind}.${number}` | MaintenanceKind | DigestCallKind;

/** The recipient of a message: a member, the channel, or the hash of an email address. */
export type Recipient = MemberId | 'channel' | `email:${string}`;

/** Kind of a message of a run, with its recipient: the announcement is for the channel, every other message for a member. */
export type MessageTo =
  | { readonly kind: 'announcement'; readonly who: 'channel' }
  | { readonly kind: Exclude<MessageKind, 'announcement'>; readonly who: MemberId };

/** Splits `prompt.2` into its kind and its round; undefined for a kind without a round. */
const partsOf = (kind: string): readonly [string, string] | undefined => {
  const dot = kind.indexOf('.');
  return dot === -1 ? undefined : [kind.slice(0, dot), kind.slice(dot + 1)];
};

const sentKinds: ReadonlySet<string> = new Set(messageKinds);

/** Returns the kind and round of a message that the sender sends in batches; undefined for other outbox rows. */
export const messageIn = (kind: string): { readonly kind: MessageKind; readonly round: number } | undefined => {
  const [name = '', round = ''] = partsOf(kind) ?? [];
  return sentKinds.has(name) && /^\d+$/.test(round) ? { kind: name as MessageKind, round: Number(round) } : undefined;
};

/**
 * True for a message that the sender sends in batches. The form of the round is not checked, because a later version may write it
 * differently.
 */
export const isMessage = (kind: string): boolean => sentKinds.has(partsOf(kind)?.[0] ?? '');

/**
 * True for a message that is due at an instant of the run, which the row contains as `at`. Other rows are due at their
 * `notBefore`.
 */
export const isDueAtInstant = (kind: string): boolean => isMessage(kind) && partsOf(kind)?.[0] !== 'observerSummary';

const runEmailKey = new RegExp(String.raw`^\d{14}\|(?:${runEmailKinds.map(storedKind).join('|')})\.\d+\|`);

export const isRunEmail = (rk: string): boolean => runEmailKey.test(rk);

const digestCallKinds = ['digestEmail', 'digestWebhook'] as const satisfies readonly WorkName[];
/** Messages of a digest to servers that may hang: to the mail server, and to a webhook. */
export type DigestCallKind = (typeof digestCallKinds)[number];

const digestCallKey = new RegExp(String.raw`^\d{14}\|(?:${digestCallKinds.map(storedKind).join('|')})\|`);

export const isDigestCall = (rk: string): boolean => digestCallKey.test(rk);

const maintained: ReadonlySet<string> = new Set(maintenanceKinds);

export const isMaintenance = (kind: string): kind is MaintenanceKind => maintained.has(kind);

export const isMember = (recipient: string): recipient is MemberId =>
  recipient !== 'channel' && !recipient.startsWith('email:');

/** Returns the recipient of a row whose kind is only for members. Throws for any other recipient. */
export const requireMemberRecipient = (recipient: string): MemberId => {
  if (!isMember(recipient)) throw new Error('The recipient of the row is no member.');
  return recipient;
};

/** Returns the kind with its recipient; undefined if a message of this kind cannot have the recipient. */
export const messageTo = (kind: MessageKind, who: string): MessageTo | undefined => {
  if (kind === 'announcement') return who === 'channel' ? { kind, who } : undefined;
  return isMember(who) ? { kind, who } : undefined;
};

const storedChannel = '!ch';
const storedEmail = '!ml';

/** Converts `channel` into `!ch` and `email:…` into `!ml…`. A member id is returned unchanged. */
export const storedRecipient = (recipient: string): string => {
  if (recipient === 'channel') return storedChannel;
  return recipient.startsWith('email:') ? storedEmail + recipient.slice('email:'.length) : recipient;
};

export const recipientFromStored = (stored: string): Recipient => {
  if (stored === storedChannel) return 'channel';
  if (stored.startsWith(storedEmail)) return `email:${stored.slice(storedEmail.length)}`;
  return stored as MemberId;
};
