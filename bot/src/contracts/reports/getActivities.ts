import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, meetingId, sentZone, teamId } from '../core/idDateAndZoneSchemas.ts';
import { ui } from '../core/limitsAndProductConstants.ts';
import { reportDate } from './dailyReport.ts';

export const activityObjects = ['Meeting', 'Team'] as const;

export const activity = z.object({
  text: z.string(),
  username: z.string(),
  createdOn: instant,
  /** The old and the new value if they are too long for the sentence; null if the sentence contains everything. */
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type Activity = z.output<typeof activity>;

/**
 * Returns the activity log, newest first. `startDate` and `endDate` are inclusive dates in `timezone`; both left out =
 * the last 30 days. `timezone` left out = the reader's zone. `pageCount`: number of entries on a page. `pageNumber`
 * begins at 1. `totalItems` is exact.
 */
export const getActivities = endpoint({
  method: 'POST',
  path: '/api/activity/get',
  access: 'activity.read',
  input: z.object({
    startDate: reportDate.optional(),
    endDate: reportDate.optional(),
    timezone: sentZone.optional(),
    objectType: z.enum(activityObjects, 'invalid.choice'),
    objectId: z.union([meetingId, teamId], 'invalid.id'),
    pageCount: z
      .int('invalid.number')
      .min(1, 'invalid.number')
      .max(ui.activityPageSize, 'invalid.number')
      .default(ui.activityPageSize),
    pageNumber: z.int('invalid.number').min(1, 'invalid.number').max(1_000_000, 'invalid.number').default(1),
  }),
  output: z.object({
    items: z.array(activity),
    pageCount: z.int(),
    pageNumber: z.int(),
    totalItems: z.int(),
  }),
});
