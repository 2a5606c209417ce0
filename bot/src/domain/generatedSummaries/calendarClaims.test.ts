import { calendarIn, isCalendarName } from './calendarClaims.ts';

const keysOf = (...texts: string[]): string[] => texts.map((text) => [...calendarIn(text)].join());

describe('the days and months of a text', () => {
  it.each([
    ['Monday', 'Montag', 'lundi', 'lunes', '月曜日', 'الاثنين'],
    ['Sunday', 'Sonntag', 'dimanche', 'domingo', '日曜日', 'الأحد'],
    ['January', 'Januar', 'janvier', 'enero', 'يناير'],
    ['December', 'Dezember', 'décembre', 'diciembre', 'ديسمبر'],
  ])('have one key in all languages: %s', (...names) => {
    const [first] = keysOf(names[0] ?? '');
    expect(first).toMatch(/^(?:day|month) \d+$/);
    expect(keysOf(...names)).toEqual(names.map(() => first));
  });

  it('differ from each other', () => {
    const days = keysOf('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday');
    const months = keysOf(...'January February April June July August September October November December'.split(' '));
    expect(new Set([...days, ...months]).size).toBe(17);
  });

  it('are found inside a sentence, in any case', () => {
    expect([...calendarIn('From MONDAY to friday.')]).toEqual([...keysOf('Monday', 'Friday')]);
    expect([...calendarIn('今日は金曜日です')]).toEqual(keysOf('Friday'));
    expect([...calendarIn('Nothing happened')]).toEqual([]);
  });

  it('do not include names that are usual words, nor Japanese months, which are numbers', () => {
    expect(['may', 'march', 'mars', '1月', 'ann'].filter(isCalendarName)).toEqual([]);
    expect([...calendarIn('I may march to mars')]).toEqual([]);
    expect(['monday', 'samedi', 'mayo'].every(isCalendarName)).toBe(true);
  });
});
