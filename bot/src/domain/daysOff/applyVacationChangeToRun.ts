import type { LocalDate, MemberId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run, SnapshotMember } from '#contracts/runs/runSchema.ts';
import { instantsFor, isAsked, memberIn } from '../runs/memberInstantsAndOwedAnswers.ts';
import { localDateAt, msOf } from '../core/zonedTimeAndCalendarDates.ts';

// Applies vacations that change while a run exists (docs/product-rules.md, Runs and messages). A member is away if the
// vacation contains the local date of the member's prompt.

/** Returns a member's local date at the instant of the prompt. If `timezone` is null, the meeting's zone applies. */
export const askedOnDate = (
  run: Pick<Run, 'instants' | 'opensAt' | 'timezone'>,
  member: Pick<SnapshotMember, 'zone'>,
  timezone: ZoneId | null,
): LocalDate => localDateAt(msOf(instantsFor(run, member)?.opensAt ?? run.opensAt), timezone ?? run.timezone);

/**
 * Groups the members of a run by the date that decides about their vacation. The date is computed once for each zone,
 * because hundreds of members share a zone and zone arithmetic is slow.
 */
export const byDateAsked = (
  run: Run,
  timezoneOf: (memberId: MemberId) => ZoneId | null,
): Map<LocalDate, MemberId[]> => {
  const dates = new Map<string, LocalDate>();
  const membersByDate = new Map<LocalDate, MemberId[]>();
  for (const member of run.members) {
    const timezone = timezoneOf(member.memberId);
    const key = `${member.zone} ${timezone ?? ''}`;
    const date = dates.get(key) ?? askedOnDate(run, member, timezone);
    dates.set(key, date);
    const there = membersByDate.get(date);
    if (there === undefined) membersByDate.set(date, [member.memberId]);
    else there.push(member.memberId);
  }
  return membersByDate;
};

export interface VacationChange {
  readonly memberId: MemberId;
  readonly timezone: ZoneId | null;
  readonly dates: ReadonlySet<LocalDate>;
  readonly isAdded: boolean;
}

/**
 * Returns the run in which the member is away, or is asked again after a vacation was removed. Undefined if nothing
 * changes: a member whose opening has passed keeps the current state.
 */
export const withVacation = (
  run: Run,
  { memberId, timezone, dates, isAdded }: VacationChange,
  now: number,
): Run | undefined => {
  const member = memberIn(run, memberId);
  const away = isAdded ? 'VACATION' : null;
  if (run.state !== 'OPEN' || member === undefined) return undefined;
  if (member.away === away || member.away === 'HOLIDAY') return undefined;
  if (msOf(instantsFor(run, member)?.opensAt ?? run.opensAt) <= now) return undefined;
  if (!dates.has(askedOnDate(run, member, timezone))) return undefined;
  return {
    ...run,
    members: run.members.map((item) => (item.memberId === memberId ? { ...item, away } : item)),
  };
};

/**
 * True if an open run asks the member on one of the dates of a removed vacation. Such a member needs a prompt, even if
 * an earlier call has already changed the run.
 */
export const isAskedAgain = (run: Run, { memberId, timezone, dates, isAdded }: VacationChange): boolean => {
  const member = memberIn(run, memberId);
  if (isAdded || run.state !== 'OPEN' || member === undefined || !isAsked(member)) return false;
  return dates.has(askedOnDate(run, member, timezone));
};
