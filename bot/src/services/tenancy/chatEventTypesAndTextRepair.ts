import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { email, text } from '#contracts/core/textAndEmailSchemas.ts';
import { sentZone } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MemberId, OrgId, TeamId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Language } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { PersonAddress, RoomAddress } from '../../domain/core/chatAddressTypes.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import type { Actor } from '../core/actor.ts';
import type { PendingDeletion } from './findPendingDeletionAndError.ts';
import type { TeamMember } from './listMembers.ts';
import type { Reader } from '../core/cardPresenterPort.ts';

// Types of the data that services get from the chat, and functions that make its texts valid. Teams does not check
// these texts, and no person could correct a rejected one, so invalid parts are removed instead.

/**
 * Sender of an activity from the chat. The tenant and the object id identify the sender, never a name or an email
 * address.
 */
export interface Sender {
  readonly tid: string;
  readonly oid: string;
  /**
   * Address of the sender's own chat with the bot. It contains the id of that chat if the activity came from there;
   * otherwise the chat must be opened before a message can be sent.
   */
  readonly address: PersonAddress;
  readonly isInOwnChat: boolean;
  readonly name: string;
  /** Zone that the chat client sent; null if it sent none. */
  readonly timezone: string | null;
  readonly locale: string | null;
}

/** A team or group chat: its key in the directory, and its address for calls. */
export interface ThreadRef {
  readonly tid: string;
  readonly threadId: string;
  readonly address: RoomAddress;
}

export interface Thread extends ThreadRef {
  readonly kind: 'TEAM' | 'GROUP';
  readonly name: string;
}

export interface BotInstallations {
  readonly orgId: OrgId;
  readonly memberId: MemberId;
  readonly places: readonly { readonly teamId: TeamId; readonly row: TeamMember }[];
}

export interface SyncedSender {
  /** The sender as the caller of services; undefined for an unknown person and for a person who is in no team. */
  readonly actor: Actor | undefined;
  /**
   * Rows of the sender that were already read, for later handlers of the same activity; undefined if there is no actor.
   */
  readonly seats?: BotInstallations;
  readonly reader: Reader;
  /** The pending deletion of the person's organisation; undefined if there is none. */
  readonly pendingDeletion?: PendingDeletion;
}

export interface InstallResult {
  readonly orgId: OrgId;
  readonly teamId: TeamId;
  /** True once for each install, also after an earlier uninstall, but never for a repeated event. */
  readonly isWelcomeDue: boolean;
  readonly language: Language;
}

export interface CardReply extends OutgoingMessage {
  /**
   * False: the reply appears beside the pressed card, which keeps all typed values. True or missing: the reply replaces
   * the card.
   */
  readonly replacesCard?: boolean;
}

export interface BotReply extends OutgoingMessage {
  /**
   * True if the reply is only for the caller. If the command came from a channel or group chat, it is sent to the
   * caller's own chat with the bot.
   */
  readonly isPrivate?: true;
}

const name = text({ max: limits.nameLength, required: 'invalid.text' });
const unfit = /[\p{Cc}\uFFFE\uFFFF]/gu;

/**
 * Returns a name from Teams in a valid form. A valid name is not changed; invalid parts of a name are removed or cut.
 * Returns `fallback` if nothing valid is left.
 */
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
 * Returns an email address from Teams; an empty text if the address is invalid, so that no email is sent to it. An
 * email address never identifies a person.
 */
export const emailFromTeams = (raw: string): string => email.safeParse(raw).data ?? '';

export const zoneFromTeams = (raw: string | null): ZoneId | null => sentZone.safeParse(raw).data ?? null;

const languageTag = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}$/;

/** Returns the language tag (BCP 47); null for an invalid tag. */
export const localeFromTeams = (raw: string | null): string | null =>
  raw !== null && languageTag.test(raw) ? raw : null;
