import type { LocalDate, ZoneId } from '#contracts/ids.ts';
import { wordsFor } from '../text.ts';
import { dateInWords, dayInWords, timeInWords, timeOnDay } from './inWords.ts';
import { addDays, minuteMs, toInstant } from './time.ts';

const words = wordsFor('en');
const kathmandu = 'Asia/Kathmandu' as ZoneId;
const newYork = 'America/New_York' as ZoneId;
const start = Date.parse('2026-10-31T22:00:00Z');

const clock = (locale: string, timeZone: string) =>
  new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });

describe('times in words', () => {
  it.each([kathmandu, newYork])('are those of the clocks of %s, also through a night in which they change', (zone) => {
    const shown = clock('en-GB', zone);
    for (let minute = 0; minute < 1500; minute += 1) {
      const at = start + minute * minuteMs + (minute % 7) * 9_000;
      expect(timeInWords(words, toInstant(at), zone)).toBe(shown.format(at));
    }
    expect(timeInWords(words, toInstant(start), zone)).toBe(shown.format(start));
  });

  it('are told apart by zone and language', () => {
    const at = toInstant(start);
    const said = [words, wordsFor('ar')].flatMap((one) =>
      [kathmandu, newYork].map((zone) => timeInWords(one, at, zone)),
    );
    expect(said).toEqual(['03:45', '18:00', '03:45', '18:00']);
    const day = '2026-11-01' as LocalDate;
    expect(dayInWords(words, day)).toBe('Sunday 1 November');
    expect(dayInWords(wordsFor('de'), day)).toBe('Sonntag, 1. November');
    expect(dateInWords(words, day)).toBe('1 Nov 2026');
  });

  it('name the day when it is another one there', () => {
    const at = toInstant(start);
    expect(timeOnDay(words, at, newYork, '2026-10-31' as LocalDate)).toBe('18:00');
    expect(timeOnDay(words, at, kathmandu, '2026-10-31' as LocalDate)).toBe('Sun 03:45');
  });
});

describe('days in words', () => {
  it('are right for any number of days', () => {
    const shown = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
    let date = '2024-01-01' as LocalDate;
    for (let day = 0; day < 1200; day += 1) {
      expect(dateInWords(words, date)).toBe(shown.format(Date.parse(date)));
      date = addDays(date, 1);
    }
    expect(dateInWords(words, '2024-02-29' as LocalDate)).toBe('29 Feb 2024');
  });
});
