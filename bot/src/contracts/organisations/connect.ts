import { z } from 'zod';
import { password } from '../identity/session.ts';
import { endpoint } from '../core/endpoint.ts';

// Letters and digits that cannot be confused (Crockford's). Confusable characters that people type are read as the ones they
// mean.
const readAs: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/** Twelve signs, shown as three groups of four; typed in any case, with or without hyphens and blanks. */
export const connectCode = z
  .string('connect.codeMissing')
  .max(60, 'connect.codeShape')
  .transform((value) =>
    value
      .toUpperCase()
      .replace(/[\s\p{Pd}]/gu, '')
      .replace(/[OIL]/g, (sign) => readAs[sign] ?? sign),
  )
  .pipe(z.string().regex(/^[0-9A-HJKMNP-TV-Z]{12}$/, 'connect.codeShape'));

/** The tenant, the person who installed the bot, and the place. */
export const connection = z.object({
  /** False: this is what would be connected; nothing has been yet. */
  isConnected: z.boolean(),
  tenantId: z.string(),
  /** Name of the tenant's automatic organisation, which the bot took from the first team. */
  tenantName: z.string(),
  installer: z.string(),
  team: z.string(),
  /** Number of people who move with it. */
  members: z.int(),
});
export type Connection = z.output<typeof connection>;

/**
 * Connects the caller's web-registered organisation with the tenant whose installer was shown this code. `{code}` answers what
 * would be connected; `{code, confirm: true, password}` does it. REAUTH without the password when the sign-in is older than 5 minutes.
 */
export const connectOrg = endpoint({
  method: 'POST',
  path: '/api/org/connect',
  access: 'org.connect',
  input: z.object({
    code: connectCode,
    confirm: z.boolean('invalid.flag').default(false),
    password: password.optional(),
  }),
  output: connection,
});
