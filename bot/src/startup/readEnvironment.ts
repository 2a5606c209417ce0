import { z } from 'zod';
import { currency } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import { meetingTypes } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { paymentProviders } from '#contracts/billing/paymentAndBillingContactCalls.ts';
import { email } from '#contracts/core/textAndEmailSchemas.ts';
import { productName } from '#contracts/core/limitsAndProductConstants.ts';

const loopbackHosts = ['localhost', '::1', '[::1]'];
export const isLoopback = (host: string): boolean =>
  loopbackHosts.includes(host.toLowerCase()) || /^127(\.\d{1,3}){3}$/.test(host);

const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');
const port = z.coerce.number('must be a port').int('must be a port').min(0).max(65535, 'must be a port');
const given = z.string().trim().min(1);
/** A setting with several lines of text, separated by `|`. */
const invoiceLines = z.preprocess(
  (value) =>
    typeof value === 'string'
      ? value
          .split('|')
          .map((line) => line.trim())
          .filter((line) => line !== '')
      : value,
  z
    .array(z.string().max(100, 'each line must be 100 characters or less'))
    .min(1, 'must have one line or more')
    .max(10, 'must have 10 lines or less'),
);
/** True if the URL has no path, so that paths can be appended to it. */
const isOrigin = (value: string): boolean => {
  const { origin, href } = new URL(value);
  return href === `${origin}/`;
};
const url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((value) => value.replace(/\/+$/, ''));

/** Splits a comma-separated setting; empty entries are dropped. */
const listed = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
/** True for a host in the form that `URL.host` returns: in lower case, and without the default port of its protocol. */
const isHost = (value: string): boolean =>
  ['http', 'https'].some(
    (protocol) => URL.canParse(`${protocol}://${value}`) && new URL(`${protocol}://${value}`).host === value,
  );
export const textModelKey = /^([0-9A-Z]{26})@([^\s@=]+)=(\S+)$/;

/** Splits an entry NAME=VALUE at its first `=`. */
const named = (entry: string): readonly [string, string] => {
  const at = entry.indexOf('=');
  return [entry.slice(0, at), entry.slice(at + 1)];
};
const accountEntry = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]{0,19}=https?:\/\/\S+$/,
    'must list entries such as east=https://ACCOUNT.table.core.windows.net',
  )
  .transform((entry) => {
    const [name, address] = named(entry);
    return { name, url: address.replace(/\/+$/, '') };
  });
const shareEntry = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,19}=\d{1,4}$/, 'must list entries such as main=1,east=3')
  .transform((entry) => {
    const [name, share] = named(entry);
    return { name, share: Number(share) };
  });

const contact = z.union([email, url], 'must be an email address or an http or https address');

const tidAndOid = z.string().regex(/^[^\s:@]+:[^\s:@]+$/);
const isSuperadminEntry = (entry: string): boolean =>
  email.safeParse(entry).success || tidAndOid.safeParse(entry).success;
const notSuperadmin = (entry: unknown): string =>
  `"${String(entry)}" is neither TENANT_ID:OBJECT_ID nor an email address; separate entries by commas`;

const environment = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: port.default(3978),
  HOST: given.optional(),
  PUBLIC_URL: url
    .refine(isOrigin, 'must be an address without a path, such as https://rollcall.contoso.com')
    .optional(),
  DATA_DIR: given.default('.data'),
  STORE: z.enum(['sqlite', 'tables'], 'must be sqlite or tables').default('sqlite'),
  TABLES_URL: url.optional(),
  TABLES_KEY: given.optional(),
  TABLES_ACCOUNTS: z.string().default('').transform(listed).pipe(z.array(accountEntry)),
  TABLES_SHARES: z.string().default('').transform(listed).pipe(z.array(shareEntry)),
  BACKUP_URL: url.optional(),
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
  INVOICE_ISSUER: invoiceLines.default([productName]),
  INVOICE_PAYMENT_DETAILS: invoiceLines.optional(),
  INVOICE_DUE_DAYS: z.coerce
    .number('must be a number of days')
    .int('must be a number of days')
    .min(0, 'must be 0 or more')
    .max(120, 'must be 120 or less')
    .default(14),
  INVOICE_TAX_NAME: given.max(40, 'must be 40 characters or less').optional(),
  INVOICE_TAX_PERCENT: z
    .string()
    .regex(/^\d{1,2}(?:\.\d{1,2})?$/, 'must be a percentage below 100, such as 19 or 7.7')
    .transform((value) => Math.round(Number(value) * 100))
    .optional(),
  PDF_FONTS: z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter((text) => text !== ''),
    )
    .pipe(z.array(z.string().regex(/\.(?:ttf|otf)$/i, 'must name .ttf or .otf files'))),
  TRIAL_DAYS: z.coerce.number('must be a number of days').int().min(0).max(3650).default(30),
  PAYMENT_PROVIDER: z.enum(paymentProviders, 'must be invoice or stripe').default('invoice'),
  STRIPE_SECRET_KEY: given.optional(),
  STRIPE_WEBHOOK_SECRET: given.optional(),
  STRIPE_API_BASE: url.optional(),
  SUPPORT_URL: url.optional(),
  OPERATOR_NAME: given.max(100, 'must be 100 characters or less').optional(),
  OPERATOR_CONTACT: contact.optional(),
  SECURITY_CONTACT: contact.optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  MEETING_TYPES: z
    .string()
    .default('STANDUP,RETRO')
    .transform((value) => value.split(',').map((part) => part.trim()))
    .pipe(z.array(z.enum(meetingTypes, 'must list STANDUP, RETRO or both')).min(1)),
  TRUST_PROXY: z.coerce
    .number('must be a number of proxies')
    .int('must be a number of proxies')
    .min(0, 'must be 0 or more')
    .max(10, 'must be 10 or less')
    .default(0),
  SUPERADMINS: z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim().toLowerCase())
        .filter((text) => text !== ''),
    )
    .pipe(z.array(z.string().refine(isSuperadminEntry, { error: ({ input }) => notSuperadmin(input) }))),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, hostname: /./, error: 'must be an smtp or smtps address with a host' })
    .optional(),
  MAIL_FROM: email.optional(),
  ACCOUNT_ENUMERATION_SAFE: flag.default(false),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must have 16 characters or more, none of them a space')
    .optional(),
  APPLICATIONINSIGHTS_CONNECTION_STRING: z
    .string()
    .regex(
      /(?:^|;)\s*InstrumentationKey=[^;]+/i,
      'must be a connection string: InstrumentationKey=…;IngestionEndpoint=…',
    )
    .optional(),
  TEXT_MODEL_HOSTS: z
    .string()
    .default('')
    .transform(listed)
    .pipe(z.array(z.string().refine(isHost, 'must list hosts such as models.contoso.internal or 10.0.0.5:8080'))),
  TEXT_MODEL_KEYS: z
    .string()
    .default('')
    .transform(listed)
    // The fault does not show the entries, because they contain keys.
    .pipe(z.array(z.string().regex(textModelKey, 'must list entries such as ORGANISATION_ID@api.openai.com=KEY'))),
  CHAT_CLIENT_PORT: port.default(56150),
  DEMO: flag.default(false),
});
export type Environment = z.output<typeof environment>;

export const settingNames: readonly string[] = Object.keys(environment.shape);

export type Source = Readonly<Record<string, string | undefined>>;

/**
 * True for a reference to a vault that Azure did not replace by the secret. Azure then passes on the reference itself,
 * which would otherwise be a valid and guessable secret.
 */
const isReference = (value: string): boolean => /^@Microsoft\.KeyVault\(/i.test(value.trim());
const unresolvedFault =
  'is a reference to a vault that Azure could not resolve; give the identity of the app the role Key Vault Secrets User, and restart';

/**
 * Reads the settings. Returns the fault of each unreadable setting by the setting's name; `env` contains the default of
 * such a setting.
 */
export const readEnvironment = (
  source: Source,
): { readonly env: Environment; readonly unreadable: Map<string, string> } => {
  // A blank setting is a missing one: as a number, spaces would be 0.
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => (value ?? '').trim() !== ''));
  const unresolved = Object.keys(filled).filter(
    (name) => settingNames.includes(name) && isReference(filled[name] ?? ''),
  );
  const parsed = environment.safeParse(filled);
  if (parsed.success && unresolved.length === 0) return { env: parsed.data, unreadable: new Map() };
  // Faults are reported by the name of the setting. The path inside its parsed value is left out, because operators
  // only know the text that they entered.
  const issues = parsed.success ? [] : parsed.error.issues;
  const unreadable = new Map(issues.map(({ path: [name], message }) => [String(name), message]));
  for (const name of unresolved) unreadable.set(name, unresolvedFault);
  const readable = Object.entries(filled).filter(([name]) => !unreadable.has(name));
  return { env: environment.parse(Object.fromEntries(readable)), unreadable };
};
