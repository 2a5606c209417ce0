import { Secret, TOTP } from 'otpauth';

/** Returns the code that an authenticator app shows at that time. */
export const appCode = (secret: string, now: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
