import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { zoneId } from '../core/idDateAndZoneSchemas.ts';

/**
 * An entry of the list of time zones. `name` contains the current offset. `value` repeats `id`, because some clients
 * read `id` and others `value`.
 */
export const timezone = z.object({ id: zoneId, name: z.string(), value: zoneId });
export type Timezone = z.output<typeof timezone>;

/**
 * Returns the time zones. `zone`: the browser's zone. `default`: the browser's zone if the server supports it,
 * otherwise the caller's stored zone, otherwise UTC.
 */
export const listTimezones = endpoint({
  method: 'GET',
  path: '/api/timezone/list',
  access: 'signedIn',
  input: z.object({ zone: z.string('invalid.zone').max(64, 'invalid.zone').optional() }),
  output: z.object({ timezones: z.array(timezone), default: zoneId }),
});
