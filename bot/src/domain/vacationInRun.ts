import type { LocalDate, MemberId, ZoneId } from '#contracts/ids.ts';
import type { Occurrence, SnapshotMember } from '#contracts/occurrence.ts';
import { instantsFor, memberIn } from './owing.ts';
import { localDateAt, msOf } from './time.ts';

// Vacations that change while a run is under way (decisions.md D3): who is away is decided at the instant they would be asked.

/** The calendar date a member of a run lives when they are asked. `timezone` null: they go by the meeting's. */
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
 * The run with that member away, or to be asked after all; undefined when nothing changes. Asked is asked: whose own
 * opening is over stays what they were then.
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
    members: occurrence.members.map((one) => (one.memberId === memberId ? { ...one, away } : one)),
  };
};
