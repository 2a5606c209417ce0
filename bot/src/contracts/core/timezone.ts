import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { zoneId } from './ids.ts';

/**
 * A time zone for a list. `name` contains the current offset. `value` repeats the id, because some clients read `id` and others
 * `value`.
 */
export const timezone = z.object({ id: zoneId, name: z.string(), value: zoneId });
export type Timezone = z.output<typeof timezone>;

/**
 * Returns the time zones. `zone`: the zone of the browser. `default`: this zone if the server knows it, else the caller's zone,
 * else UTC.
 */
export const listTimezones = endpoint({
  method: 'GET',
  path: '/api/timezone/list',
  access: 'signedIn',
  input: z.object({ zone: z.string('invalid.zone').max(64, 'invalid.zone').optional() }),
  output: z.object({ timezones: z.array(timezone), default: zoneId }),
});
