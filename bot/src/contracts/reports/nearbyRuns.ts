import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, teamId } from '../core/ids.ts';

// Nearest dates with runs, for a day without runs.

export const nearbyRuns = z.object({
  /** The latest date before the requested one with an answer; null = there is none. */
  previous: localDate.nullable(),
  /** The next run that has not opened yet; null = none is planned, or the organisation asks nothing. */
  next: z.object({ meetingId, meetingName: z.string(), date: localDate, opensAt: instant }).nullable(),
});
export type NearbyRuns = z.output<typeof nearbyRuns>;

/** Of all meetings of a team, or of one. */
export const getNearbyRuns = endpoint({
  method: 'GET',
  path: '/api/report/nearby/{teamId}',
  access: 'report.read',
  input: z.object({ teamId, date: localDate, meetingId: meetingId.optional() }),
  output: nearbyRuns,
});
