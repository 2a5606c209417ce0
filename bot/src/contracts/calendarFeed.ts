import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instant } from './ids.ts';

/** SHOW: whether there is one. RENEW: a new address; the one before ends. END: none any more. */
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
    /** Told once, when it is made: only its hash is kept. */
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
