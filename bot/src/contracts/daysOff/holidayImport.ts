import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { localDate, sentZone, teamId } from '../core/idDateAndZoneSchemas.ts';
import { limits } from '../core/limitsAndProductConstants.ts';
import { runEffect } from '../meetings/effectOnOpenRun.ts';

const utf8 = new TextEncoder();

const holiday = z.object({
  date: localDate,
  name: z.string().nullable(),
  /** True if the event in the file covers only some hours of that day. */
  isPartial: z.boolean(),
});
export type FoundHoliday = z.output<typeof holiday>;

/**
 * Imports team holidays from a calendar file, or the public holidays of a country or region. Past days are left out.
 * From a file, only days of the next two years are imported. Repeating the call changes nothing.
 */
export const importHolidays = endpoint({
  method: 'POST',
  path: '/api/vacation/import/{teamId}',
  access: 'holiday.write',
  input: z
    .object({
      teamId,
      /** Content of an .ics file; left out to import by country. */
      ics: z
        .string('holidayImport.what')
        .max(limits.icsBytes, 'holidayImport.tooLarge')
        .refine((text) => utf8.encode(text).length <= limits.icsBytes, 'holidayImport.tooLarge')
        .optional(),
      /** ISO 3166 country code, as `holidayCountries` returns it. */
      country: z.string('holidayImport.what').max(10, 'holidayImport.unknownPlace').optional(),
      region: z.string('holidayImport.what').max(10, 'holidayImport.unknownPlace').optional(),
      year: z.int('holidayImport.what').optional(),
      /** Zone in which the UTC times of a file are read, and in which today's date is determined; left out = UTC. */
      timezone: sentZone.optional(),
      /** True = the call returns the changes that it would make, but stores nothing. */
      preview: z.boolean('invalid.flag').optional(),
    })
    .refine(
      ({ ics, country, year }) =>
        ics === undefined ? country !== undefined && year !== undefined : country === undefined && year === undefined,
      'holidayImport.what',
    ),
  output: z.object({
    isPreview: z.boolean(),
    /** New team holidays, oldest first. */
    added: z.array(holiday),
    /** Days that already were team holidays. */
    present: z.array(holiday),
    past: z.int(),
    /** Number of events in the file that could not be parsed. */
    unreadable: z.int(),
    /** Open runs that are cancelled because today becomes a holiday. */
    runs: z.array(runEffect),
  }),
});

/**
 * Returns the countries and years whose public holidays are known. The browser translates the country codes into names.
 */
export const holidayCountries = endpoint({
  method: 'GET',
  path: '/api/vacation/countries',
  access: 'holiday.write',
  input: z.object({}),
  output: z.object({
    years: z.array(z.int()),
    countries: z.array(
      z.object({ code: z.string(), regions: z.array(z.object({ code: z.string(), name: z.string() })) }),
    ),
  }),
});
