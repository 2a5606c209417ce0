import { calendarIn, isCalendarName } from './findWeekdaysAndMonths.ts';

const keysOf = (...texts: (string | undefined)[]): string[] => texts.map((text) => [...calendarIn(text ?? '')].join());

const same = [
  ['Monday', 'Montag', 'lundi', 'lunes', '月曜日', 'الاثنين'],
  ['Sunday', 'Sonntag', 'dimanche', 'domingo', '日曜日', 'الأحد'],
  ['January', 'Januar', 'janvier', 'enero', 'يناير'],
  ['December', 'Dezember', 'décembre', 'diciembre', 'ديسمبر'],
];
const english =
  'Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February April June July August September October November December';

describe('the days and months of a text', () => {
  it('have one key each in all languages, except names that are usual words, and Japanese months, which are numbers', () => {
    for (const names of same) {
      expect(keysOf(names[0])[0]).toMatch(/^(?:day|month) \d+$/);
      expect(new Set(keysOf(...names)).size).toBe(1);
    }
    expect(new Set(keysOf(...english.split(' '))).size).toBe(17);
    expect(['may', 'march', '1月', 'ann'].filter(isCalendarName)).toEqual([]);
    expect(['monday', 'samedi', 'mayo', 'mars'].every(isCalendarName)).toBe(true);
    expect([...calendarIn('I may march')]).toEqual([]);
  });

  it('are found inside a sentence, in any case', () => {
    expect([...calendarIn('From MONDAY to friday.')]).toEqual(keysOf('Monday', 'Friday'));
    expect([...calendarIn('今日は金曜日です')]).toEqual(keysOf('Friday'));
    expect([...calendarIn('والاثنين')]).toEqual(keysOf('Monday'));
    expect([...calendarIn('Nothing happened')]).toEqual([]);
  });
});
