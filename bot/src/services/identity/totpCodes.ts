import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { productName } from '#contracts/core/limitsAndProductConstants.ts';

// Parameters of RFC 6238 that all authenticator apps support: 30 seconds, SHA-1, six digits.
const periodMs = 30_000;
const secretBytes = 20;

export const newTotpSecret = (): Buffer => randomBytes(secretBytes);

const totpOf = (secret: Uint8Array, label: string): TOTP =>
  new TOTP({
    issuer: productName,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: periodMs / 1000,
    // Copies the bytes, because the library reads the whole memory behind them, and Node may share that memory between
    // buffers.
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  });

export const displayedSecret = (secret: Uint8Array, label: string): { secret: string; uri: string } => {
  const totp = totpOf(secret, label);
  return { secret: totp.secret.base32, uri: totp.toString() };
};

/**
 * Returns the number of the 30-second step to which the code belongs: the previous, the current or the next one.
 * Undefined for a wrong code.
 */
export const totpStepOf = (secret: Uint8Array, code: string, now: number): number | undefined => {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? undefined : Math.floor(now / periodMs) + delta;
};
