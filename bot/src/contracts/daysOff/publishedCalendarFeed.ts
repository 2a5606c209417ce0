import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant } from '../core/idDateAndZoneSchemas.ts';

/**
 * Actions on the URL of a calendar feed. SHOW: returns whether there is a URL. RENEW: creates a new URL and disables
 * the old one. END: removes the URL.
 */
export const feedActions = ['SHOW', 'RENEW', 'END'] as const;

/** Manages the URL from which calendar programs read the caller's own prompts and days off in this organisation. */
export const userFeed = endpoint({
  method: 'POST',
  path: '/api/user/feed',
  access: 'profile.write',
  input: z.object({ action: z.enum(feedActions, 'invalid.choice') }),
  output: z.object({
    /** Instant at which the URL was created; null = there is no URL. */
    createdAt: instant.nullable(),
    /**
     * The URL. Only the call that creates the URL returns it, because the store keeps only its hash; otherwise null.
     */
    url: z.string().nullable(),
  }),
});

/**
 * Returns the calendar `{secret}.ics`, without the JSON envelope of other replies. No session is needed, because the
 * secret in the file name authenticates the caller.
 */
export const readFeed = endpoint({
  method: 'GET',
  path: '/api/feed/{file}',
  access: 'anyone',
  input: z.object({ file: z.string() }),
  output: z.unknown(),
});
