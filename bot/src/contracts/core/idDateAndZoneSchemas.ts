import { z } from 'zod';
import { boundedMemo } from '../boundedMapAndMemos.ts';
import { zoneSpelled } from './zoneNameLetterCase.ts';

// Form of the ids in this file, except question ids: ULIDs that the product creates. They never contain user-written
// text or values from Teams.
const ulid = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, 'invalid.id');

export const orgId = ulid.brand('OrgId');
export const teamId = ulid.brand('TeamId');
export const memberId = ulid.brand('MemberId');
export const userId = ulid.brand('UserId');
export const meetingId = ulid.brand('MeetingId');
export const templateId = ulid.brand('TemplateId');
export const digestId = ulid.brand('DigestId');
export const questionId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,40}$/, 'invalid.id')
  .brand('QuestionId');

export type OrgId = z.infer<typeof orgId>;
export type TeamId = z.infer<typeof teamId>;
export type MemberId = z.infer<typeof memberId>;
export type UserId = z.infer<typeof userId>;
export type MeetingId = z.infer<typeof meetingId>;
export type TemplateId = z.infer<typeof templateId>;
export type DigestId = z.infer<typeof digestId>;
export type QuestionId = z.infer<typeof questionId>;

// This check runs for every date in every row that is read, so it computes the length of the month only for days after
// the 28th.
const isRealDate = (value: string): boolean => {
  const month = Number(value.slice(5, 7));
  const day = Number(value.slice(8, 10));
  if (month < 1 || month > 12 || day < 1) return false;
  return day <= 28 || day <= new Date(Date.UTC(2000 + (Number(value.slice(0, 4)) % 400), month, 0)).getUTCDate();
};

/** A valid calendar date in the form yyyy-MM-dd, without time and zone. */
export const localDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'invalid.date')
  .refine(isRealDate, 'invalid.date')
  .brand('LocalDate');
export type LocalDate = z.infer<typeof localDate>;

/** An instant in UTC, ISO 8601 with milliseconds, as `Date.prototype.toISOString` returns it. */
export const instant = z.iso.datetime({ precision: 3 }).brand('Instant');
export type Instant = z.infer<typeof instant>;

const longestZone = 64;
// zod also runs this check for texts that are too long, so the cache skips texts longer than `longestZone` to stay
// small.
const isZone = boundedMemo(
  (value: string): boolean => {
    try {
      new Intl.DateTimeFormat('en', { timeZone: value });
      return true;
    } catch {
      return false;
    }
  },
  { capacity: 2000, longestKey: longestZone },
);

/** IANA time zone id that this runtime supports. Fixed offsets such as "+02:00" are refused. */
export const zoneId = z
  .string({ error: ({ input }) => (input === undefined || input === null ? 'meeting.zoneMissing' : 'invalid.zone') })
  .min(1, 'meeting.zoneMissing')
  .max(longestZone, 'invalid.zone')
  .regex(/^[A-Za-z][A-Za-z0-9_+/-]*$/, 'invalid.zone')
  .refine(isZone, 'invalid.zone')
  .brand('ZoneId');
export type ZoneId = z.infer<typeof zoneId>;

/**
 * A zone in a request. Zone ids ignore case, but the code compares them exactly, so this schema gives each zone one
 * spelling. Stored rows are read with `zoneId` and keep their spelling, because rows for scheduled work contain the
 * same spelling.
 */
export const sentZone = zoneId.overwrite((zone) => zoneSpelled(zone) as ZoneId);
