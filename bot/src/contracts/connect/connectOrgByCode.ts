import { z } from 'zod';
import { password } from '../identity/passwordSchema.ts';
import { endpoint } from '../core/endpoint.ts';

// The alphabet of Crockford's Base32 leaves out letters that people confuse with digits. If people type one of them, it
// is replaced: O by 0, I and L by 1.
const readAs: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/**
 * Code with which an admin connects the organisation: twelve characters, shown as three groups of four. People can type
 * them in upper or lower case, with or without hyphens and spaces.
 */
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

export const connection = z.object({
  /** False for a preview, which does not connect the organisation. */
  isConnected: z.boolean(),
  tenantId: z.string(),
  /** Name of the organisation that the bot created for the tenant. The bot takes it from the first team. */
  tenantName: z.string(),
  installer: z.string(),
  team: z.string(),
  members: z.int(),
});
export type Connection = z.output<typeof connection>;

/**
 * Connects the caller's organisation, which was registered on the web, with a Microsoft tenant. The bot showed the code
 * to the person who installed it in that tenant. Without `confirm`, the call returns a preview. REAUTH if the call has
 * no password and the sign-in is older than 5 minutes or did not prove every factor.
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
