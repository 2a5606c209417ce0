import { z } from 'zod';
import { currency } from '#contracts/billing.ts';
import { meetingTypes } from '#contracts/meeting.ts';
import { paymentProviders } from '#contracts/payment.ts';
import { email } from '#contracts/text.ts';
import { productName } from '#contracts/limits.ts';
import type { BillingTerms } from './domain/billing.ts';

const loopbackHosts = ['localhost', '::1', '[::1]'];
const isLoopback = (host: string): boolean =>
  loopbackHosts.includes(host.toLowerCase()) || /^127(\.\d{1,3}){3}$/.test(host);

const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');
const port = z.coerce.number('must be a port').int('must be a port').min(0).max(65535, 'must be a port');
const given = z.string().trim().min(1);
const url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((value) => value.replace(/\/+$/, ''));

const tidAndOid = z.string().regex(/^[^\s:@]+:[^\s:@]+$/);

/** Secrets that stand in examples and demos: whoever starts with one has none. */
const knownSecrets = ['secret', 'changeme', 'change-me', 'password', 'rollcall', 'session-secret'];

const environment = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: port.default(3978),
  HOST: given.optional(),
  PUBLIC_URL: url.optional(),
  DATA_DIR: given.default('.data'),
  STORE: z.enum(['sqlite', 'tables'], 'must be sqlite or tables').default('sqlite'),
  TABLES_URL: url.optional(),
  TABLES_KEY: given.optional(),
  SESSION_SECRET: given.optional(),
  MicrosoftAppId: given.optional(),
  MicrosoftAppType: z
    .enum(['UserAssignedMSI', 'SingleTenant'], 'must be UserAssignedMSI or SingleTenant')
    .default('UserAssignedMSI'),
  MicrosoftAppTenantId: given.optional(),
  MicrosoftAppPassword: given.optional(),
  ENTRA_CLIENT_ID: z.guid('must be the client id of an app registration').optional(),
  ENTRA_CLIENT_SECRET: given.optional(),
  ENTRA_AUTHORITY: url.default('https://login.microsoftonline.com/organizations'),
  BILLING_ENABLED: flag.default(true),
  PRICE_PER_ACTIVE_USER_CENTS: z
    .string()
    .regex(/^\d{1,8}$/, 'must be a whole number of cents, such as 200')
    .default('200')
    .transform(Number),
  CURRENCY: currency.default('USD' as z.output<typeof currency>),
  INVOICE_ISSUER: z
    .string()
    .default(productName)
    .transform((value) =>
      value
        .split('|')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    )
    .pipe(z.array(z.string().max(100, 'each line must be 100 characters or less')).min(1).max(10)),
  PDF_FONTS: z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    )
    .pipe(z.array(z.string().regex(/\.(?:ttf|otf)$/i, 'must name .ttf or .otf files'))),
  TRIAL_DAYS: z.coerce.number('must be a number of days').int().min(0).max(3650).default(30),
  PAYMENT_PROVIDER: z.enum(paymentProviders, 'must be invoice or stripe').default('invoice'),
  STRIPE_SECRET_KEY: given.optional(),
  STRIPE_WEBHOOK_SECRET: given.optional(),
  STRIPE_API_BASE: url.optional(),
  SUPPORT_URL: url.default('https://rollcall.example/support'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  MEETING_TYPES: z
    .string()
    .default('STANDUP,RETRO')
    .transform((value) => value.split(',').map((one) => one.trim()))
    .pipe(z.array(z.enum(meetingTypes, 'must list STANDUP, RETRO or both')).min(1)),
  TRUST_PROXY: z.coerce.number('must be a number of proxies').int().min(0).max(10).default(0),
  SUPERADMINS: z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((one) => one.trim().toLowerCase())
        .filter((one) => one !== ''),
    )
    .pipe(z.array(z.union([email, tidAndOid], 'must list e-mail addresses or tid:oid pairs'))),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps address' }).optional(),
  MAIL_FROM: email.optional(),
  ACCOUNT_ENUMERATION_SAFE: flag.default(false),
  CHAT_CLIENT_PORT: port.default(56150),
  DEMO: flag.default(false),
});
type Environment = z.output<typeof environment>;

export const settingNames: readonly string[] = Object.keys(environment.shape);

export type StoreConfig =
  | { readonly engine: 'sqlite'; readonly dataDir: string }
  | { readonly engine: 'tables'; readonly url: string; readonly key: string | null };

export interface BotConfig {
  readonly appId: string;
  readonly appType: 'UserAssignedMSI' | 'SingleTenant';
  readonly tenantId: string | null;
  readonly password: string | null;
}

export interface EntraConfig {
  readonly clientId: string;
  /** Null = silent sign-in in Teams only, no Microsoft sign-in on the web. */
  readonly clientSecret: string | null;
  readonly authority: string;
}

export interface MailConfig {
  /** Null = mails are written to files under dataDir. */
  readonly smtpUrl: string | null;
  /** Address mails come from. */
  readonly from: string;
}

export interface StripeConfig {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Null = Stripe's own. */
  readonly apiBase: string | null;
}

export interface Config {
  readonly isProduction: boolean;
  readonly isDemo: boolean;
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly store: StoreConfig;
  /** First signs, all verify. Null = make one and keep it in dataDir. */
  readonly sessionSecrets: readonly string[] | null;
  /** Null only in demo mode: without it the SDK would accept unsigned posts. */
  readonly bot: BotConfig | null;
  /** Null = nobody signs in with Microsoft. */
  readonly entra: EntraConfig | null;
  readonly isBillingEnabled: boolean;
  readonly billing: BillingTerms;
  /** Font files for letters the ones that come with the product do not have. */
  readonly pdfFonts: readonly string[];
  readonly trialDays: number;
  /** Null = bills are sent and paid as any other. */
  readonly stripe: StripeConfig | null;
  readonly supportUrl: string;
  readonly logLevel: Environment['LOG_LEVEL'];
  readonly meetingTypes: Environment['MEETING_TYPES'];
  /** Proxies of our own in front, whose forwarded addresses are believed. */
  readonly trustedProxies: number;
  /** `tid:oid` pairs and e-mail addresses, lower case. */
  readonly superadmins: readonly string[];
  readonly mail: MailConfig;
  /** Whether register, forgot password and the like answer alike for known and unknown addresses. */
  readonly hidesAccounts: boolean;
  /** Demo mode: where the local chat client answers. */
  readonly chatClientPort: number;
}

/** All faults of the environment at once, one a line. */
export class ConfigError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`The settings are not usable:\n${faults.map((one) => `  ${one}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

const secretsOf = (env: Environment): readonly string[] | null =>
  env.SESSION_SECRET === undefined
    ? null
    : env.SESSION_SECRET.split(',')
        .map((one) => one.trim())
        .filter((one) => one !== '');

const hostOf = (address: string): string => new URL(address).hostname;

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

const storeFaults = (env: Environment): string[] => {
  if (env.STORE === 'sqlite') return [];
  if (env.TABLES_URL === undefined) return ['TABLES_URL: is required when STORE is tables'];
  return env.TABLES_KEY !== undefined && !isLoopback(hostOf(env.TABLES_URL))
    ? ['TABLES_KEY: only for an emulator on this machine; use the managed identity']
    : [];
};

const botFaults = (env: Environment): string[] => {
  if (env.MicrosoftAppId === undefined)
    return env.DEMO ? [] : ['MicrosoftAppId: is required outside demo mode, else anybody could post to the bot'];
  const faults: string[] = [];
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
  if (env.PAYMENT_PROVIDER !== 'stripe') return [];
  const faults: string[] = [];
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

const stripeOf = (env: Environment): StripeConfig | null =>
  env.PAYMENT_PROVIDER === 'stripe'
    ? {
        secretKey: env.STRIPE_SECRET_KEY ?? '',
        webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? '',
        apiBase: env.STRIPE_API_BASE ?? null,
      }
    : null;

const demoFaults = (env: Environment, host: string, publicUrl: string): string[] => {
  if (!env.DEMO) return [];
  const faults: string[] = [];
  if (env.NODE_ENV === 'production') faults.push('DEMO: never in production');
  if (!isLoopback(host)) faults.push('DEMO: HOST must be this machine');
  if (!isLoopback(hostOf(publicUrl))) faults.push('DEMO: PUBLIC_URL must be this machine');
  return faults;
};

const botOf = (env: Environment): BotConfig | null =>
  env.MicrosoftAppId === undefined
    ? null
    : {
        appId: env.MicrosoftAppId,
        appType: env.MicrosoftAppType,
        tenantId: env.MicrosoftAppTenantId ?? null,
        password: env.MicrosoftAppPassword ?? null,
      };

const entraOf = (env: Environment): EntraConfig | null =>
  env.ENTRA_CLIENT_ID === undefined
    ? null
    : {
        clientId: env.ENTRA_CLIENT_ID.toLowerCase(),
        clientSecret: env.ENTRA_CLIENT_SECRET ?? null,
        authority: env.ENTRA_AUTHORITY,
      };

type Source = Readonly<Record<string, string | undefined>>;

const parse = (source: Source): Environment => {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(filled);
  if (!parsed.success)
    // By the setting's name alone: people know of no parts in it.
    throw new ConfigError(parsed.error.issues.map(({ path: [name], message }) => `${String(name)}: ${message}`));
  return parsed.data;
};

const storeOf = (env: Environment): StoreConfig =>
  env.STORE === 'sqlite'
    ? { engine: 'sqlite', dataDir: env.DATA_DIR }
    : { engine: 'tables', url: env.TABLES_URL ?? '', key: env.TABLES_KEY ?? null };

/** Where the store is, for what works on it alone. Throws ConfigError. */
export const readStoreConfig = (source: Source): StoreConfig => {
  const env = parse(source);
  const faults = storeFaults(env);
  if (faults.length > 0) throw new ConfigError(faults);
  return storeOf(env);
};

/** Reads the environment once. Throws ConfigError naming every fault. */
export const readConfig = (source: Source): Config => {
  const env = parse(source);
  const isProduction = env.NODE_ENV === 'production';
  const host = env.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1');
  const publicUrl = env.PUBLIC_URL ?? `http://127.0.0.1:${env.PORT}`;
  const faults = [...secretFaults(env), ...storeFaults(env), ...botFaults(env), ...demoFaults(env, host, publicUrl)];
  faults.push(...entraFaults(env), ...mailFaults(env), ...stripeFaults(env), ...billingFaults(env));
  if (isProduction && env.PUBLIC_URL === undefined) faults.push('PUBLIC_URL: is required in production');
  if (faults.length > 0) throw new ConfigError(faults);
  return {
    isProduction,
    isDemo: env.DEMO,
    port: env.PORT,
    host,
    publicUrl,
    dataDir: env.DATA_DIR,
    store: storeOf(env),
    sessionSecrets: secretsOf(env),
    bot: botOf(env),
    entra: entraOf(env),
    isBillingEnabled: env.BILLING_ENABLED,
    billing: { priceCents: env.PRICE_PER_ACTIVE_USER_CENTS, currency: env.CURRENCY, issuer: env.INVOICE_ISSUER },
    pdfFonts: env.PDF_FONTS,
    trialDays: env.TRIAL_DAYS,
    stripe: stripeOf(env),
    supportUrl: env.SUPPORT_URL,
    logLevel: env.LOG_LEVEL,
    meetingTypes: env.MEETING_TYPES,
    trustedProxies: env.TRUST_PROXY,
    superadmins: env.SUPERADMINS,
    mail: { smtpUrl: env.SMTP_URL ?? null, from: env.MAIL_FROM ?? `no-reply@${hostOf(publicUrl)}` },
    hidesAccounts: env.ACCOUNT_ENUMERATION_SAFE,
    chatClientPort: env.CHAT_CLIENT_PORT,
  };
};
