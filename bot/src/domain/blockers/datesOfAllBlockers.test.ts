import type { Instant, LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { blockerDates } from './datesOfAllBlockers.ts';
import type { TrackedBlocker } from './blockerStateAndAllowedChanges.ts';

const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}` as LocalDate;
const at = (number: number, time = '09:00') => `${day(number)}T${time}:00.000Z` as Instant;
const berlin = 'Europe/Berlin' as ZoneId;

const open: TrackedBlocker = {
  ...{ isOpen: true, since: day(9), date: day(9), text: 'Keys', openedAt: at(9), closedAt: null },
  past: {
    from: null,
    ended: [
      { since: day(2), closedAt: at(3) },
      { since: day(5), closedAt: null },
    ],
  },
};

it('returns the earlier blockers and the open one, an unknown end as null', () => {
  expect(blockerDates(open, berlin)).toEqual([
    { since: day(2), endedOn: day(3) },
    { since: day(5), endedOn: null },
    { since: day(9), endedOn: null },
  ]);
});

it('dates an end in the zone of the report, and not before the first date of the blocker', () => {
  const ended = { ...open, isOpen: false, past: null };
  expect(blockerDates({ ...ended, closedAt: at(10, '23:30') }, berlin)).toEqual([{ since: day(9), endedOn: day(11) }]);
  expect(blockerDates({ ...ended, closedAt: at(8) }, berlin)).toEqual([{ since: day(9), endedOn: day(9) }]);
});

it('returns nothing for a member who never reported a blocker', () => {
  expect(blockerDates({ ...open, isOpen: false, openedAt: null, past: null }, berlin)).toEqual([]);
});
