import type { BillingTerms } from '../domain/billing/forecastAndInvoiceAmounts.ts';
import { backupFaults, hostOf, secretsOf, settingFaults, storeFaults } from './configFaults.ts';
import { isLoopback, readEnvironment, textModelKey } from './readEnvironment.ts';
import type { Environment, Source } from './readEnvironment.ts';

export type StoreConfig =
  | { readonly engine: 'sqlite'; readonly dataDir: string }
  | {
      readonly engine: 'tables';
      readonly url: string;
      readonly key: string | null;
      /** Storage accounts for organisations in addition to the storage account of `url`. */
      readonly accounts: readonly { readonly name: string; readonly url: string }[];
      /**
       * Relative shares of new organisations by storage account. A storage account without a share gets no new
       * organisations.
       */
      readonly shares: ReadonlyMap<string, number>;
    };

export interface BackupConfig {
  readonly url: string;
  /** Key of an emulator's storage account; null if the identity of the process is used instead of a key. */
  readonly key: string | null;
}

export interface BotConfig {
  readonly appId: string;
  readonly appType: 'UserAssignedMSI' | 'SingleTenant';
  readonly tenantId: string | null;
  readonly password: string | null;
}

export interface EntraConfig {
  readonly clientId: string;
  /** Secret for sign-in with Microsoft on the web; null if only silent sign-in in Teams is offered. */
  readonly clientSecret: string | null;
  readonly authority: string;
}

export interface MailConfig {
  /** URL of the mail server; null if emails are written to files under `dataDir`. */
  readonly smtpUrl: string | null;
  readonly from: string;
}

export interface StripeConfig {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** URL of Stripe's API; null for Stripe's own URL. */
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
  /** The container of the nightly backups; null if no backups are made. */
  readonly backup: BackupConfig | null;
  /**
   * Secrets of the sessions: the first secret signs, and all secrets verify. Null if the server creates a secret and
   * keeps it in `dataDir`.
   */
  readonly sessionSecrets: readonly string[] | null;
  /** Identity of the bot. Null only in demo mode: without an identity the SDK accepts unsigned requests. */
  readonly bot: BotConfig | null;
  /** Settings of sign-in with Microsoft; null if it is switched off. */
  readonly entra: EntraConfig | null;
  readonly isBillingEnabled: boolean;
  readonly billing: BillingTerms;
  readonly pdfFonts: readonly string[];
  readonly trialDays: number;
  /** Settings of Stripe; null if organisations pay by invoice. */
  readonly stripe: StripeConfig | null;
  /** URL of the support page; null if the page of the web app that shows the contact is used. */
  readonly supportUrl: string | null;
  readonly operator: { readonly name: string | null; readonly contact: string | null };
  /**
   * Email address or URL for security reports; null if neither SECURITY_CONTACT nor OPERATOR_CONTACT is set, and the
   * support page is used.
   */
  readonly securityContact: string | null;
  readonly logLevel: Environment['LOG_LEVEL'];
  readonly meetingTypes: Environment['MEETING_TYPES'];
  /**
   * Number of the operator's proxies in front of the server. Each appends the address of its caller to the header
   * X-Forwarded-For.
   */
  readonly trustedProxies: number;
  /** The superadmins: `tid:oid` pairs, and email addresses in lower case. */
  readonly superadmins: readonly string[];
  readonly mail: MailConfig;
  /** True if registration, password reset and similar calls give the same reply for known and unknown addresses. */
  readonly hidesAccounts: boolean;
  /** Hosts whose text models may have a private address and use http. */
  readonly textModelHosts: ReadonlySet<string>;
  /**
   * API keys of text models. The key of the map is the id of the organisation and the host of the model, as
   * `organisation@host` in lower case.
   */
  readonly textModelKeys: ReadonlyMap<string, string>;
  readonly chatClientPort: number;
  /**
   * Token with which other machines may read the metrics and the details of /readyz. If it is null, only requests from
   * this machine without a proxy may read them.
   */
  readonly metricsToken: string | null;
  /** Connection string of Application Insights; null if no telemetry is sent. */
  readonly appInsights: string | null;
}

/** Thrown for invalid settings. The message lists all faults, one per line. */
export class ConfigError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`The settings are not usable:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

const stripeOf = (env: Environment): StripeConfig | null =>
  env.PAYMENT_PROVIDER === 'stripe'
    ? {
        secretKey: env.STRIPE_SECRET_KEY ?? '',
        webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? '',
        apiBase: env.STRIPE_API_BASE ?? null,
      }
    : null;

/** Payment details on invoices outside production. They ask the reader not to pay. */
const noPayment = ['Test installation: please do not pay this invoice.'];

const billingOf = (env: Environment): BillingTerms => ({
  priceCents: env.PRICE_PER_ACTIVE_USER_CENTS,
  currency: env.CURRENCY,
  issuer: env.INVOICE_ISSUER,
  paymentDetails: env.INVOICE_PAYMENT_DETAILS ?? (env.PAYMENT_PROVIDER === 'invoice' ? noPayment : []),
  dueDays: env.INVOICE_DUE_DAYS,
  tax:
    env.INVOICE_TAX_NAME === undefined || env.INVOICE_TAX_PERCENT === undefined
      ? null
      : { name: env.INVOICE_TAX_NAME, basisPoints: env.INVOICE_TAX_PERCENT },
});

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

const storeOf = (env: Environment): StoreConfig =>
  env.STORE === 'sqlite'
    ? { engine: 'sqlite', dataDir: env.DATA_DIR }
    : {
        engine: 'tables',
        url: env.TABLES_URL ?? '',
        key: env.TABLES_KEY ?? null,
        accounts: env.TABLES_ACCOUNTS,
        shares: new Map(env.TABLES_SHARES.map(({ name, share }) => [name, share])),
      };

/**
 * Returns the key of the emulator's storage account if the URL is on this machine; otherwise null, so that this key is
 * not sent elsewhere.
 */
const keyFor = (url: string, { TABLES_KEY }: Environment): string | null =>
  isLoopback(hostOf(url)) ? (TABLES_KEY ?? null) : null;

const backupOf = (env: Environment): BackupConfig | null =>
  env.BACKUP_URL === undefined ? null : { url: env.BACKUP_URL, key: keyFor(env.BACKUP_URL, env) };

const textModelKeysOf = (env: Environment): Map<string, string> =>
  new Map(
    env.TEXT_MODEL_KEYS.map((entry) => {
      const [, orgId = '', host = '', key = ''] = textModelKey.exec(entry) ?? [];
      return [`${orgId}@${host}`.toLowerCase(), key];
    }),
  );

/** Throws one error with all faults: unreadable settings first, then contradictions. */
const refuseFaults = (unreadable: ReadonlyMap<string, string>, faults: readonly string[]): void => {
  const others = faults.filter((text) => !unreadable.has(text.split(':')[0] ?? ''));
  const all = [...[...unreadable].map(([name, fault]) => `${name}: ${fault}`), ...others];
  if (all.length > 0) throw new ConfigError(all);
};

/** Reads where the store is, for programs that use no other settings. Throws ConfigError. */
export const readStoreConfig = (source: Source): StoreConfig => {
  const { env, unreadable } = readEnvironment(source);
  refuseFaults(unreadable, storeFaults(env));
  return storeOf(env);
};

export interface StoragePlaces {
  readonly store: StoreConfig;
  readonly backup: BackupConfig | null;
}

/** Reads where the store and its backups are. Throws ConfigError. */
export const readStoragePlaces = (source: Source): StoragePlaces => {
  const { env, unreadable } = readEnvironment(source);
  refuseFaults(unreadable, [...storeFaults(env), ...backupFaults(env)]);
  return { store: storeOf(env), backup: backupOf(env) };
};

/** Reads only the setting SUPERADMINS, for the command that confirms a superadmin. Throws ConfigError. */
export const readSuperadmins = (source: Source): ReadonlySet<string> => {
  const { env, unreadable } = readEnvironment(source);
  refuseFaults(unreadable, []);
  return new Set(env.SUPERADMINS);
};

const isAddress = (place: string): boolean => /^https?:\/\//i.test(place);
const isOnThisMachine = (place: string): boolean => URL.canParse(place) && isLoopback(hostOf(place));

/**
 * Reads the source and the target of a migration. Each is a data folder or the URL of a table service. The rules of the
 * settings apply, and the key of an emulator is used only for the emulator. Throws ConfigError.
 */
export const readMove = (source: Source, places: readonly [string, string]): readonly [StoreConfig, StoreConfig] => {
  const key = source['TABLES_KEY'];
  const hasEmulator = places.some(isOnThisMachine);
  const storeAt = (place: string): StoreConfig => {
    if (!isAddress(place)) return { engine: 'sqlite', dataDir: place };
    const named = { STORE: 'tables', TABLES_URL: place };
    try {
      return readStoreConfig(!hasEmulator || isOnThisMachine(place) ? { ...named, TABLES_KEY: key } : named);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      throw new ConfigError(error.faults.map((fault) => fault.replace(/^TABLES_URL/, place)));
    }
  };
  return [storeAt(places[0]), storeAt(places[1])];
};

/** Reads the settings. Throws ConfigError with all faults. */
export const readConfig = (source: Source): Config => {
  const { env, unreadable } = readEnvironment(source);
  const isProduction = env.NODE_ENV === 'production';
  const host = env.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1');
  const publicUrl = env.PUBLIC_URL ?? `http://127.0.0.1:${env.PORT}`;
  refuseFaults(unreadable, settingFaults(env, { host, publicUrl }));
  return {
    isProduction,
    isDemo: env.DEMO,
    port: env.PORT,
    host,
    publicUrl,
    dataDir: env.DATA_DIR,
    store: storeOf(env),
    backup: backupOf(env),
    sessionSecrets: secretsOf(env),
    bot: botOf(env),
    entra: entraOf(env),
    isBillingEnabled: env.BILLING_ENABLED,
    billing: billingOf(env),
    pdfFonts: env.PDF_FONTS,
    trialDays: env.TRIAL_DAYS,
    stripe: stripeOf(env),
    supportUrl: env.SUPPORT_URL ?? null,
    operator: { name: env.OPERATOR_NAME ?? null, contact: env.OPERATOR_CONTACT ?? null },
    securityContact: env.SECURITY_CONTACT ?? env.OPERATOR_CONTACT ?? null,
    logLevel: env.LOG_LEVEL,
    meetingTypes: env.MEETING_TYPES,
    trustedProxies: env.TRUST_PROXY,
    superadmins: env.SUPERADMINS,
    mail: { smtpUrl: env.SMTP_URL ?? null, from: env.MAIL_FROM ?? `no-reply@${hostOf(publicUrl)}` },
    hidesAccounts: env.ACCOUNT_ENUMERATION_SAFE,
    textModelHosts: new Set(env.TEXT_MODEL_HOSTS),
    textModelKeys: textModelKeysOf(env),
    chatClientPort: env.CHAT_CLIENT_PORT,
    metricsToken: env.METRICS_TOKEN ?? null,
    appInsights: env.APPLICATIONINSIGHTS_CONNECTION_STRING ?? null,
  };
};
