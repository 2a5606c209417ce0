import type { MemberId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { PersonAddress } from '../core/chatAddressTypes.ts';
import { hourMs } from '../core/zonedTimeAndCalendarDates.ts';
import { isMutedAt } from './isMutedAt.ts';
import type { Muting } from './isMutedAt.ts';
import type { SkipReason } from './skipReasons.ts';

// Checks the conditions that must hold immediately before a message is sent, and computes the latest instant at which
// it may be sent.

const weekMs = 7 * 24 * hourMs;

export interface Reachable extends Muting {
  readonly memberId: MemberId;
  readonly isEnabled: boolean;
  readonly leftOn: string | null;
  readonly unreachable: string | null;
  readonly unreachableSince: string | null;
}

/**
 * True if a message to the member may be attempted. An unreachable member, for example a member who blocked the bot,
 * gets one attempt a week. Every activity of the member resets `unreachable`, so that the next message is sent without
 * delay.
 */
export const mayTry = (member: Reachable, now: number): boolean =>
  member.unreachable === null ||
  member.unreachableSince === null ||
  now - Date.parse(member.unreachableSince) >= weekMs;

/** True if a message may be attempted now and the member has a chat with the bot. */
export const canBeReached = (member: Reachable, address: PersonAddress | null, now: number): boolean =>
  mayTry(member, now) && address !== null;

/**
 * Returns the reason why this person gets no message in their own chat; null = the message may be sent. Used for
 * messages that belong to no run. `zone`: the zone of the report or the digest, for a member without a zone.
 */
export const whyNotNotified = (
  member: Reachable | undefined,
  address: PersonAddress | null,
  now: number,
  zone?: ZoneId,
): SkipReason | null => {
  if (member === undefined || !member.isEnabled || member.leftOn !== null) return 'NOT_ASKED';
  if (isMutedAt(member, now, zone)) return 'MUTED';
  if (!mayTry(member, now)) return 'UNREACHABLE';
  return address === null ? 'NO_ADDRESS' : null;
};
