import { z } from 'zod';
import { adaptiveCard } from './answerCardAndDraftCalls.ts';
import { endpoint } from '../core/endpoint.ts';
import { limits, times } from '../core/limitsAndProductConstants.ts';
import { previewDraft } from '../meetings/nextRunsPreview.ts';
import { question } from '../meetings/questionAndAnswerFormatSchemas.ts';
import { text } from '../core/textAndEmailSchemas.ts';

/** The schedule of a report and the fields that its card shows. The draft may be incomplete. */
export const cardDraft = previewDraft.extend({
  name: text({ max: limits.nameLength }).default(''),
  reportSummaryTime: z
    .int('invalid.number')
    .min(times.windowMin, 'meeting.windowRange')
    .max(times.windowMax, 'meeting.windowRange')
    .default(times.windowDefault),
  questions: z.array(question, 'invalid.list').max(limits.questions, 'invalid.tooMany').default([]),
});
export type CardDraft = z.input<typeof cardDraft>;

/**
 * Returns the card that this draft would send to the caller at its next run. If there is no next run, the card is for
 * today. The card cannot be submitted.
 */
export const previewCard = endpoint({
  method: 'POST',
  path: '/api/meeting/previewcard',
  access: 'meeting.write',
  input: z.object({ meeting: cardDraft }),
  output: z.object({ card: adaptiveCard }),
});
