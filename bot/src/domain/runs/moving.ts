import type { MemberId, ZoneId } from '#contracts/core/ids.ts';
import type { Meeting } from '#contracts/meetings/meeting.ts';
import type { Instants, Occurrence } from '#contracts/meetings/occurrence.ts';
import { instantsIn } from './opening.ts';
import { instantsFor, isAsked } from './owing.ts';
import { dateExists, msOf } from '../core/time.ts';

// Moves a member to another zone while a run by member time is under way (docs/product-rules.md, Members who join, leave or
// move).

export interface Move {
  readonly occurrence: Occurrence;
  readonly memberId: MemberId;
  readonly zone: ZoneId;
  readonly meeting: Meeting;
  /**
   * The prompt was skipped because it was too late in the member's present zone. The member can still be asked if the opening is
   * ahead in another zone.
   */
  readonly isPassedOver: boolean;
  /** Epoch ms. */
  readonly now: number;
}

const later = (a: Occurrence['closesAt'], b: Instants['closesAt']) => (msOf(a) >= msOf(b) ? a : b);

/**
 * The run with that member under the instants of their new zone. Undefined when nothing changes: a member whose opening has
 * passed keeps their instants, unless the prompt was skipped. The run's own opening stays even when the new zone opened earlier.
 */
export const movedTo = ({ occurrence, memberId, zone, meeting, isPassedOver, now }: Move): Occurrence | undefined => {
  // A manual start has one set of instants for all members.
  if (occurrence.state !== 'OPEN' || occurrence.source !== 'SCHEDULE' || occurrence.round !== 1) return undefined;
  const member = occurrence.members.find((item) => item.memberId === memberId);
  if (member === undefined || !isAsked(member) || member.zone === zone) return undefined;
  const before = instantsFor(occurrence, member);
  if (before === undefined || !dateExists(occurrence.date, zone)) return undefined;
  const isPast = msOf(before.opensAt) <= now;
  if (isPast && !isPassedOver) return undefined;
  const known = occurrence.instants.find((instant) => instant.zone === zone);
  const plan = { meeting, date: occurrence.date, source: 'SCHEDULE', openMs: null } as const;
  const set = known ?? instantsIn(plan, zone);
  if (isPast && msOf(set.opensAt) <= now) return undefined;
  return {
    ...occurrence,
    instants: known === undefined ? [...occurrence.instants, set] : occurrence.instants,
    closesAt: later(occurrence.closesAt, set.closesAt),
    graceEndsAt: later(occurrence.graceEndsAt, set.graceEndsAt),
    members: occurrence.members.map((item) => (item.memberId === memberId ? { ...item, zone } : item)),
  };
};
