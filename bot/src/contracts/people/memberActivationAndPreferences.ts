import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { localDate, memberId, sentZone, teamId, zoneId } from '../core/idDateAndZoneSchemas.ts';
import { quietHours, sentQuietHours } from './quietHours.ts';
import { summaryDeliveries } from '../organisations/teamAndMemberCalls.ts';

/** Flag in a path. Path parts are always text, so the schema converts `true` and `false`. */
const flagInPath = z.enum(['true', 'false'], 'invalid.flag').transform((value) => value === 'true');

/**
 * Sets `isEnabled` of a member to `flag`. A disabled member is not asked, owes no answers and cannot access the team.
 * The member's stored answers stay.
 */
export const activateMember = endpoint({
  method: 'POST',
  path: '/api/member/activateMember/{teamId}/{memberId}/{flag}',
  access: 'member.manage',
  input: z.object({ teamId, memberId, flag: flagInPath }),
  output: z.object({ id: memberId, isEnabled: z.boolean() }),
});

const language = z
  .string('invalid.text')
  .max(35, 'invalid.tooLong')
  .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,4}$/, 'invalid.text');

/**
 * Sets the caller's own preferences and returns the effective values. Null restores the automatic value. A field that
 * is left out does not change.
 */
export const memberPreferences = endpoint({
  method: 'POST',
  path: '/api/member/preferences',
  access: 'profile.write',
  input: z.object({
    timezone: sentZone.nullable().optional(),
    /**
     * Zone of the caller's browser, which the web app sends automatically. The rules for reported zones decide whether
     * this zone becomes the person's zone. It never replaces a zone that the person set.
     */
    browserTimezone: sentZone.optional(),
    language: language.nullable().optional(),
    /**
     * True = the person gets no reminders. In the chat, the person also gets no digests and no messages about blockers
     * and timesheet weeks.
     */
    mute: z.boolean('invalid.flag').optional(),
    /**
     * With `mute: true`: the day, in the person's zone, on which reminders begin again. Null or left out = reminders
     * stay muted until the person unmutes them.
     */
    muteUntil: localDate.nullable().optional(),
    summaryDelivery: z.enum(summaryDeliveries, 'invalid.choice').optional(),
    /** Hours of each day, on the person's own clock, as described at `quietHours`. Null removes the quiet hours. */
    quietHours: sentQuietHours.nullable().optional(),
  }),
  output: z.object({
    timezone: zoneId.nullable(),
    language: z.string().nullable(),
    mute: z.boolean(),
    muteUntil: localDate.nullable(),
    summaryDelivery: z.enum(summaryDeliveries),
    /** The person's quiet hours; null = none. Missing from a server of an earlier version. */
    quietHours: quietHours.nullish(),
    /** Zone that is used for the person, whatever its source; null = unknown. */
    currentTimezone: zoneId.nullable(),
    /** False if the person is in no team. Only the language can then be set. */
    isInTeam: z.boolean(),
  }),
});
