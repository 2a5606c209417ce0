import type { MemberId, ZoneId } from '#contracts/ids.ts';
import type { Meeting } from '#contracts/meeting.ts';
import type { Instants, Occurrence } from '#contracts/occurrence.ts';
import { instantsIn } from './opening.ts';
import { instantsFor, isAsked } from './owing.ts';
import { dateExists, msOf } from './time.ts';

// Somebody moves to another zone while a run by member time is under way (decisions.md D3).

export interface Move {
  readonly occurrence: Occurrence;
  readonly memberId: MemberId;
  readonly zone: ZoneId;
  readonly meeting: Meeting;
  /** It was too late to ask them where they are now, so that nobody did: a time that is to come elsewhere is still theirs. */
  readonly isPassedOver: boolean;
  /** Epoch ms. */
  readonly now: number;
}

const later = (a: Occurrence['closesAt'], b: Instants['closesAt']) => (msOf(a) >= msOf(b) ? a : b);

/**
 * The run with that member under the instants of their new zone; undefined when nothing changes: asked is asked, and so
 * is who is asked right now, unless they were passed over. The key instant of the run, its opening, stays even when the new zone's came before.
 */
export const movedTo = ({ occurrence, memberId, zone, meeting, isPassedOver, now }: Move): Occurrence | undefined => {
  // A start by hand has one set of instants for everybody.
  if (occurrence.state !== 'OPEN' || occurrence.source !== 'SCHEDULE' || occurrence.round !== 1) return undefined;
  const member = occurrence.members.find((one) => one.memberId === memberId);
  if (member === undefined || !isAsked(member) || member.zone === zone) return undefined;
  const before = instantsFor(occurrence, member);
  if (before === undefined || !dateExists(occurrence.date, zone)) return undefined;
  const isPast = msOf(before.opensAt) <= now;
  if (isPast && !isPassedOver) return undefined;
  const known = occurrence.instants.find((one) => one.zone === zone);
  const plan = { meeting, date: occurrence.date, source: 'SCHEDULE', openMs: null } as const;
  const set = known ?? instantsIn(plan, zone);
  if (isPast && msOf(set.opensAt) <= now) return undefined;
  return {
    ...occurrence,
    instants: known === undefined ? [...occurrence.instants, set] : occurrence.instants,
    closesAt: later(occurrence.closesAt, set.closesAt),
    graceEndsAt: later(occurrence.graceEndsAt, set.graceEndsAt),
    members: occurrence.members.map((one) => (one.memberId === memberId ? { ...one, zone } : one)),
  };
};
