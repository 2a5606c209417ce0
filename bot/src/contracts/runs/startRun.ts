import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { localDate, meetingId } from '../core/idDateAndZoneSchemas.ts';

/**
 * Opens today's run of the meeting now, like the chat command `start`. "Today" is the date in the meeting's zone. A run
 * of today that was missed or cancelled is opened again. `isNew` is false if the run is already open or completed.
 * `date`: date of the run.
 */
export const startRun = endpoint({
  method: 'POST',
  path: '/api/meeting/start/{meetingId}',
  access: 'meeting.start',
  input: z.object({ meetingId }),
  output: z.object({ id: meetingId, date: localDate, isNew: z.boolean() }),
});
