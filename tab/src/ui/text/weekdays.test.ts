import { firstWeekday, firstWeekdayByRegion, weekdayName, weekIn } from './weekdays.ts';

const initials = (locale: string): string =>
  weekIn(locale)
    .map((day) => day.slice(0, 2))
    .join(' ');

describe('a week', () => {
  it.each([
    ['en-GB', 'mo tu we th fr sa su'],
    ['en-US', 'su mo tu we th fr sa'],
    ['ar-u-ca-gregory-nu-latn', 'sa su mo tu we th fr'],
    ['ja', 'su mo tu we th fr sa'],
    ['de', 'mo tu we th fr sa su'],
  ])('is read in %s from its own first day on', (locale, order) => {
    expect(initials(locale)).toBe(order);
  });

  it('a week has names', () => {
    expect(weekdayName('sunday', 'long', 'de')).toBe('Sonntag');
    expect(weekdayName('monday', 'short', 'en-GB')).toBe('Mon');
  });

  it('begins as the browser shows, else as its region is known to', () => {
    const regions =
      'US CA MX BR JP IL SA EG DE GB FR ES AR CO PE CL VE MA DZ TN LB IQ JO KW QA YE OM BH SY SD LY IN NZ IE ZA CH AT PT';
    const differing = regions
      .split(' ')
      .map((region) => `en-${region}`)
      .filter((locale) => firstWeekdayByRegion(locale) % 7 !== firstWeekday(locale));
    expect(differing).toEqual([]);
    expect(['en-GB', 'de', 'fr', 'es', 'ja', 'ar'].map(firstWeekdayByRegion)).toEqual([1, 1, 1, 1, 7, 6]);
  });
});
