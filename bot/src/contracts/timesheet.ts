import { z } from 'zod';
import { localDate, meetingId, memberId } from './ids.ts';

/** A row of a timesheet as calls answer it (product.md section 3). totalHours = hours + minutes/60, two decimals. */
export const task = z.object({
  id: z.string().regex(/^\d{8}-[0-9A-HJKMNP-TV-Z]{26}$/, 'invalid.id'),
  meetingId: meetingId.nullable(),
  task: z.string(),
  user: z.string(),
  memberId,
  date: localDate,
  hours: z.int(),
  minutes: z.int(),
  totalHours: z.number(),
});
export type Task = z.output<typeof task>;

export const weekStates = ['OPEN', 'SUBMITTED', 'APPROVED', 'SENT_BACK'] as const;
