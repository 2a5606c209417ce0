import fc from 'fast-check';
import { getActivities } from '../reports/getActivities.ts';
import { localDate, sentZone, zoneId } from './idDateAndZoneSchemas.ts';
import { meetingDraft } from '../meetings/meetingSchemasAndCalls.ts';
import { previewDraft } from '../meetings/nextRunsPreview.ts';
import { memberPreferences } from '../people/memberActivationAndPreferences.ts';
import { importHolidays } from '../daysOff/holidayImport.ts';

const isReal = (value: string): boolean => {
  const parsed = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value);
};
const two = (value: number): string => String(value).padStart(2, '0');

it('accepts exactly the dates of the calendar', () => {
  const parts = fc.tuple(
    fc.constantFrom(0, 1, 4, 1900, 1999, 2000, 2023, 2024, 2026, 2100, 2400, 9999),
    fc.nat({ max: 14 }),
    fc.nat({ max: 33 }),
  );
  fc.assert(
    fc.property(parts, ([year, month, day]) => {
      const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
      expect([date, localDate.safeParse(date).success]).toEqual([date, isReal(date)]);
    }),
    { numRuns: 5000 },
  );
});

describe('a zone in a request', () => {
  const meeting = { time: 600, teamId: '01ARZ3NDEKTSV4RRFFQ69G5FAV', members: ['01ARZ3NDEKTSV4RRFFQ69G5FAW'] };
  const questions = [{ sequence: 1, text: 'What is planned?', type: 'TEXT' }];
  const taken: readonly (readonly [string, (timezone: string) => { readonly timezone?: string | null | undefined }])[] =
    [
      ['of a meeting', (timezone) => meetingDraft.parse({ ...meeting, name: 'Daily', questions, timezone })],
      ['of a preview', (timezone) => previewDraft.parse({ ...meeting, timezone })],
      ['of oneself', (timezone) => memberPreferences.input.parse({ timezone })],
      [
        'of who reads the activity',
        (timezone) => getActivities.input.parse({ objectType: 'Meeting', objectId: meeting.teamId, timezone }),
      ],
      [
        'of imported holidays',
        (timezone) => importHolidays.input.parse({ teamId: meeting.teamId, country: 'DE', year: 2026, timezone }),
      ],
    ];

  it.each(taken)('reads a zone in any letter case as the canonical spelling: %s', (_, take) => {
    expect(take('aMeRiCa/nEw_yOrK').timezone).toBe('America/New_York');
    expect(take('America/New_York').timezone).toBe('America/New_York');
  });

  it('keeps the name by which the place was chosen', () => {
    for (const zone of ['Asia/Kolkata', 'Asia/Calcutta']) expect(sentZone.parse(zone.toUpperCase())).toBe(zone);
  });

  it('a zone in a request is required', () => {
    for (const zone of ['', 'Mars/Olympus', '+02:00', 'A'.repeat(65)])
      expect(sentZone.safeParse(zone).success).toBe(false);
  });
});

it('reads a zone with the spelling that was stored, because due rows use the same spelling', () => {
  expect(zoneId.parse('aMeRiCa/nEw_yOrK')).toBe('aMeRiCa/nEw_yOrK');
});
