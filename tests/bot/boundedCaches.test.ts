import { zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { languageOf } from '#contracts/text/languagesAndLocaleChoice.ts';
import { formatTime } from '../../bot/src/domain/wording/formatDatesListsAndDurations.ts';
import { minuteMs, toInstant } from '../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { activityIn, unknownSenderOf } from '../../bot/src/teams/parseInboundActivity.ts';
import { translateFor } from '../../bot/src/translate.ts';
import { aMessage } from '../support/data/inboundActivities.ts';

// Tests that caches whose keys people can choose are bounded, and that invented keys do not fill them permanently.

/**
 * Returns the number of times that `ask` constructs or reads the class `name` of `home`, such as Intl.DateTimeFormat. A
 * cached result needs no use of the class.
 */
const uses = <K extends string>(
  home: Record<K, new (...input: never[]) => object>,
  name: K,
  ask: () => void,
): number => {
  const real = home[name];
  let count = 0;
  home[name] = new Proxy(real, {
    construct: (target, input: never[]) => {
      count += 1;
      return new target(...input);
    },
    get: (target, key): unknown => {
      count += 1;
      return Reflect.get(target, key);
    },
  });
  try {
    ask();
  } finally {
    home[name] = real;
  }
  return count;
};

const many = (count: number, name: (index: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, index) => name(index));

const memories = [
  {
    of: 'zones',
    own: 'Europe/Sofia',
    madeUp: many(2000, (index) => `Nowhere/N${index}`),
    tooLong: 'A'.repeat(65),
    countUses: (zones: readonly string[]) =>
      uses(Intl, 'DateTimeFormat', () => zones.map((zone) => zoneId.safeParse(zone))),
  },
  {
    of: 'tags of languages',
    own: 'de-LI',
    madeUp: many(500, (index) => `de-x-a${index}`),
    tooLong: `de${'-x'.repeat(50)}`,
    countUses: (tags: readonly string[]) => uses(Intl, 'Locale', () => tags.map(languageOf)),
  },
  {
    of: 'languages of senders',
    own: 'fr-CA',
    madeUp: many(1000, (index) => `fr-x-a${index}`),
    tooLong: `fr${'-x'.repeat(50)}`,
    countUses: (locales: readonly string[]) => {
      const read = jest.spyOn(Intl, 'getCanonicalLocales');
      for (const locale of locales) {
        const activity = activityIn({ ...aMessage('https://smba.trafficmanager.net/', 'hi'), locale });
        if (activity !== undefined) unknownSenderOf(activity);
      }
      const { length } = read.mock.calls;
      read.mockRestore();
      return length;
    },
  },
  {
    of: 'addresses, which strangers send too',
    own: 'https://smba.trafficmanager.net/amer/',
    madeUp: many(100, (index) => `https://stranger-${index}.example/`),
    tooLong: 'https://smba.trafficmanager.net/amer/'.padEnd(1001),
    countUses: (addresses: readonly string[]) =>
      uses(globalThis, 'URL', () => addresses.map((address) => activityIn(aMessage(address, 'hi')))),
  },
];

describe.each(memories)('the memory of $of', ({ own, madeUp, tooLong, countUses }) => {
  it('is bounded, and is not full for good', () => {
    // Fills the cache with invented keys, so that the entries of other tests have no effect.
    countUses(madeUp);
    const once = countUses([own]);
    expect(once).toBeGreaterThan(0);
    expect(countUses([own])).toBe(0);
    expect(countUses(madeUp)).toBe(madeUp.length * once);
    expect(countUses([own, own])).toBe(once);
  });

  it('holds no key longer than a name', () => {
    const once = countUses([tooLong]);
    expect(once).toBeGreaterThan(0);
    expect(countUses([tooLong])).toBe(once);
  });
});

describe('the memory of formatters', () => {
  const t = translateFor('en');
  const lisbon = 'Europe/Lisbon' as ZoneId;
  const start = Date.parse('2026-10-31T22:00:00Z');
  const shownTime = (zone: ZoneId, minute = 0): string => formatTime(t, toInstant(start + minute * minuteMs), zone);

  it('is bounded by zones: many others push the first one out, which is made again when it returns', () => {
    const made = (): number => uses(Intl, 'DateTimeFormat', () => [shownTime(lisbon), shownTime(lisbon)]);
    expect(made()).toBe(1);
    expect(made()).toBe(0);
    const others = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== lisbon);
    for (const zone of others.slice(0, 150)) shownTime(zone as ZoneId);
    expect(made()).toBe(1);
    expect(shownTime(lisbon)).toBe('22:00');
  });

  it('is limited per minute: the first value is formatted again after a thousand others', () => {
    const formatters = Intl.DateTimeFormat.prototype as unknown as { readonly format: object };
    const format = jest.spyOn(formatters, 'format', 'get');
    const formatted = (): number => {
      format.mockClear();
      expect([shownTime(lisbon, 3_000), shownTime(lisbon, 3_000)]).toEqual(['00:00', '00:00']);
      return format.mock.calls.length;
    };
    expect(formatted()).toBe(1);
    for (let minute = 3_001; minute < 4_100; minute += 1) shownTime(lisbon, minute);
    expect(formatted()).toBe(1);
    format.mockRestore();
  });
});
