import type { LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { readHolidayFile } from './readHolidayFile.ts';

const window = { from: '2026-11-20' as LocalDate, to: '2028-11-20' as LocalDate };
const calendar = (...events: readonly (readonly string[])[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((item) => ['BEGIN:VEVENT', ...item, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n');
const read = (ics: string, zone = 'UTC') => {
  const steps = readHolidayFile(ics, zone as ZoneId, window);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
};

/**
 * Returns each day as text, such as `2026-12-25 Christmas Day`. After the date, `~` instead of a space marks a day of
 * which the event covers only some hours.
 */
const days = (ics: string, zone?: string): readonly string[] => {
  const file = read(ics, zone);
  if (file.kind !== 'READ') throw new Error(file.kind);
  return file.days.map(({ date, name, isPartial }) => `${date}${isPartial ? '~' : ' '}${name ?? '-'}`);
};
const event = (...lines: readonly string[]): readonly string[] => days(calendar(lines));

describe('the days of a calendar file', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['a day', ['DTSTART;VALUE=DATE:20261225', 'SUMMARY:Christmas Day'], ['2026-12-25 Christmas Day']],
    [
      'days up to the end, which is not one of them',
      ['DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261227'],
      ['2026-12-24 -', '2026-12-25 -', '2026-12-26 -'],
    ],
    ['days by a duration', ['DTSTART;VALUE=DATE:20261224', 'DURATION:P2D'], ['2026-12-24 -', '2026-12-25 -']],
    ['an end before its beginning', ['DTSTART;VALUE=DATE:20261225', 'DTEND;VALUE=DATE:20261220'], ['2026-12-25 -']],
    ['hours of a day', ['DTSTART:20261231T140000', 'DTEND:20261231T180000'], ['2026-12-31~-']],
    [
      'a whole day told in hours',
      ['DTSTART;TZID=Asia/Tokyo:20261231T000000', 'DTEND;TZID=Asia/Tokyo:20270101T000000'],
      ['2026-12-31 -'],
    ],
    [
      'an evening that goes past midnight',
      ['DTSTART:20261231T200000', 'DURATION:PT6H'],
      ['2026-12-31~-', '2027-01-01~-'],
    ],
    [
      'a name on two lines, with its escapes',
      ['DTSTART;VALUE=DATE:20261225', 'SUMMARY;LANGUAGE=en:Christmas\\, the', '  first day'],
      ['2026-12-25 Christmas, the first day'],
    ],
    [
      'a name of two lines, and one too long',
      ['DTSTART;VALUE=DATE:20261225', `SUMMARY:a\\nb${'c'.repeat(200)}`],
      [`2026-12-25 a b${'c'.repeat(97)}`],
    ],
    [
      'each year, without one, and one more',
      ['DTSTART;VALUE=DATE:19901225', 'RRULE:FREQ=YEARLY', 'EXDATE;VALUE=DATE:20261225', 'RDATE;VALUE=DATE:20270105'],
      ['2027-01-05 -', '2027-12-25 -'],
    ],
    [
      'two days each year, reaching in from before',
      ['DTSTART;VALUE=DATE:20201119', 'DTEND;VALUE=DATE:20201121', 'RRULE:FREQ=YEARLY;COUNT=7'],
      ['2026-11-20 -'],
    ],
    [
      'until a day, which is the last',
      ['DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=DAILY;INTERVAL=2;UNTIL=20261205T000000Z'],
      ['2026-12-01 -', '2026-12-03 -', '2026-12-05 -'],
    ],
    [
      'the fourth Thursday of November',
      ['DTSTART;VALUE=DATE:20251127', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH'],
      ['2026-11-26 -', '2027-11-25 -'],
    ],
    ['nothing of what was called off', ['DTSTART;VALUE=DATE:20261225', 'STATUS:CANCELLED'], []],
    ['nothing of long ago and of far ahead', ['DTSTART;VALUE=DATE:20251225', 'RDATE;VALUE=DATE:20301225'], []],
    [
      'nothing of an alarm in it',
      ['DTSTART;VALUE=DATE:20261225', 'BEGIN:VALARM', 'SUMMARY:Wake up', 'DTSTART;VALUE=DATE:20270105', 'END:VALARM'],
      ['2026-12-25 -'],
    ],
  ])('%s', (_what, lines, expected) => {
    expect(event(...lines)).toEqual(expected);
  });

  it('the days of a calendar file with times in UTC fall on the reader’s dates', () => {
    const ics = calendar(['DTSTART:20261224T230000Z', 'DTEND:20261225T230000Z']);
    expect(days(ics, 'Europe/Berlin')).toEqual(['2026-12-25 -']);
    expect(days(ics, 'America/New_York')).toEqual(['2026-12-24~-', '2026-12-25~-']);
  });

  it('the days of a moved occurrence in a calendar file are the new dates', () => {
    const ics = calendar(
      ['UID:a', 'DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=MONTHLY;COUNT=3', 'SUMMARY:Quiet day'],
      ['UID:a', 'RECURRENCE-ID;VALUE=DATE:20270101', 'DTSTART;VALUE=DATE:20270104', 'SUMMARY:Quiet day'],
    );
    expect(days(ics)).toEqual(['2026-12-01 Quiet day', '2027-01-04 Quiet day', '2027-02-01 Quiet day']);
  });

  it('appear once each, whole before partial, named before unnamed', () => {
    const ics = calendar(
      ['DTSTART:20261225T100000', 'DURATION:PT1H', 'SUMMARY:Service'],
      ['DTSTART;VALUE=DATE:20261225'],
      ['DTSTART;VALUE=DATE:20261225', 'SUMMARY:Again'],
    );
    expect(days(ics)).toEqual(['2026-12-25 Service']);
  });

  it('reads calendar files with any line end, capitals or byte-order mark, and several calendars in one file', () => {
    const singleEvent = '\uFEFFbegin:vcalendar\nbegin:vevent\ndtstart;value=date:20261225\nend:vevent\nend:vcalendar\n';
    expect(days(singleEvent + calendar(['DTSTART;VALUE=DATE:20261226']))).toEqual(['2026-12-25 -', '2026-12-26 -']);
  });
});

describe('a broken or hostile file', () => {
  it('is rejected with its fault', () => {
    expect(read('').kind).toBe('NO_CALENDAR');
    expect(read('date,name\n2026-12-25,Christmas').kind).toBe('NO_CALENDAR');
    expect(read(calendar())).toEqual({ kind: 'READ', days: [], unreadable: 0 });
    const many = Array.from({ length: limits.icsEvents + 1 }, () => ['DTSTART;VALUE=DATE:20261225']);
    expect(read(calendar(...many)).kind).toBe('TOO_MANY_EVENTS');
    const heavy = Array.from({ length: 200 }, () => ['DTSTART;VALUE=DATE:19000101', 'RRULE:FREQ=DAILY;COUNT=100000']);
    expect(read(calendar(...heavy)).kind).toBe('TOO_MUCH');
  });

  it.each<[string, number, readonly string[]]>([
    ['days that rules look at', 500, ['DTSTART;VALUE=DATE:19000101', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31']],
    ['days that long events cover', 100, ['DTSTART;VALUE=DATE:20260601', 'DURATION:P300D']],
  ])('counts %s, each by itself', (_what, count, lines) => {
    expect(read(calendar(lines)).kind).toBe('READ');
    expect(read(calendar(...Array.from({ length: count }, () => lines))).kind).toBe('TOO_MUCH');
  });

  it.each<[string, readonly string[]]>([
    ['no beginning', ['SUMMARY:x']],
    ['an invalid date', ['DTSTART;VALUE=DATE:20261301']],
    ['a date of long ago', ['DTSTART;VALUE=DATE:00010101']],
    ['a beginning that is a word', ['DTSTART:tomorrow']],
    ['hours without end', ['DTSTART;VALUE=DATE:20261225', 'DURATION:P99999D']],
    ['every second', ['DTSTART:20261225T000000', 'RRULE:FREQ=SECONDLY']],
    ['a step that is too far', ['DTSTART;VALUE=DATE:20261225', 'RRULE:FREQ=YEARLY;INTERVAL=99999999']],
    ['weeks of a year', ['DTSTART;VALUE=DATE:20261225', 'RRULE:FREQ=YEARLY;BYWEEKNO=20']],
    ['an invalid rule', ['DTSTART;VALUE=DATE:20261225', 'RRULE:FREQ=DAILY;INTERVAL=x']],
    ['no end of a rule', ['DTSTART;VALUE=DATE:20261225', 'RRULE:FREQ=DAILY;UNTIL=never']],
  ])('counts an event with %s as unreadable, and reads the others', (_what, lines) => {
    const file = read(calendar(lines, ['DTSTART;VALUE=DATE:20261226']));
    expect(file).toEqual({ kind: 'READ', days: [{ date: '2026-12-26', name: null, isPartial: false }], unreadable: 1 });
  });

  it('reading a file with a rule that never matches ends at once', () => {
    const never = ['DTSTART;VALUE=DATE:20261225', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31'];
    expect(days(calendar(never))).toEqual(['2026-12-25 -']);
  });

  it('changes no object, whatever its names and ids', () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    const lines = [
      'DTSTART;VALUE=DATE;__proto__=a;CONSTRUCTOR="b":20261225',
      '__PROTO__;VALUE=DATE:20261225',
      'CONSTRUCTOR:x',
    ];
    const ids = ['UID:__proto__', 'SUMMARY:__proto__', 'RECURRENCE-ID;VALUE=DATE:20261225'];
    expect(
      days(calendar([...lines, ...ids], ['UID:__proto__', 'DTSTART;VALUE=DATE:20261225', 'RRULE:FREQ=YEARLY'])),
    ).toEqual(['2026-12-25 __proto__', '2027-12-25 -']);
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    expect(({} as Record<string, unknown>)['__proto__']).toBe(Object.prototype);
  });
});

describe('the work of a calendar file', () => {
  const stepsOf = (ics: string): { readonly steps: number; readonly kind: string } => {
    const work = readHolidayFile(ics, 'UTC' as ZoneId, window);
    let steps = 0;
    for (;;) {
      const step = work.next();
      if (step.done === true) return { steps, kind: step.value.kind };
      steps += 1;
    }
  };
  const repeated = (count: number, ...lines: readonly string[]): string =>
    calendar(...Array.from({ length: count }, () => lines));

  it.each<[string, string, number, string]>([
    // The import stops after 20,000 days with TOO_MUCH.
    ['daily events since 1900', repeated(1500, 'DTSTART;VALUE=DATE:19000101', 'RRULE:FREQ=DAILY'), 20_000, 'TOO_MUCH'],
    [
      'rules that never come true',
      repeated(1200, 'DTSTART;VALUE=DATE:19000101', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31;INTERVAL=31'),
      1200 * 20,
      'READ',
    ],
    ['single days', repeated(2000, 'DTSTART;VALUE=DATE:20270101'), 4000, 'READ'],
  ])('the work of a calendar file of %s is divided into small steps', (_what, ics, least, kind) => {
    const work = stepsOf(ics);
    expect(work.kind).toBe(kind);
    expect(work.steps).toBeGreaterThanOrEqual(least);
  });

  it('does not read an event that is larger than any holiday needs', () => {
    const dates = Array.from({ length: 2000 }, () => 'RDATE;VALUE=DATE:20270102');
    const file = read(calendar(['DTSTART;VALUE=DATE:20270101', ...dates], ['DTSTART;VALUE=DATE:20270103']));
    expect(file).toMatchObject({ kind: 'READ', unreadable: 1, days: [{ date: '2027-01-03' }] });
  });
});
