import { z } from 'zod';
import { session } from './sessionAndUserDetailsCalls.ts';
import { password } from './passwordSchema.ts';
import { endpoint } from '../core/endpoint.ts';

const challengeToken = z.string().max(2000, 'invalid.tooLong');
/**
 * Code of the second factor: six digits of the authenticator app, or a recovery code. Spaces and hyphens are ignored.
 */
const code = z
  .string('secondFactor.codeMissing')
  .max(64, 'secondFactor.codeWrong')
  .transform((value) => value.replace(/[\s\p{Pd}]/gu, '').toUpperCase())
  .pipe(z.string().min(1, 'secondFactor.codeMissing'));

/**
 * Returns a new secret for an authenticator app. The server returns each secret only once. A signed-in caller sends the
 * password; a caller who is still signing in sends the challenge.
 */
export const totpBegin = endpoint({
  method: 'POST',
  path: '/api/auth/totp/begin',
  access: 'anyone',
  input: z.object({ password: password.optional(), challenge: challengeToken.optional() }),
  output: z.object({
    /** Secret in Base32, for people who type it into the app. */
    secret: z.string(),
    /** URL `otpauth://…`, which the client shows as a QR code. */
    uri: z.string(),
  }),
});
/**
 * Turns on the second factor. Returns the recovery codes, which are shown only once. During a sign-in it also returns
 * the session.
 */
export const totpConfirm = endpoint({
  method: 'POST',
  path: '/api/auth/totp/confirm',
  access: 'anyone',
  input: z.object({ code, challenge: challengeToken.optional() }),
  output: z.object({ recoveryCodes: z.array(z.string()), session: session.nullable() }),
});
export const totpVerify = endpoint({
  method: 'POST',
  path: '/api/auth/totp/verify',
  access: 'anyone',
  input: z.object({ challenge: challengeToken, code }),
  output: session,
});
export const totpDisable = endpoint({
  method: 'POST',
  path: '/api/auth/totp/disable',
  access: 'signedIn',
  input: z.object({ password, code }),
  output: z.literal(true),
});
