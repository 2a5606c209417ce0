import { Secret, TOTP } from 'otpauth';

/** What an authenticator app shows at this moment. */
export const appCode = (secret: string, now: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
