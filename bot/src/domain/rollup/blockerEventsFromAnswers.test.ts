import type { Instant, LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { blockerEvents, eventsBefore } from './blockerEventsFromAnswers.ts';
import type { JudgedAnswer, LastBlocker } from './blockerEventsFromAnswers.ts';

const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}` as LocalDate;
/** Returns one answer for each pair: the day in November 2026, and whether the answer reports a blocker. */
const answers = (...list: readonly (readonly [day: number, hasBlocker: boolean])[]): JudgedAnswer[] =>
  list.map(([number, hasBlocker]) => ({ date: day(number), hasBlocker }));
const eventsOf = (list: readonly JudgedAnswer[], last?: LastBlocker): string[] =>
  blockerEvents(list, last).map(({ kind, date }) => `${kind} ${Number(date.slice(8))}`);

/**
 * Returns the row of a blocker that began on the day `since`. If `end` is given, it was resolved on the morning of that
 * day.
 */
const row = (since: number, end?: number): LastBlocker => ({
  blocker: {
    ...{ since: day(since), date: day(since), text: '', isOpen: end === undefined },
    openedAt: `${day(since)}T09:00:00.000Z` as Instant,
    closedAt: end === undefined ? null : (`${day(end)}T09:00:00.000Z` as Instant),
  },
  zone: 'Europe/Berlin' as ZoneId,
});

/** Returns the row of a resolved blocker whose end an earlier version did not store. */
const unrecorded = (since: number): LastBlocker => {
  const known = row(since, since);
  return { ...known, blocker: { ...known.blocker, closedAt: null } };
};

it('opens a blocker with the first blocking answer and ends it with the first that does not block', () => {
  expect(eventsOf(answers([2, false], [3, true], [4, true], [5, false], [6, false]))).toEqual([
    'OPENED 3',
    'RESOLVED 5',
  ]);
});

it('counts two blockers if an answer between them does not block', () => {
  expect(eventsOf(answers([2, true], [3, false], [4, true]))).toEqual(['OPENED 2', 'RESOLVED 3', 'OPENED 4']);
});

it('ends a blocker on the day of “Resolved”, if no answer ended it before', () => {
  expect(eventsOf(answers([2, true]), row(2, 4))).toEqual(['OPENED 2', 'RESOLVED 4']);
  expect(eventsOf(answers([2, true], [6, false]), row(2, 4))).toEqual(['OPENED 2', 'RESOLVED 4']);
});

it('ends a blocker with the answer that does not block, if “Resolved” came later or was not recorded', () => {
  expect(eventsOf(answers([2, true], [6, false]), row(2, 8))).toEqual(['OPENED 2', 'RESOLVED 6']);
  expect(eventsOf(answers([2, true], [6, false]), unrecorded(2))).toEqual(['OPENED 2', 'RESOLVED 6']);
  expect(eventsOf(answers([2, true], [6, false]), row(2))).toEqual(['OPENED 2', 'RESOLVED 6']);
});

it('ends a blocker at the earliest with its newest answer', () => {
  expect(eventsOf(answers([2, true], [3, true], [4, true]), row(2, 3))).toEqual(['OPENED 2', 'RESOLVED 4']);
  expect(eventsOf(answers([2, true], [4, true]), unrecorded(2))).toEqual(['OPENED 2', 'RESOLVED 4']);
});

it('takes the end of a later blocker for no end of an earlier one', () => {
  expect(eventsOf(answers([5, true]), row(9, 10))).toEqual(['OPENED 5']);
  expect(eventsOf(answers([2, true], [9, false]), row(5, 7))).toEqual(['OPENED 2', 'RESOLVED 9']);
});

it('begins another blocker with the answer on which the row begins, although the answer before it blocked', () => {
  expect(eventsOf(answers([2, true], [3, true]), row(3))).toEqual(['OPENED 2', 'RESOLVED 3', 'OPENED 3']);
});

it('opens no blocker that is older than all answers, but ends it', () => {
  expect(eventsOf(answers([5, true], [6, false]), row(1, 6))).toEqual(['RESOLVED 6']);
  expect(eventsOf(answers([5, true]), row(1))).toEqual([]);
  expect(eventsOf([], row(1, 4))).toEqual(['RESOLVED 4']);
  expect(eventsOf(answers([5, false]), row(1, 3))).toEqual(['RESOLVED 3']);
});

it('finds no end of an older blocker if it is open or its end was not recorded', () => {
  expect([eventsOf(answers([5, false]), row(1)), eventsOf([], row(1)), eventsOf([], unrecorded(1))]).toEqual([
    [],
    [],
    [],
  ]);
});

it('ends a blocker that was reported ahead not before its first day', () => {
  expect(eventsOf(answers([3, true]), row(3, 2))).toEqual(['OPENED 3', 'RESOLVED 3']);
  expect(eventsOf([], row(3, 2))).toEqual(['RESOLVED 3']);
});

it('ignores the row of a member whose answers never reported a blocker', () => {
  const never: LastBlocker = { ...row(2, 2), blocker: { ...row(2, 2).blocker, openedAt: null } };
  expect(eventsOf(answers([4, false]), never)).toEqual([]);
});

it('finds the blockers before the one from which on the row has all of them', () => {
  const given = answers([2, true], [3, false], [4, true], [5, true], [6, false], [9, true]);
  const events = eventsBefore(day(5), given, row(5, 6)).map(({ kind, date }) => `${kind} ${Number(date.slice(8))}`);
  expect(events).toEqual(['OPENED 2', 'RESOLVED 3', 'OPENED 4', 'RESOLVED 5']);
  expect(eventsBefore(day(5), [], row(5, 6))).toEqual([]);
  expect(eventsBefore(day(5), answers([5, true]), row(5, 6))).toEqual([]);
  expect(eventsBefore(day(5), answers([2, true], [3, false]), row(5, 6))).toHaveLength(2);
  expect(eventsBefore(day(5), answers([2, true], [7, false]), row(5, 6))).toHaveLength(1);
});
