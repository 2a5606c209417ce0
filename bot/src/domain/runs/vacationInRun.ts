import type { LocalDate, MemberId, ZoneId } from '#contracts/core/ids.ts';
import type { Occurrence, SnapshotMember } from '#contracts/meetings/occurrence.ts';
import { instantsFor, memberIn } from './owing.ts';
import { localDateAt, msOf } from '../core/time.ts';

// Vacations that change during a run (docs/product-rules.md, Runs and messages): the instant of a member's prompt decides if they
// are away.

/** Local date of a member of a run at the moment of their prompt. `timezone` null: the meeting's zone applies. */
export const askedOn = (
  occurrence: Pick<Occurrence, 'instants' | 'opensAt' | 'timezone'>,
  member: Pick<SnapshotMember, 'zone'>,
  timezone: ZoneId | null,
): LocalDate =>
  localDateAt(msOf(instantsFor(occurrence, member)?.opensAt ?? occurrence.opensAt), timezone ?? occurrence.timezone);

/** The members of a run by the date that decides about their vacation: hundreds share a zone, and reckoning with zones is slow. */
export const byDateAsked = (
  occurrence: Occurrence,
  timezoneOf: (memberId: MemberId) => ZoneId | null,
): Map<LocalDate, MemberId[]> => {
  const dates = new Map<string, LocalDate>();
  const found = new Map<LocalDate, MemberId[]>();
  for (const member of occurrence.members) {
    const timezone = timezoneOf(member.memberId);
    const key = `${member.zone} ${timezone ?? ''}`;
    const date = dates.get(key) ?? askedOn(occurrence, member, timezone);
    dates.set(key, date);
    const there = found.get(date);
    if (there === undefined) found.set(date, [member.memberId]);
    else there.push(member.memberId);
  }
  return found;
};

export interface VacationChange {
  readonly memberId: MemberId;
  readonly timezone: ZoneId | null;
  readonly dates: ReadonlySet<LocalDate>;
  readonly isAdded: boolean;
}

/**
 * The run with that member away, or to be asked after all; undefined when nothing changes. A member whose opening has passed
 * keeps the state that they had then.
 */
export const withVacation = (
  occurrence: Occurrence,
  { memberId, timezone, dates, isAdded }: VacationChange,
  now: number,
): Occurrence | undefined => {
  const member = memberIn(occurrence, memberId);
  const away = isAdded ? 'VACATION' : null;
  if (occurrence.state !== 'OPEN' || member === undefined) return undefined;
  if (member.away === away || member.away === 'HOLIDAY') return undefined;
  if (msOf(instantsFor(occurrence, member)?.opensAt ?? occurrence.opensAt) <= now) return undefined;
  if (!dates.has(askedOn(occurrence, member, timezone))) return undefined;
  return {
    ...occurrence,
    members: occurrence.members.map((item) => (item.memberId === memberId ? { ...item, away } : item)),
  };
};
