import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId } from '../core/idDateAndZoneSchemas.ts';
import { limits } from '../core/limitsAndProductConstants.ts';
import { text } from '../core/textAndEmailSchemas.ts';
import { adaptiveCard } from './answerCardAndDraftCalls.ts';

// Choices that a prompt offers besides answering: skip the run, or get the prompt again later.

/** Lengths of a snooze. AFTER_LUNCH: until 13:00 of the same day on the member's clock. */
export const snoozeLengths = ['HALF_HOUR', 'HOUR', 'AFTER_LUNCH'] as const;
export const snoozeLength = z.enum(snoozeLengths, 'invalid.choice');
export type SnoozeLength = z.output<typeof snoozeLength>;

export const skipReason = text({ max: limits.skipReasonLength, tooLong: 'skip.reasonTooLong' });

/**
 * Names in the data that the card sends: the input with the reason for skipping, and the field with the length of the
 * snooze.
 */
export const choiceInput = { reason: 'skipReason', length: 'length' } as const;

/**
 * Skips the run for the caller, who then owes no answer. Repeating the call with another reason replaces the stored
 * reason; without `reason`, the stored reason stays. An answer replaces the skip.
 */
export const skipRun = endpoint({
  method: 'POST',
  path: '/api/meeting/skip',
  access: 'answer.write',
  input: z.object({ meetingId, date: localDate, reason: skipReason.optional() }),
  output: z.object({ card: adaptiveCard, reason: z.string().nullable() }),
});

/**
 * Sends the caller's prompt again later. Reminders that are due before the snoozed prompt or shortly after it are moved
 * to a later time.
 */
export const snoozeRun = endpoint({
  method: 'POST',
  path: '/api/meeting/snooze',
  access: 'answer.write',
  input: z.object({ meetingId, date: localDate, length: snoozeLength }),
  output: z.object({ card: adaptiveCard, until: instant }),
});
