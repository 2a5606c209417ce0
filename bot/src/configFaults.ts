import { isLoopback } from './environment.ts';
import type { Environment } from './environment.ts';

// What settings say against each other, each with what to do about it.

/** Secrets that stand in examples and demos: whoever starts with one has none. */
const knownSecrets = ['secret', 'changeme', 'change-me', 'password', 'rollcall', 'session-secret'];

export const secretsOf = (env: Environment): readonly string[] | null =>
  env.SESSION_SECRET === undefined
    ? null
    : env.SESSION_SECRET.split(',')
        .map((one) => one.trim())
        .filter((one) => one !== '');

export const hostOf = (address: string): string => new URL(address).hostname;

const secretFaults = (env: Environment): string[] => {
  const secrets = secretsOf(env);
  if (secrets === null)
    return env.NODE_ENV === 'production' ? ['SESSION_SECRET: is required in production (32 bytes or more)'] : [];
  if (env.DEMO) return [];
  return secrets.flatMap((secret) => {
    if (Buffer.byteLength(secret) < 32) return ['SESSION_SECRET: each secret must have 32 bytes or more'];
    const isKnown = knownSecrets.some((known) => secret.toLowerCase().startsWith(known)) || new Set(secret).size < 8;
    return isKnown ? ['SESSION_SECRET: is a well-known or guessable value'] : [];
  });
};

/** Of the store alone, for what works on it alone. */
export const storeFaults = (env: Environment): string[] => {
  if (env.STORE === 'sqlite') return [];
  if (env.TABLES_URL === undefined)
    return ['TABLES_URL: is required when STORE is tables, such as https://ACCOUNT.table.core.windows.net'];
  const isHere = isLoopback(hostOf(env.TABLES_URL));
  if (isHere) return env.TABLES_KEY === undefined ? ['TABLES_KEY: is required for an emulator on this machine'] : [];
  const faults = env.TABLES_URL.startsWith('https:') ? [] : ['TABLES_URL: must be https'];
  return env.TABLES_KEY === undefined
    ? faults
    : [...faults, 'TABLES_KEY: only for an emulator on this machine; leave it out and give the app an identity'];
};

const botFaults = (env: Environment): string[] => {
  if (env.MicrosoftAppId === undefined) {
    const alone =
      env.MicrosoftAppPassword === undefined ? [] : ['MicrosoftAppPassword: means nothing without MicrosoftAppId'];
    if (env.DEMO) return alone;
    return ['MicrosoftAppId: is required outside demo mode, else anybody could post to the bot', ...alone];
  }
  const faults: string[] = [];
  if (env.MicrosoftAppType === 'UserAssignedMSI' && env.MicrosoftAppPassword !== undefined)
    faults.push('MicrosoftAppPassword: an identity has none; leave it out, or set MicrosoftAppType=SingleTenant');
  if (env.MicrosoftAppTenantId === undefined) faults.push('MicrosoftAppTenantId: is required beside MicrosoftAppId');
  if (env.MicrosoftAppType === 'SingleTenant' && env.MicrosoftAppPassword === undefined)
    faults.push('MicrosoftAppPassword: is required for SingleTenant');
  return faults;
};

const entraFaults = (env: Environment): string[] => {
  const faults: string[] = [];
  const { protocol, hostname, pathname } = new URL(env.ENTRA_AUTHORITY);
  // Whoever answers there says who people are.
  if (protocol !== 'https:' && (env.NODE_ENV === 'production' || !isLoopback(hostname)))
    faults.push('ENTRA_AUTHORITY: must be https');
  if (pathname === '/') faults.push('ENTRA_AUTHORITY: must end with organizations or the id of one tenant');
  if (env.ENTRA_CLIENT_SECRET !== undefined && env.ENTRA_CLIENT_ID === undefined)
    faults.push('ENTRA_CLIENT_ID: is required beside ENTRA_CLIENT_SECRET');
  return faults;
};

/** Amounts are counted in hundredths. */
const billingFaults = (env: Environment): string[] => {
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency: env.CURRENCY }).resolvedOptions();
  return digits.maximumFractionDigits === 2 ? [] : ['CURRENCY: must be a currency with two decimals'];
};

const mailFaults = (env: Environment): string[] => {
  if (env.SMTP_URL === undefined)
    return env.NODE_ENV === 'production'
      ? ['SMTP_URL: is required in production: nobody could confirm an address']
      : [];
  return env.MAIL_FROM === undefined ? ['MAIL_FROM: is required beside SMTP_URL'] : [];
};

const stripeFaults = (env: Environment): string[] => {
  const faults: string[] = [];
  if (env.PAYMENT_PROVIDER !== 'stripe') {
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const)
      if (env[name] !== undefined)
        faults.push(`${name}: is set, but PAYMENT_PROVIDER is not stripe; set that or leave it out`);
    return faults;
  }
  if (env.STRIPE_SECRET_KEY === undefined)
    faults.push('STRIPE_SECRET_KEY: is required when PAYMENT_PROVIDER is stripe');
  if (env.STRIPE_WEBHOOK_SECRET === undefined)
    faults.push('STRIPE_WEBHOOK_SECRET: is required when PAYMENT_PROVIDER is stripe');
  const { protocol, hostname } = new URL(env.STRIPE_API_BASE ?? 'https://api.stripe.com');
  // The key goes there.
  if (protocol !== 'https:' && (env.NODE_ENV === 'production' || !isLoopback(hostname)))
    faults.push('STRIPE_API_BASE: must be https');
  return faults;
};

const demoFaults = (env: Environment, host: string, publicUrl: string): string[] => {
  if (!env.DEMO) return [];
  const faults: string[] = [];
  if (env.NODE_ENV === 'production') faults.push('DEMO: never in production');
  if (!isLoopback(host)) faults.push('DEMO: HOST must be this machine');
  if (!isLoopback(hostOf(publicUrl))) faults.push('DEMO: PUBLIC_URL must be this machine');
  return faults;
};

const urlFaults = (env: Environment, publicUrl: string): string[] => {
  if (env.NODE_ENV !== 'production') return [];
  if (env.PUBLIC_URL === undefined) return ['PUBLIC_URL: is required in production: links in cards are built from it'];
  const isSafe = publicUrl.startsWith('https:') || isLoopback(hostOf(publicUrl));
  return isSafe ? [] : ['PUBLIC_URL: must be https in production: Teams shows nothing else, and passwords go there'];
};

/** Of the container of the backups. */
export const backupFaults = (env: Environment): string[] => {
  if (env.BACKUP_URL === undefined) return [];
  if (env.STORE === 'sqlite') return ['BACKUP_URL: is for STORE=tables; a store file is backed up by npm run backup'];
  return env.BACKUP_URL.startsWith('https:') || isLoopback(hostOf(env.BACKUP_URL)) ? [] : ['BACKUP_URL: must be https'];
};

/** A store that is named and not used is somebody's mistake about where the data is. */
const unusedStoreFaults = (env: Environment): string[] =>
  env.STORE === 'sqlite' && env.TABLES_URL !== undefined
    ? ['TABLES_URL: is set, but STORE is sqlite; set STORE=tables or leave it out']
    : [];

export const settingFaults = (
  env: Environment,
  { host, publicUrl }: { readonly host: string; readonly publicUrl: string },
): string[] => [
  ...secretFaults(env),
  ...storeFaults(env),
  ...unusedStoreFaults(env),
  ...backupFaults(env),
  ...botFaults(env),
  ...demoFaults(env, host, publicUrl),
  ...entraFaults(env),
  ...mailFaults(env),
  ...stripeFaults(env),
  ...billingFaults(env),
  ...urlFaults(env, publicUrl),
];
