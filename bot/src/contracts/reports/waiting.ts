import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, teamId } from '../core/ids.ts';

/**
 * A run that waits for the caller: it asks them, their own opening has come, they have not answered, and an answer is still
 * accepted. All instants are those that apply to the caller.
 */
export const waitingRun = z.object({
  meetingId,
  meetingName: z.string(),
  teamId,
  /** Null for a caller of one team, who does not need its name. */
  teamName: z.string().nullable(),
  /** The run's own date, which need not be today's date where the caller is. */
  date: localDate,
  opensAt: instant,
  /** An answer from then on is late. */
  closesAt: instant,
  /** Late answers are accepted until then. */
  graceEndsAt: instant,
});
export type WaitingRun = z.output<typeof waitingRun>;

/** Every run of the caller's teams that waits for the caller, whatever its date, by due time. */
export const getWaiting = endpoint({
  method: 'GET',
  path: '/api/report/waiting',
  access: 'answer.write',
  input: z.object({}),
  output: z.object({ runs: z.array(waitingRun) }),
});
