import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, teamId } from '../core/idDateAndZoneSchemas.ts';

/**
 * A run that the caller should answer. The run asks the caller, the caller's own opening has passed, there is no answer
 * yet, and an answer is still accepted. All instants are those that apply to the caller.
 */
export const waitingRun = z.object({
  meetingId,
  meetingName: z.string(),
  teamId,
  /** Name of the team; null if the caller has only one team. */
  teamName: z.string().nullable(),
  /** Date of the run. It can differ from today's date in the caller's zone. */
  date: localDate,
  opensAt: instant,
  /** Instant at which the run closes. An answer at or after this instant is late. */
  closesAt: instant,
  /** End of the grace period: late answers are accepted until this instant. */
  graceEndsAt: instant,
});
export type WaitingRun = z.output<typeof waitingRun>;

/** Returns the runs of every date in the caller's teams that wait for the caller's answer, sorted by `closesAt`. */
export const getWaiting = endpoint({
  method: 'GET',
  path: '/api/report/waiting',
  access: 'answer.write',
  input: z.object({}),
  output: z.object({ runs: z.array(waitingRun) }),
});
