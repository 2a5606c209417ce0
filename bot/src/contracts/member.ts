import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { localDate, memberId, sentZone, teamId, zoneId } from './ids.ts';

/** A path part is text. */
const flagInPath = z.enum(['true', 'false'], 'invalid.flag').transform((value) => value === 'true');

/** `flag` is the new isEnabled. Who is disabled is not asked, owes nothing and has no access to the team; history stays. */
export const activateMember = endpoint({
  method: 'POST',
  path: '/api/member/activateMember/{teamId}/{memberId}/{flag}',
  access: 'member.manage',
  input: z.object({ teamId, memberId, flag: flagInPath }),
  output: z.object({ id: memberId, isEnabled: z.boolean() }),
});

/** BCP 47, as browsers and Teams write them. */
const language = z
  .string('invalid.text')
  .max(35, 'invalid.tooLong')
  .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,4}$/, 'invalid.text');

/**
 * What the caller sets of themselves; null gives a value back to what Microsoft Teams says of them, what is left out stays. Answers
 * what holds then.
 */
export const memberPreferences = endpoint({
  method: 'POST',
  path: '/api/member/preferences',
  access: 'profile.write',
  input: z.object({
    timezone: sentZone.nullable().optional(),
    language: language.nullable().optional(),
    /** No reminders in the chat. */
    mute: z.boolean('invalid.flag').optional(),
    /** With `mute: true` the day on which reminders come again, where the person is; left out = when they say so. */
    muteUntil: localDate.nullable().optional(),
  }),
  output: z.object({
    timezone: zoneId.nullable(),
    language: z.string().nullable(),
    mute: z.boolean(),
    muteUntil: localDate.nullable(),
    /** Where the person is taken to be, whoever said so; null = nobody has yet. */
    currentTimezone: zoneId.nullable(),
    /** False: in no team yet, so that only the language can be set. */
    isInTeam: z.boolean(),
  }),
});
