import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { zoneId } from './ids.ts';

/** `name` holds the offset of this moment; `value` repeats the id, because clients read either of the two. */
export const timezone = z.object({ id: zoneId, name: z.string(), value: zoneId });
export type Timezone = z.output<typeof timezone>;

/** `zone`: the browser's own, which becomes the default when this server knows it; else the caller's, else UTC. */
export const listTimezones = endpoint({
  method: 'GET',
  path: '/api/timezone/list',
  access: 'signedIn',
  input: z.object({ zone: z.string('invalid.zone').max(64, 'invalid.zone').optional() }),
  output: z.object({ timezones: z.array(timezone), default: zoneId }),
});
