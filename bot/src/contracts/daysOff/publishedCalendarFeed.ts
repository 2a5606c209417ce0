import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant } from '../core/ids.ts';

/** SHOW: returns whether an address exists. RENEW: creates a new address and disables the old one. END: removes the address. */
export const feedActions = ['SHOW', 'RENEW', 'END'] as const;

/** Manages the address from which calendar programs read the caller's own prompts and days off in this organisation. */
export const userFeed = endpoint({
  method: 'POST',
  path: '/api/user/feed',
  access: 'profile.write',
  input: z.object({ action: z.enum(feedActions, 'invalid.choice') }),
  output: z.object({
    /** Instant at which the address was created; null = there is no address. */
    createdAt: instant.nullable(),
    /** The address. Only the call that creates it returns it, because the store keeps only its hash; otherwise null. */
    url: z.string().nullable(),
  }),
});

/** Returns the calendar `{secret}.ics` without an envelope. The secret in the name replaces a session. */
export const readFeed = endpoint({
  method: 'GET',
  path: '/api/feed/{file}',
  access: 'anyone',
  input: z.object({ file: z.string() }),
  output: z.unknown(),
});
