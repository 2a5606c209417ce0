import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant } from '../core/ids.ts';

/** SHOW: shows if there is an address. RENEW: makes a new address and ends the old one. END: removes the address. */
export const feedActions = ['SHOW', 'RENEW', 'END'] as const;

/** The address under which calendar programs read one's own prompts and days off in this organisation. */
export const userFeed = endpoint({
  method: 'POST',
  path: '/api/user/feed',
  access: 'profile.write',
  input: z.object({ action: z.enum(feedActions, 'invalid.choice') }),
  output: z.object({
    /** Null = there is none. */
    createdAt: instant.nullable(),
    /** Returned only by the call that creates it, because the store keeps only its hash. */
    url: z.string().nullable(),
  }),
});

/** The calendar itself, `{secret}.ics`: no envelope and no session, the secret is the proof. */
export const readFeed = endpoint({
  method: 'GET',
  path: '/api/feed/{file}',
  access: 'anyone',
  input: z.object({ file: z.string() }),
  output: z.unknown(),
});
