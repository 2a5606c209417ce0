import { limits } from '#contracts/limits.ts';
import { text } from '#contracts/text.ts';
import { sentZone } from '#contracts/ids.ts';
import type { MemberId, OrgId, TeamId, ZoneId } from '#contracts/ids.ts';
import type { Language } from '#contracts/text/languages.ts';
import type { OutgoingMessage, ThreadAddress } from '../gateways/messenger.ts';
import type { Actor } from './actor.ts';
import type { Ending } from './ending.ts';
import type { TeamMember } from './members.ts';
import type { Reader } from './presenter.ts';

// What the services learn from the chat, and how its texts are made fit to store: Teams sends what people wrote there,
// unchecked, and nobody could be asked to correct it.

/** Sender of an inbound activity. Identity is tid + oid, never a name or an address. */
export interface Sender {
  readonly tid: string;
  readonly oid: string;
  readonly teamsUserId: string;
  readonly name: string;
  /** From the activity; null when the client sent none or an unknown zone. */
  readonly timezone: string | null;
  readonly locale: string | null;
  readonly serviceUrl: string;
  /** Set in a personal chat only. */
  readonly personalConversationId: string | null;
}

/** A team or group chat as Teams names it. */
export interface Thread extends ThreadAddress {
  readonly kind: 'TEAM' | 'GROUP';
  readonly name: string;
}

/** A member of a living organisation in their teams that are there, as just read. */
export interface Seats {
  readonly orgId: OrgId;
  readonly memberId: MemberId;
  readonly places: readonly { readonly teamId: TeamId; readonly row: TeamMember }[];
}

export interface Known {
  /** Undefined for somebody unknown, and for somebody who is in no team any more. */
  readonly actor: Actor | undefined;
  /** For who goes on with it in the same turn. */
  readonly seats?: Seats;
  readonly reader: Reader;
  /** Set for somebody whose organisation is being deleted. */
  readonly ending?: Ending;
}

export interface InstallResult {
  readonly orgId: OrgId;
  readonly teamId: TeamId;
  /** True once per install: a first one or one after an uninstall, never for a repeated event. */
  readonly isWelcomeDue: boolean;
  /** Of the welcome: the team's own. */
  readonly language: Language;
}

/** What a card's button is answered with. */
export interface CardReply extends OutgoingMessage {
  /** False: said beside the card, which stays as it is with all that was typed into it. Left out = takes the card's place. */
  readonly replacesCard?: boolean;
}

const name = text({ max: limits.nameLength, required: 'invalid.text' });
const unfit = /[\p{Cc}\uFFFE\uFFFF]/gu;

/** A name from Teams as we keep it: as it is where our own rules allow it, else without what breaks them. */
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

const address = /^[\x21-\x7e\u00a1-\uffef]{1,254}$/;

/** For people to read only, never to identify anybody by; empty when it is no address. */
export const emailFromTeams = (raw: string): string =>
  address.test(raw) && raw.isWellFormed() && raw.includes('@') ? raw.toLowerCase() : '';

export const zoneFromTeams = (raw: string | null): ZoneId | null => sentZone.safeParse(raw).data ?? null;

const languageTag = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}$/;

/** BCP 47, or null for what is no language tag. */
export const localeFromTeams = (raw: string | null): string | null =>
  raw !== null && languageTag.test(raw) ? raw : null;
