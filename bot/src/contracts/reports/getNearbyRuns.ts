import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, teamId } from '../core/idDateAndZoneSchemas.ts';

// The nearest dates with runs, which screens offer on a day without runs.

export const nearbyRuns = z.object({
  /** The latest earlier date that has an answer; null = there is none. */
  previous: localDate.nullable(),
  /** The next run that has not opened yet. Null if no run is planned, or if the organisation sends no prompts. */
  next: z.object({ meetingId, meetingName: z.string(), date: localDate, opensAt: instant }).nullable(),
});
export type NearbyRuns = z.output<typeof nearbyRuns>;

/** Returns the nearest dates with runs, for all meetings of a team or for one meeting. */
export const getNearbyRuns = endpoint({
  method: 'GET',
  path: '/api/report/nearby/{teamId}',
  access: 'report.read',
  input: z.object({ teamId, date: localDate, meetingId: meetingId.optional() }),
  output: nearbyRuns,
});
