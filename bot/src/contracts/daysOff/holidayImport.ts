import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { localDate, sentZone, teamId } from '../core/ids.ts';
import { limits } from '../core/limits.ts';
import { runEffect } from '../meetings/runEffect.ts';

const utf8 = new TextEncoder();

const holiday = z.object({
  date: localDate,
  /** Name of the holiday in the source. */
  name: z.string().nullable(),
  /** The file has only some hours of that day. */
  isPartial: z.boolean(),
});
export type FoundHoliday = z.output<typeof holiday>;

/**
 * Team holidays from a calendar file, or the public holidays of a country, of a region of it if one is named. Days that are over
 * are left out; of a file those of the next two years are taken. Sent again it changes nothing.
 */
export const importHolidays = endpoint({
  method: 'POST',
  path: '/api/vacation/import/{teamId}',
  access: 'holiday.write',
  input: z
    .object({
      teamId,
      /** The text of an .ics file. */
      ics: z
        .string('holidayImport.what')
        .max(limits.icsBytes, 'holidayImport.tooLarge')
        .refine((text) => utf8.encode(text).length <= limits.icsBytes, 'holidayImport.tooLarge')
        .optional(),
      /** ISO 3166, as `holidayCountries` lists them. */
      country: z.string('holidayImport.what').max(10, 'holidayImport.unknownPlace').optional(),
      region: z.string('holidayImport.what').max(10, 'holidayImport.unknownPlace').optional(),
      year: z.int('holidayImport.what').optional(),
      /** Zone into which UTC times of a file are converted, and in which today is determined; UTC when left out. */
      timezone: sentZone.optional(),
      /** Returns the changes that the call would make, and stores nothing. */
      preview: z.boolean('invalid.flag').optional(),
    })
    .refine(
      ({ ics, country, year }) =>
        ics === undefined ? country !== undefined && year !== undefined : country === undefined && year === undefined,
      'holidayImport.what',
    ),
  output: z.object({
    isPreview: z.boolean(),
    /** Oldest first. */
    added: z.array(holiday),
    /** Were team holidays already. */
    present: z.array(holiday),
    /** Days of the source that are over. */
    past: z.int(),
    /** Events of the file that could not be understood. */
    unreadable: z.int(),
    /** Runs under way that a holiday of today calls off. */
    runs: z.array(runEffect),
  }),
});

/** Of which countries and years there are public holidays. The names of countries are every browser's own. */
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
