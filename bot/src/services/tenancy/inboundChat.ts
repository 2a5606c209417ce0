import { limits } from '#contracts/core/limits.ts';
import { email, text } from '#contracts/core/textField.ts';
import { sentZone } from '#contracts/core/ids.ts';
import type { MemberId, OrgId, TeamId, ZoneId } from '#contracts/core/ids.ts';
import type { Language } from '#contracts/text/languages.ts';
import type { PersonAddress, RoomAddress } from '../../domain/core/chatAddress.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import type { Actor } from '../core/actor.ts';
import type { PendingDeletion } from './pendingDeletion.ts';
import type { TeamMember } from './listMembers.ts';
import type { Reader } from '../core/cardPresenter.ts';

// Types of the data that services get from the chat, and the conversion of its texts into a valid form: Teams sends
// them unchecked, and no person could correct them.

/** Sender of an inbound activity. Identity is tid + oid, never a name or an address. */
export interface Sender {
  readonly tid: string;
  readonly oid: string;
  /** The sender's own chat. Only an activity in that chat tells which one it is; from elsewhere it is one to be opened. */
  readonly address: PersonAddress;
  /** True if the activity came in the sender's own chat. */
  readonly isInOwnChat: boolean;
  readonly name: string;
  /** From the activity; null if the client sent none or an unknown zone. */
  readonly timezone: string | null;
  readonly locale: string | null;
}

/** A team or group chat: its key in the directory, and its address for calls. */
export interface ThreadRef {
  readonly tid: string;
  readonly threadId: string;
  readonly address: RoomAddress;
}

/** A team or group chat with the name that the chat uses. */
export interface Thread extends ThreadRef {
  readonly kind: 'TEAM' | 'GROUP';
  readonly name: string;
}

/** A member of an active organisation in their active teams, just read. */
export interface BotInstallations {
  readonly orgId: OrgId;
  readonly memberId: MemberId;
  readonly places: readonly { readonly teamId: TeamId; readonly row: TeamMember }[];
}

export interface SyncedSender {
  /** Undefined for an unknown person, and for a person who is in no team any more. */
  readonly actor: Actor | undefined;
  /** For later steps of the same turn. */
  readonly seats?: BotInstallations;
  readonly reader: Reader;
  /** Set if the person's organisation is pending deletion. */
  readonly ending?: PendingDeletion;
}

export interface InstallResult {
  readonly orgId: OrgId;
  readonly teamId: TeamId;
  /** True once per install: the first one, or one after an uninstall, never for a repeated event. */
  readonly isWelcomeDue: boolean;
  /** Language of the welcome: the team's own. */
  readonly language: Language;
}

/** The reply to a press of a card's button. */
export interface CardReply extends OutgoingMessage {
  /** False: the reply appears beside the card, which keeps all typed values. If left out, the reply replaces the card. */
  readonly replacesCard?: boolean;
}

/** The reply to a command. */
export interface BotReply extends OutgoingMessage {
  /**
   * The reply is for the caller alone: if the command came from a channel or group chat, the reply goes to the
   * caller's own chat.
   */
  readonly isPrivate?: true;
}

const name = text({ max: limits.nameLength, required: 'invalid.text' });
const unfit = /[\p{Cc}\uFFFE\uFFFF]/gu;

/** A name from Teams in a valid form: unchanged if our rules allow it, otherwise without the parts that break them. */
export const nameFromTeams = (raw: string, fallback: string): string => {
  const asItIs = name.safeParse(raw);
  if (asItIs.success) return asItIs.data;
  const repaired = raw
    .slice(0, 8 * limits.nameLength)
    .toWellFormed()
    .replace(unfit, ' ')
    .normalize('NFC')
    .trim();
  const cut = name.safeParse(Array.from(repaired).slice(0, limits.nameLength).join(''));
  return cut.success ? cut.data : fallback;
};

/**
 * Never used to identify a person. Empty if the product itself would not accept the address, since emails are sent to
 * it.
 */
export const emailFromTeams = (raw: string): string => email.safeParse(raw).data ?? '';

export const zoneFromTeams = (raw: string | null): ZoneId | null => sentZone.safeParse(raw).data ?? null;

const languageTag = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}$/;

/** BCP 47, or null for an invalid language tag. */
export const localeFromTeams = (raw: string | null): string | null =>
  raw !== null && languageTag.test(raw) ? raw : null;
