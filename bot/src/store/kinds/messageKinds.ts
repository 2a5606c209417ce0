import type { MemberId } from '#contracts/core/ids.ts';

// The names that the code uses for messages, due work and recipients, and their spelling in rows and keys. Stored rows keep the
// short spelling, so that every version of the product reads them. Metrics and logs use it as well, because alerts name it.

/** Name in the code → spelling in rows, keys, metrics and logs. */
const spellings = [
  ['prompt', 'prompt'],
  ['reminder1', 'r1'],
  ['reminder2', 'r2'],
  ['close', 'close'],
  ['announcement', 'bcast'],
  ['summary', 'sum'],
  ['summaryEmail', 'mail'],
  ['fallbackEmail', 'fall'],
  ['ledger', 'used'],
  ['weekCards', 'week'],
] as const;

type WorkName = (typeof spellings)[number][0];

const storedOf: ReadonlyMap<string, string> = new Map(spellings);
const nameOf: ReadonlyMap<string, string> = new Map(spellings.map(([name, stored]) => [stored, name]));

/** Replaces the kind of `kind` or `kind.round`. A kind of another version keeps its spelling. */
const replaced = (kinds: ReadonlyMap<string, string>, text: string): string => {
  const dot = text.indexOf('.');
  if (dot === -1) return kinds.get(text) ?? text;
  const kind = kinds.get(text.slice(0, dot));
  return kind === undefined ? text : kind + text.slice(dot);
};

/** `reminder1.2` → `r1.2`: for rows, keys, metrics and logs. */
export const storedKind = (kind: string): string => replaced(storedOf, kind);

/** `r1.2` → `reminder1.2`. */
export const kindFromStored = (stored: string): string => replaced(nameOf, stored);

export const dueKinds = ['prompt', 'reminder1', 'reminder2', 'close'] as const satisfies readonly WorkName[];
export type DueKind = (typeof dueKinds)[number];

export const reminderKinds = ['reminder1', 'reminder2'] as const satisfies readonly WorkName[];
export type ReminderKind = (typeof reminderKinds)[number];

const messageKinds = ['prompt', ...reminderKinds, 'announcement'] as const satisfies readonly WorkName[];
/** Messages that are sent at their own instant. */
export type MessageKind = (typeof messageKinds)[number];

const runEmailKinds = ['summaryEmail', 'fallbackEmail'] as const satisfies readonly WorkName[];
/** Emails of a run. */
export type RunEmailKind = (typeof runEmailKinds)[number];

export type DeliveryKind = MessageKind | RunEmailKind | 'summary';

const maintenanceKinds = ['summary', 'ledger', 'weekCards'] as const satisfies readonly WorkName[];
/** Maintenance rows keep something up to date: the summary of a run, the ledger of a month, the cards of a week. */
export type MaintenanceKind = (typeof maintenanceKinds)[number];

/** `prompt.2` = the prompt of round 2. Maintenance rows have no round. */
export type OutboxKind = `${MessageKind | RunEmailKind}.${number}` | MaintenanceKind;

/** The recipient of a message: a member, the channel, or an address by its hash. */
export type Recipient = MemberId | 'channel' | `email:${string}`;

/** Splits `prompt.2` into its kind and its round; undefined for a kind without a round. */
const partsOf = (kind: string): readonly [string, string] | undefined => {
  const dot = kind.indexOf('.');
  return dot === -1 ? undefined : [kind.slice(0, dot), kind.slice(dot + 1)];
};

const sentKinds: ReadonlySet<string> = new Set(messageKinds);

/** The kind and the round of a message that is sent at its own instant; undefined for any other row of the outbox. */
export const messageIn = (kind: string): { readonly kind: MessageKind; readonly round: number } | undefined => {
  const [name = '', round = ''] = partsOf(kind) ?? [];
  return sentKinds.has(name) && /^\d+$/.test(round) ? { kind: name as MessageKind, round: Number(round) } : undefined;
};

/** True for a message that is sent at its own instant, of this version or the next one. */
export const isMessage = (kind: string): boolean => sentKinds.has(partsOf(kind)?.[0] ?? '');

const runEmailKey = new RegExp(String.raw`^\d{14}\|(?:${runEmailKinds.map(storedKind).join('|')})\.\d+\|`);

/** True if the key of an outbox row is that of an email of a run. */
export const isRunEmail = (rk: string): boolean => runEmailKey.test(rk);

const maintained: ReadonlySet<string> = new Set(maintenanceKinds);

export const isMaintenance = (kind: string): kind is MaintenanceKind => maintained.has(kind);

export const isMember = (recipient: string): boolean => recipient !== 'channel' && !recipient.startsWith('email:');

const storedChannel = '!ch';
const storedEmail = '!ml';

/** `channel` → `!ch`, `email:…` → `!ml…`; a member id stays. */
export const storedRecipient = (recipient: string): string => {
  if (recipient === 'channel') return storedChannel;
  return recipient.startsWith('email:') ? storedEmail + recipient.slice('email:'.length) : recipient;
};

export const recipientFromStored = (stored: string): Recipient => {
  if (stored === storedChannel) return 'channel';
  if (stored.startsWith(storedEmail)) return `email:${stored.slice(storedEmail.length)}`;
  return stored as MemberId;
};
