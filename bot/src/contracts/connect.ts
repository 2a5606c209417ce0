import { z } from 'zod';
import { password } from './account.ts';
import { endpoint } from './endpoint.ts';

// Letters and digits that cannot be taken for one another (Crockford's); what people type instead is read as what was meant.
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

/** The tenant, and who installed the bot where. */
export const connection = z.object({
  /** False: this is what would be connected; nothing has been yet. */
  isConnected: z.boolean(),
  tenantId: z.string(),
  /** As the bot knows the tenant: by its first team. */
  tenantName: z.string(),
  installer: z.string(),
  team: z.string(),
  /** People who come along. */
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
