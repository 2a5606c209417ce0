import en from '#contracts/text/en.json' with { type: 'json' };
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { deleteVacation, getVacations, saveVacation } from '#contracts/daysOff/changeAndListDaysOff.ts';
import { holidayCountries, importHolidays } from '#contracts/daysOff/holidayImport.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { dayHoliday, holiday } from '../../../bot/src/store/kinds/daysOff/vacationsAndHolidays.ts';
import { saveStandup } from '../../support/apps/standupDayAndValidCalls.ts';
import { aDate, anOrgId, aTeamId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { refusalOf } from '../../support/apps/refusalOfBadRequest.ts';
import { useTestApp } from '../../support/apps/testApp.ts';

const app = useTestApp();
const records = () => inOrg(app().services.store, anOrgId('contoso'));
const teamId = aTeamId('platform');
const team = { objectType: 'Team', objectId: teamId } as const;
const events = (...list: readonly (readonly string[])[]): string =>
  ['BEGIN:VCALENDAR', ...list.flatMap((item) => ['BEGIN:VEVENT', ...item, 'END:VEVENT']), 'END:VCALENDAR'].join('\r\n');
const germany = { teamId, country: 'DE', year: 2026 };

// The clock shows Friday, 20 November 2026, 08:00 UTC.

// Does pending work first, because it would change rows between the two reads of the comparison.
beforeEach(() => app().beat());

describe('holidays of a country', () => {
  it('are shown first, added then, named, and once', async () => {
    const preview = await app().get('ann', importHolidays, { ...germany, preview: true });
    expect(preview).toMatchObject({ isPreview: true, present: [], past: 7, unreadable: 0, runs: [] });
    expect(preview.added).toEqual([
      { date: '2026-12-25', name: 'Christmas Day', isPartial: false },
      { date: '2026-12-26', name: 'Boxing Day', isPartial: false },
    ]);
    expect(await app().get('cy', getVacations, team)).toEqual([]);

    expect(await app().get('ann', importHolidays, germany)).toEqual({ ...preview, isPreview: false });
    expect(await app().get('cy', getVacations, team)).toEqual([
      { date: '2026-12-25', name: 'Christmas Day' },
      { date: '2026-12-26', name: 'Boxing Day' },
    ]);
    expect(await records().get(dayHoliday, { teamId, date: aDate('2026-12-25') })).toBeDefined();

    const rows = await app().dump();
    const again = await app().get('ann', importHolidays, germany);
    expect(again).toMatchObject({ added: [], present: preview.added });
    expect(await app().dump()).toEqual(rows);
  });

  it('give a name to a day that has none, and leave the one it has', async () => {
    await app().get('ann', saveVacation, { ...team, dates: [aDate('2027-12-25'), aDate('2027-12-26')] });
    await app().get('ann', deleteVacation, { ...team, dates: [aDate('2027-12-26')] });
    await app().get('ann', saveVacation, {
      ...team,
      dates: [aDate('2027-12-26')],
      names: { '2027-12-26': 'Quiet day' },
    });
    const { present } = await app().get('ann', importHolidays, { ...germany, year: 2027 });
    expect(present.map(({ date }) => date)).toEqual(['2027-12-25', '2027-12-26']);
    const named = await app().get('ann', getVacations, team);
    expect(named).toEqual(
      expect.arrayContaining([
        { date: '2027-12-25', name: 'Christmas Day' },
        { date: '2027-12-26', name: 'Quiet day' },
      ]),
    );
  });

  it('are those of a region when one is named', async () => {
    const bavaria = await app().get('ann', importHolidays, { ...germany, year: 2028, region: 'BY', preview: true });
    const whole = await app().get('ann', importHolidays, { ...germany, year: 2028, preview: true });
    expect(bavaria.added.map(({ name }) => name)).toContain('Epiphany');
    expect(whole.added.map(({ name }) => name)).not.toContain('Epiphany');
  });

  it('are listed by countries, regions and years', async () => {
    const { countries, years } = await app().get('ann', holidayCountries, {});
    expect(years).toEqual(expect.arrayContaining([2026, 2027, 2028]));
    expect(countries.find(({ code }) => code === 'DE')?.regions).toContainEqual({ code: 'BY', name: 'Bayern' });
    expect((await app().ask('bob', holidayCountries, {})).status).toBe(403);
    expect((await app().ask(null, holidayCountries, {})).status).toBe(401);
  });
});

describe('holidays of a file', () => {
  it('are its days of the next two years, with a count of past and unreadable events', async () => {
    const ics = events(
      ['DTSTART;VALUE=DATE:20250501', 'RRULE:FREQ=YEARLY', 'SUMMARY:Spring day'],
      ['DTSTART:20270105T230000Z', 'DTEND:20270106T230000Z', 'SUMMARY:Three Kings'],
      ['DTSTART:never'],
    );
    const sales = { teamId: aTeamId('sales'), ics, timezone: aZone('Europe/Berlin') };
    const imported = await app().get('eve', importHolidays, sales);
    expect(imported).toMatchObject({ present: [], past: 1, unreadable: 1, runs: [] });
    expect(imported.added.map(({ date, name, isPartial }) => [date, name, isPartial])).toEqual([
      ['2027-01-06', 'Three Kings', false],
      ['2027-05-01', 'Spring day', false],
      ['2028-05-01', 'Spring day', false],
    ]);
    expect(await app().get('eve', importHolidays, sales)).toMatchObject({ added: [], present: imported.added });
  });

  it('holidays of a file of today cancels open runs, and the preview only announces it', async () => {
    await saveStandup(app(), 'eve', { team: 'sales', members: ['eve', 'sam'] }, { time: 9 * 60 + 5 });
    await app().beatAt('2026-11-20T08:05:00Z');
    const today = { teamId: aTeamId('sales'), ics: events(['DTSTART;VALUE=DATE:20261120']) };
    const preview = await app().get('eve', importHolidays, { ...today, preview: true });
    expect(preview.runs).toMatchObject([{ date: '2026-11-20', asked: 2, effect: 'CANCELLED' }]);
    expect(await app().get('eve', importHolidays, { ...today, preview: true })).toEqual(preview);
    const { runs } = await app().get('eve', importHolidays, today);
    expect(runs).toMatchObject([{ date: '2026-11-20', effect: 'CANCELLED' }]);
    expect((await app().get('eve', importHolidays, today)).runs).toEqual([]);
    await app().beat();
  });

  it('sent twice at once are added once', async () => {
    const ics = events(['DTSTART;VALUE=DATE:20270303', 'DURATION:P3D']);
    const both = await Promise.all([
      app().get('ann', importHolidays, { teamId, ics }),
      app().get('eve', importHolidays, { teamId, ics }),
    ]);
    expect(both.flatMap(({ added }) => added)).toHaveLength(3);
    const row = await records().get(holiday, { teamId, date: aDate('2027-03-04') });
    expect(row?.value.name).toBeNull();
  });
});

describe('rejected imports', () => {
  it('is not imported by a person without the admin role, nor into a foreign team', async () => {
    const before = await app().dump();
    const statusFor = async (who: 'bob' | 'sam' | 'zoe' | null) =>
      (await app().ask(who, importHolidays, germany)).status;
    expect([await statusFor('bob'), await statusFor('sam'), await statusFor('zoe'), await statusFor(null)]).toEqual([
      403, 403, 404, 401,
    ]);
    expect(await app().dump()).toEqual(before);
  });

  const twice = events(...Array.from({ length: limits.icsEvents + 1 }, () => ['DTSTART;VALUE=DATE:20261225']));
  const heavy = events(
    ...Array.from({ length: 100 }, () => ['DTSTART;VALUE=DATE:19000101', 'RRULE:FREQ=DAILY;COUNT=100000']),
  );
  it.each<[string, object, string]>([
    ['nothing', {}, en['holidayImport.what']],
    ['a file and a country', { ics: events(), country: 'DE', year: 2026 }, en['holidayImport.what']],
    ['a country without a year', { country: 'DE' }, en['holidayImport.what']],
    ['an invalid file', { ics: 'hello' }, en['holidayImport.noCalendar']],
    ['a file too large', { ics: 'a'.repeat(limits.icsBytes + 1) }, en['holidayImport.tooLarge']],
    ['a file too large in bytes', { ics: 'é'.repeat(limits.icsBytes / 2 + 1) }, en['holidayImport.tooLarge']],
    ['too many events', { ics: twice }, en['holidayImport.tooManyEvents']],
    ['too many repetitions', { ics: heavy }, en['holidayImport.tooMuch']],
    ['no such country', { country: '__proto__', year: 2026 }, en['holidayImport.unknownPlace']],
    ['no such region', { country: 'DE', region: 'XX', year: 2026 }, en['holidayImport.unknownPlace']],
    ['no such year', { country: 'DE', year: 1999 }, en['holidayImport.unknownPlace']],
    ['no zone', { country: 'DE', year: 2026, timezone: 'Mars/Base' }, en['invalid.zone']],
    ['no flag', { country: 'DE', year: 2026, preview: 'yes' }, en['invalid.flag']],
  ])('is refused with a sentence: %s', async (_what, change, message) => {
    expect(await refusalOf(app(), importHolidays, { teamId, ...change }, 'ann')).toEqual([
      400,
      'INVALID_INPUT',
      message,
    ]);
  });
});

describe('the work that a file can cause', () => {
  // Lets an hour pass before each test, so that calls of earlier tests do not count towards the rate limit of the same
  // person.
  beforeEach(() => {
    app().clock.advance({ minutes: 61 });
  });

  it('is limited in number for each person, previews included', async () => {
    const request = { ...germany, teamId: aTeamId('venus'), year: 2028, preview: true };
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) statuses.push((await app().ask('wim', importHolidays, request)).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    app().clock.advance({ minutes: 2 });
    expect((await app().ask('wim', importHolidays, request)).status).toBe(200);
  });

  it.each([
    ['daily events since 1900', ['DTSTART;VALUE=DATE:19000101', 'RRULE:FREQ=DAILY']],
    ['rules that never come true', ['DTSTART;VALUE=DATE:19000101', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31']],
  ])('a file of %s ends with a clear answer', async (_what, lines) => {
    const each = lines.join('').length + 32;
    const count = Math.min(limits.icsEvents, Math.floor((limits.icsBytes - 100) / each));
    const ics = events(...Array.from({ length: count }, () => lines));
    expect(await refusalOf(app(), importHolidays, { teamId, ics, preview: true }, 'ann')).toEqual([
      ...[400, 'INVALID_INPUT', en['holidayImport.tooMuch']],
    ]);
  });

  it('an event of a file with too many lines is left out', async () => {
    const lines = Array.from({ length: 700 }, () => 'RDATE;VALUE=DATE:20270102');
    const ics = events(['DTSTART;VALUE=DATE:20270101', ...lines]);
    expect(await app().get('ann', importHolidays, { teamId, ics, preview: true })).toMatchObject({
      ...{ unreadable: 1, added: [] },
    });
  });
});
