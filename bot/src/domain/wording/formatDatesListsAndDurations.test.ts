import type { LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { translateFor } from '../../translate.ts';
import {
  formatDate,
  formatDay,
  formatDuration,
  formatList,
  placeOf,
  formatShortDay,
  formatTime,
  timeOnDay,
} from './formatDatesListsAndDurations.ts';
import { addDays, minuteMs, toInstant } from '../core/zonedTimeAndCalendarDates.ts';

const t = translateFor('en');
const kathmandu = 'Asia/Kathmandu' as ZoneId;
const newYork = 'America/New_York' as ZoneId;
const start = Date.parse('2026-10-31T22:00:00Z');

const clock = (locale: string, timeZone: string) =>
  new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });

describe('formatted times', () => {
  it.each([kathmandu, newYork])('are those of the clocks of %s, also through a night in which they change', (zone) => {
    const shown = clock('en-GB', zone);
    for (let minute = 0; minute < 1500; minute += 1) {
      const at = start + minute * minuteMs + (minute % 7) * 9_000;
      expect(formatTime(t, toInstant(at), zone)).toBe(shown.format(at));
    }
    expect(formatTime(t, toInstant(start), zone)).toBe(shown.format(start));
  });

  it('are cached by zone and language', () => {
    const instant = toInstant(start);
    const texts = [t, translateFor('ar')].flatMap((word) =>
      [kathmandu, newYork].map((zone) => formatTime(word, instant, zone)),
    );
    expect(texts).toEqual(['03:45', '18:00', '03:45', '18:00']);
    const day = '2026-11-01' as LocalDate;
    expect(formatDay(t, day)).toBe('Sunday 1 November');
    expect(formatDay(translateFor('de'), day)).toBe('Sonntag, 1. November');
    expect(formatDate(t, day)).toBe('1 Nov 2026');
  });

  it('name the day if it differs in that zone', () => {
    const instant = toInstant(start);
    expect(timeOnDay(t, instant, newYork, '2026-10-31' as LocalDate)).toBe('18:00');
    expect(timeOnDay(t, instant, kathmandu, '2026-10-31' as LocalDate)).toBe('Sun 03:45');
  });
});

describe('formatted days', () => {
  it('are right for any number of days', () => {
    const shown = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
    let date = '2024-01-01' as LocalDate;
    for (let day = 0; day < 1200; day += 1) {
      expect(formatDate(t, date)).toBe(shown.format(Date.parse(date)));
      date = addDays(date, 1);
    }
    expect(formatDate(t, '2024-02-29' as LocalDate)).toBe('29 Feb 2024');
  });
});

it('shortens the name of a day on a button, in the language of its text', () => {
  const day = '2026-11-20' as LocalDate;
  expect(formatShortDay(t, day)).toBe('Fri 20 Nov');
  expect(formatShortDay(translateFor('de'), day)).toBe('Fr., 20. Nov.');
});

it('lists of names follow the rules of their language', () => {
  const names = ['Ann', 'Bob', 'Cy'];
  expect(formatList(t, names)).toBe('Ann, Bob, Cy');
  expect(formatList(translateFor('de'), names)).toBe('Ann, Bob, Cy');
  expect(formatList(translateFor('ar'), names)).toBe('Ann، Bob، Cy');
  expect(formatList(translateFor('ja'), names)).toBe('Ann、Bob、Cy');
  expect(formatList(t, ['Ann'])).toBe('Ann');
});

it.each([
  ['Asia/Tokyo', 'Tokyo'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
  ['America/Port_of_Spain', 'Port of Spain'],
  ['UTC', 'UTC'],
])('the place of %s is %s', (zone, place) => {
  expect(placeOf(zone as ZoneId)).toBe(place);
});

it.each([
  [0, 'no time given'],
  [1, '1 min'],
  [59, '59 min'],
  [60, '1 h'],
  [90, '1 h 30 min'],
  [1_440, '24 h'],
])('%d minutes are "%s"', (minutes, text) => {
  expect(formatDuration(t, minutes)).toBe(text);
});
