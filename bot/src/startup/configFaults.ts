import { existsSync } from 'node:fs';
import { isLoopback } from './readEnvironment.ts';
import type { Environment } from './readEnvironment.ts';

// Finds missing and contradictory settings. Each message names the setting and its required value or change.

const knownSecrets = ['secret', 'changeme', 'change-me', 'password', 'rollcall', 'session-secret'];

export const secretsOf = (env: Environment): readonly string[] | null =>
  env.SESSION_SECRET === undefined
    ? null
    : env.SESSION_SECRET.split(',')
        .map((part) => part.trim())
        .filter((text) => text !== '');

export const hostOf = (address: string): string => new URL(address).hostname;

const secretFaults = (env: Environment): string[] => {
  const secrets = secretsOf(env);
  if (secrets === null)
    return env.NODE_ENV === 'production' ? ['SESSION_SECRET: is required in production (32 bytes or more)'] : [];
  if (secrets.length === 0) return ['SESSION_SECRET: contains only separators'];
  if (env.DEMO) return [];
  return secrets.flatMap((secret) => {
    if (Buffer.byteLength(secret) < 32) return ['SESSION_SECRET: each secret must have 32 bytes or more'];
    const isKnown = knownSecrets.some((known) => secret.toLowerCase().startsWith(known)) || new Set(secret).size < 8;
    return isKnown ? ['SESSION_SECRET: is a well-known or guessable value'] : [];
  });
};

/**
 * Name of the storage account of TABLES_URL in TABLES_SHARES. It is `mainAccount` in
 * bot/src/store/placement/organisationPlaceKinds.ts.
 */
const firstAccount = 'main';

const urlFaultsOf = (setting: string, url: string, env: Environment): string[] => {
  if (isLoopback(hostOf(url)))
    return env.TABLES_KEY === undefined ? ['TABLES_KEY: is required for an emulator on this machine'] : [];
  const faults = url.startsWith('https:') ? [] : [`${setting}: must be https`];
  return env.TABLES_KEY === undefined
    ? faults
    : [
        ...faults,
        'TABLES_KEY: is only for an emulator on this machine; remove it and assign a managed identity to the app',
      ];
};

const repeated = (names: readonly string[]): string[] => names.filter((name, index) => names.indexOf(name) !== index);

const accountFaults = (env: Environment): string[] => {
  const names = [firstAccount, ...env.TABLES_ACCOUNTS.map(({ name }) => name)];
  const urls = [env.TABLES_URL ?? '', ...env.TABLES_ACCOUNTS.map(({ url }) => url)].map((url) => url.toLowerCase());
  const shared = env.TABLES_SHARES.map(({ name }) => name);
  return [
    ...repeated(names).map(
      (name) => `TABLES_ACCOUNTS: names the account ${name} twice; main is the account of TABLES_URL`,
    ),
    ...repeated(urls).map((url) => `TABLES_ACCOUNTS: has the address ${url} twice, or repeats TABLES_URL`),
    ...shared
      .filter((name) => !names.includes(name))
      .map((name) => `TABLES_SHARES: names ${name}, which is neither main nor in TABLES_ACCOUNTS`),
    ...repeated(shared).map((name) => `TABLES_SHARES: names ${name} twice`),
  ];
};

/** Returns the faults in the settings of the store, for programs that use only the store. */
export const storeFaults = (env: Environment): string[] => {
  if (env.STORE === 'sqlite')
    return (['TABLES_ACCOUNTS', 'TABLES_SHARES'] as const)
      .filter((name) => env[name].length > 0)
      .map((name) => `${name}: is only for STORE=tables; the embedded store is one file`);
  if (env.TABLES_URL === undefined)
    return ['TABLES_URL: is required when STORE is tables, such as https://ACCOUNT.table.core.windows.net'];
  return [
    ...new Set([
      ...urlFaultsOf('TABLES_URL', env.TABLES_URL, env),
      ...env.TABLES_ACCOUNTS.flatMap(({ url }) => urlFaultsOf('TABLES_ACCOUNTS', url, env)),
      ...accountFaults(env),
    ]),
  ];
};

const botFaults = (env: Environment): string[] => {
  if (env.MicrosoftAppId === undefined) {
    const alone =
      env.MicrosoftAppPassword === undefined ? [] : ['MicrosoftAppPassword: has no effect without MicrosoftAppId'];
    if (env.DEMO) return alone;
    return [
      'MicrosoftAppId: is required outside demo mode: without it the bot would accept unsigned requests',
      ...alone,
    ];
  }
  const faults: string[] = [];
  if (env.MicrosoftAppType === 'UserAssignedMSI' && env.MicrosoftAppPassword !== undefined)
    faults.push(
      'MicrosoftAppPassword: a managed identity has no password; remove it, or set MicrosoftAppType=SingleTenant',
    );
  if (env.MicrosoftAppTenantId === undefined) faults.push('MicrosoftAppTenantId: is required with MicrosoftAppId');
  if (env.MicrosoftAppType === 'SingleTenant' && env.MicrosoftAppPassword === undefined)
    faults.push('MicrosoftAppPassword: is required for SingleTenant');
  return faults;
};

const entraFaults = (env: Environment): string[] => {
  const faults: string[] = [];
  const { protocol, hostname, pathname } = new URL(env.ENTRA_AUTHORITY);
  // The server at this URL decides who can sign in, so the connection must be safe.
  if (protocol !== 'https:' && (env.NODE_ENV === 'production' || !isLoopback(hostname)))
    faults.push('ENTRA_AUTHORITY: must be https');
  if (pathname === '/') faults.push('ENTRA_AUTHORITY: must end with organizations or the id of one tenant');
  if (env.ENTRA_CLIENT_SECRET !== undefined && env.ENTRA_CLIENT_ID === undefined)
    faults.push('ENTRA_CLIENT_ID: is required with ENTRA_CLIENT_SECRET');
  return faults;
};

const invoiceFaults = (env: Environment): string[] => {
  const faults: string[] = [];
  const isSent = env.BILLING_ENABLED && env.PAYMENT_PROVIDER === 'invoice';
  if (env.NODE_ENV === 'production' && isSent && env.INVOICE_PAYMENT_DETAILS === undefined)
    faults.push(
      'INVOICE_PAYMENT_DETAILS: is required in production when PAYMENT_PROVIDER is invoice: invoices need payment instructions, ' +
        'such as Example Bank|IBAN DE02 1203 0000 0000 2020 51; or set PAYMENT_PROVIDER=stripe or BILLING_ENABLED=false',
    );
  if (env.INVOICE_TAX_NAME === undefined && env.INVOICE_TAX_PERCENT !== undefined)
    faults.push('INVOICE_TAX_NAME: is required with INVOICE_TAX_PERCENT, such as VAT');
  if (env.INVOICE_TAX_NAME !== undefined && env.INVOICE_TAX_PERCENT === undefined)
    faults.push('INVOICE_TAX_PERCENT: is required with INVOICE_TAX_NAME, such as 19');
  return faults;
};

/** Returns the faults in the billing settings. Amounts are stored in hundredths, so other currencies are rejected. */
const billingFaults = (env: Environment): string[] => {
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency: env.CURRENCY }).resolvedOptions();
  const isHundredths = digits.maximumFractionDigits === 2;
  return [...(isHundredths ? [] : ['CURRENCY: must be a currency with two decimals']), ...invoiceFaults(env)];
};

const mailFaults = (env: Environment): string[] => {
  if (env.SMTP_URL === undefined)
    return env.NODE_ENV === 'production'
      ? ['SMTP_URL: is required in production: without it users cannot confirm their email address']
      : [];
  return env.MAIL_FROM === undefined ? ['MAIL_FROM: is required with SMTP_URL'] : [];
};

const stripeFaults = (env: Environment): string[] => {
  const faults: string[] = [];
  if (env.PAYMENT_PROVIDER !== 'stripe') {
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const)
      if (env[name] !== undefined)
        faults.push(`${name}: is set, but PAYMENT_PROVIDER is not stripe; set PAYMENT_PROVIDER=stripe or remove it`);
    return faults;
  }
  if (env.STRIPE_SECRET_KEY === undefined)
    faults.push('STRIPE_SECRET_KEY: is required when PAYMENT_PROVIDER is stripe');
  if (env.STRIPE_WEBHOOK_SECRET === undefined)
    faults.push('STRIPE_WEBHOOK_SECRET: is required when PAYMENT_PROVIDER is stripe');
  const { protocol, hostname } = new URL(env.STRIPE_API_BASE ?? 'https://api.stripe.com');
  // The Stripe key is sent to this URL, so the connection must be safe.
  if (protocol !== 'https:' && (env.NODE_ENV === 'production' || !isLoopback(hostname)))
    faults.push('STRIPE_API_BASE: must be https');
  return faults;
};

const demoFaults = (env: Environment, host: string, publicUrl: string): string[] => {
  if (!env.DEMO) return [];
  const faults: string[] = [];
  if (env.NODE_ENV === 'production') faults.push('DEMO: must be false in production');
  if (!isLoopback(host)) faults.push('DEMO: requires HOST to be an address of this machine, such as 127.0.0.1');
  if (!isLoopback(hostOf(publicUrl)))
    faults.push('DEMO: requires PUBLIC_URL to be an address of this machine, such as http://127.0.0.1:3978');
  return faults;
};

const urlFaults = (env: Environment, publicUrl: string): string[] => {
  if (env.NODE_ENV !== 'production') return [];
  if (env.PUBLIC_URL === undefined) return ['PUBLIC_URL: is required in production: links in cards are built from it'];
  const isSafe = publicUrl.startsWith('https:') || isLoopback(hostOf(publicUrl));
  return isSafe
    ? []
    : ['PUBLIC_URL: must be https in production: Teams opens no other pages, and users send passwords to this address'];
};

export const backupFaults = (env: Environment): string[] => {
  if (env.BACKUP_URL === undefined) return [];
  if (env.STORE === 'sqlite') return ['BACKUP_URL: is only for STORE=tables; use npm run backup for a store file'];
  if (new URL(env.BACKUP_URL).pathname === '/')
    return ['BACKUP_URL: must name a container, such as https://ACCOUNT.blob.core.windows.net/backups'];
  return env.BACKUP_URL.startsWith('https:') || isLoopback(hostOf(env.BACKUP_URL)) ? [] : ['BACKUP_URL: must be https'];
};

/**
 * Returns a fault if the URL of a table store is set but not used, because the operator probably expects the data in
 * that store.
 */
const unusedStoreFaults = (env: Environment): string[] =>
  env.STORE === 'sqlite' && env.TABLES_URL !== undefined
    ? ['TABLES_URL: is set, but STORE is sqlite; set STORE=tables or remove it']
    : [];

const fontFaults = (env: Environment): string[] =>
  env.PDF_FONTS.filter((file) => !existsSync(file)).map((file) => `PDF_FONTS: there is no file ${file}`);

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
  ...fontFaults(env),
  ...urlFaults(env, publicUrl),
];
