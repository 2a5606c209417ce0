import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError, readConfig } from './config.ts';
import { settingNames } from './readEnvironment.ts';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://rollcall.contoso.com/',
  SESSION_SECRET: 'q8Zr1uVt6yWx0pLk3mNb5cDf7gHj9sAe',
  MicrosoftAppId: 'f0000000-0000-4000-8000-000000000001',
  MicrosoftAppTenantId: 'f0000000-0000-4000-8000-000000000002',
  SMTP_URL: 'smtps://user:secret@mail.contoso.com',
  MAIL_FROM: 'rollcall@contoso.com',
  INVOICE_PAYMENT_DETAILS: 'Example Bank | IBAN DE02 1203 0000 0000 2020 51',
};
const faultsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.map((fault) => fault.split(':')[0] ?? '');
    throw error;
  }
  return [];
};

const inTables = { STORE: 'tables', TABLES_URL: 'https://contoso.table.core.windows.net' };
const east = 'east=https://east.table.core.windows.net';

describe('.env.example', () => {
  const example = parseEnv(readFileSync('.env.example', 'utf8')) as Record<string, string>;

  it('lists every setting and no other', () => {
    // NODE_ENV is missing in the example, because the start command sets it.
    expect(Object.keys(example).sort()).toEqual(settingNames.filter((name) => name !== 'NODE_ENV').sort());
  });

  it('shows each with its default', () => {
    expect(readConfig({ ...example, DEMO: 'true' })).toEqual(readConfig({ DEMO: 'true' }));
  });
});

describe('readConfig', () => {
  it('accepts a production environment and its defaults', () => {
    expect(readConfig(production)).toMatchObject({
      host: '0.0.0.0',
      port: 3978,
      publicUrl: 'https://rollcall.contoso.com',
      trialDays: 30,
      meetingTypes: ['STANDUP', 'RETRO'],
      isDemo: false,
    });
  });

  it('requires a way to pay invoices, unless none is sent', () => {
    expect(readConfig(production).billing.paymentDetails).toEqual(['Example Bank', 'IBAN DE02 1203 0000 0000 2020 51']);
    const silent = { ...production, INVOICE_PAYMENT_DETAILS: '' };
    expect(faultsOf(silent)).toEqual(['INVOICE_PAYMENT_DETAILS']);
    expect(faultsOf({ ...silent, BILLING_ENABLED: 'false' })).toEqual([]);
    const stripe = { PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    expect(readConfig({ ...silent, ...stripe }).billing.paymentDetails).toEqual([]);
    expect(readConfig({ DEMO: 'true' }).billing.paymentDetails).toEqual([
      'Test installation: please do not pay this invoice.',
    ]);
  });

  it('reads hosts and keys of text models, and does not show a key in a fault', () => {
    const orgId = '01M7W9GC9N72XGKNXEK0CR0G1C';
    const read = readConfig({
      ...production,
      TEXT_MODEL_HOSTS: 'models.contoso.internal:8080, 10.0.0.5',
      TEXT_MODEL_KEYS: `${orgId}@api.openai.com=sk-a=b,${orgId}@10.0.0.5=x`,
    });
    expect([...read.textModelHosts]).toEqual(['models.contoso.internal:8080', '10.0.0.5']);
    expect([...read.textModelKeys]).toEqual([
      [`${orgId.toLowerCase()}@api.openai.com`, 'sk-a=b'],
      [`${orgId.toLowerCase()}@10.0.0.5`, 'x'],
    ]);
    for (const TEXT_MODEL_HOSTS of ['https://a.test', 'A.test', 'a.test/v1', 'a b'])
      expect(faultsOf({ ...production, TEXT_MODEL_HOSTS })).toEqual(['TEXT_MODEL_HOSTS']);
    const readWrong = () => readConfig({ ...production, TEXT_MODEL_KEYS: 'contoso=sk-secret' });
    expect(readWrong).toThrow(/TEXT_MODEL_KEYS/);
    expect(readWrong).not.toThrow(/sk-secret/);
  });

  it('accepts a tax by name and percentage together, and a due date within 120 days', () => {
    const tax = { INVOICE_TAX_NAME: 'VAT', INVOICE_TAX_PERCENT: '7.7' };
    expect(readConfig({ ...production, ...tax }).billing).toMatchObject({
      ...{ tax: { name: 'VAT', basisPoints: 770 }, dueDays: 14 },
    });
    expect(faultsOf({ ...production, INVOICE_TAX_NAME: 'VAT' })).toEqual(['INVOICE_TAX_PERCENT']);
    expect(faultsOf({ ...production, INVOICE_TAX_PERCENT: '19' })).toEqual(['INVOICE_TAX_NAME']);
    for (const INVOICE_TAX_PERCENT of ['100', '-1', '1.234', 'x'])
      expect(faultsOf({ ...production, ...tax, INVOICE_TAX_PERCENT })).toEqual(['INVOICE_TAX_PERCENT']);
    for (const INVOICE_DUE_DAYS of ['-1', '121', '1.5'])
      expect(faultsOf({ ...production, INVOICE_DUE_DAYS })).toEqual(['INVOICE_DUE_DAYS']);
  });

  it('requires the settings that each kind of bot registration needs', () => {
    expect(faultsOf({ ...production, MicrosoftAppTenantId: '' })).toEqual(['MicrosoftAppTenantId']);
    expect(faultsOf({ ...production, MicrosoftAppType: 'SingleTenant' })).toEqual(['MicrosoftAppPassword']);
  });

  it('accepts Microsoft sign-in with and without the web, and only from a safe address', () => {
    const ENTRA_CLIENT_ID = 'C1C1C1C1-2222-4333-8444-555555555555';
    expect(readConfig(production).entra).toBeNull();
    expect(readConfig({ ...production, ENTRA_CLIENT_ID }).entra).toEqual({
      clientId: ENTRA_CLIENT_ID.toLowerCase(),
      clientSecret: null,
      authority: 'https://login.microsoftonline.com/organizations',
    });
    expect(faultsOf({ ...production, ENTRA_CLIENT_ID: 'rollcall' })).toEqual(['ENTRA_CLIENT_ID']);
    expect(faultsOf({ ...production, ENTRA_CLIENT_SECRET: 'secret' })).toEqual(['ENTRA_CLIENT_ID']);
    for (const ENTRA_AUTHORITY of ['http://127.0.0.1:1/organizations', 'http://login.test/x', 'https://login.test'])
      expect(faultsOf({ ...production, ENTRA_AUTHORITY })).toEqual(['ENTRA_AUTHORITY']);
    const demo = { DEMO: 'true', ENTRA_CLIENT_ID, ENTRA_AUTHORITY: 'http://127.0.0.1:1/organizations' };
    expect(readConfig(demo).entra?.authority).toBe('http://127.0.0.1:1/organizations');
    expect(faultsOf({ ...demo, ENTRA_AUTHORITY: 'http://login.test/organizations' })).toEqual(['ENTRA_AUTHORITY']);
  });

  it('requires a mail server and a sender in production; elsewhere emails become files', () => {
    expect(faultsOf({ ...production, SMTP_URL: '' })).toEqual(['SMTP_URL']);
    expect(faultsOf({ ...production, SMTP_URL: 'https://mail.contoso.com' })).toEqual(['SMTP_URL']);
    for (const SMTP_URL of ['smtp://', 'smtp:mail.contoso.com', 'smtps:///'])
      expect(faultsOf({ ...production, SMTP_URL })).toEqual(['SMTP_URL']);
    expect(faultsOf({ ...production, MAIL_FROM: '' })).toEqual(['MAIL_FROM']);
    expect(faultsOf({ ...production, MAIL_FROM: 'Rollcall <rollcall@contoso.com>' })).toEqual(['MAIL_FROM']);
    expect(readConfig({ DEMO: 'true' })).toMatchObject({ mail: { smtpUrl: null }, hidesAccounts: false });
  });

  it('names every fault at once', () => {
    expect(faultsOf({ NODE_ENV: 'production', STORE: 'tables' })).toEqual([
      'SESSION_SECRET',
      'TABLES_URL',
      'MicrosoftAppId',
      'SMTP_URL',
      'INVOICE_PAYMENT_DETAILS',
      'PUBLIC_URL',
    ]);
    expect(faultsOf({ ...production, PORT: 'x', LOG_LEVEL: 'loud' })).toEqual(['PORT', 'LOG_LEVEL']);
    // An unreadable setting does not hide other faults, and is reported once.
    expect(faultsOf({ ...production, PORT: 'x', SMTP_URL: 'mail', TRUST_PROXY: 'yes', PUBLIC_URL: '' })).toEqual([
      'PORT',
      'TRUST_PROXY',
      'SMTP_URL',
      'PUBLIC_URL',
    ]);
  });

  it('reads further storage accounts, and the shares of new organisations', () => {
    const TABLES_SHARES = 'main=1, east=3';
    expect(readConfig({ ...production, ...inTables, TABLES_ACCOUNTS: `${east}/`, TABLES_SHARES }).store).toEqual({
      ...{ engine: 'tables', url: inTables.TABLES_URL, key: null },
      accounts: [{ name: 'east', url: 'https://east.table.core.windows.net' }],
      shares: new Map([
        ['main', 1],
        ['east', 3],
      ]),
    });
  });

  it.each([
    [{ PUBLIC_URL: 'http://rollcall.contoso.com' }, ['PUBLIC_URL']],
    [{ PUBLIC_URL: 'https://rollcall.contoso.com/app' }, ['PUBLIC_URL']],
    [{ STORE: 'tables' }, ['TABLES_URL']],
    [{ STORE: 'tables', TABLES_URL: 'http://contoso.table.core.windows.net' }, ['TABLES_URL']],
    [{ STORE: 'tables', TABLES_URL: 'http://127.0.0.1:10002/devstoreaccount1' }, ['TABLES_KEY']],
    [{ TABLES_URL: 'https://contoso.table.core.windows.net' }, ['TABLES_URL']],
    [{ TABLES_ACCOUNTS: 'east=https://east.table.core.windows.net' }, ['TABLES_ACCOUNTS']],
    [{ TABLES_SHARES: 'main=1' }, ['TABLES_SHARES']],
    [{ ...inTables, TABLES_ACCOUNTS: 'https://east.table.core.windows.net' }, ['TABLES_ACCOUNTS']],
    [{ ...inTables, TABLES_ACCOUNTS: 'east=http://east.table.core.windows.net' }, ['TABLES_ACCOUNTS']],
    [{ ...inTables, TABLES_ACCOUNTS: 'main=https://east.table.core.windows.net' }, ['TABLES_ACCOUNTS']],
    [{ ...inTables, TABLES_ACCOUNTS: `east=${inTables.TABLES_URL}/` }, ['TABLES_ACCOUNTS']],
    [{ ...inTables, TABLES_ACCOUNTS: `${east},east=https://west.table.core.windows.net` }, ['TABLES_ACCOUNTS']],
    [{ ...inTables, TABLES_SHARES: 'main=1,east=3' }, ['TABLES_SHARES']],
    [{ ...inTables, TABLES_ACCOUNTS: east, TABLES_SHARES: 'east=many' }, ['TABLES_SHARES']],
    [{ ...inTables, TABLES_ACCOUNTS: east, TABLES_SHARES: 'east=1,east=2' }, ['TABLES_SHARES']],
    [{ ...inTables, BACKUP_URL: 'https://contoso.blob.core.windows.net/' }, ['BACKUP_URL']],
    [{ ...inTables, BACKUP_URL: 'http://contoso.blob.core.windows.net/backups' }, ['BACKUP_URL']],
    [{ MicrosoftAppPassword: 'of nobody' }, ['MicrosoftAppPassword']],
    [{ PAYMENT_PROVIDER: 'stripe' }, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']],
    [{ STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'wh' }, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']],
    [{ TRUST_PROXY: '-1' }, ['TRUST_PROXY']],
    [{ METRICS_TOKEN: 'short' }, ['METRICS_TOKEN']],
    [{ APPLICATIONINSIGHTS_CONNECTION_STRING: 'https://contoso.example' }, ['APPLICATIONINSIGHTS_CONNECTION_STRING']],
  ])('refuses missing and contradictory settings: %j', (change, expected) => {
    expect(faultsOf({ ...production, ...(change as Record<string, string>) })).toEqual(expected);
  });

  it('rejects a missing app id outside demo mode, for every NODE_ENV', () => {
    expect(faultsOf({})).toEqual(['MicrosoftAppId']);
    expect(faultsOf({ DEMO: 'true' })).toEqual([]);
  });

  it.each([
    [
      {
        NODE_ENV: 'production',
        PUBLIC_URL: 'http://127.0.0.1:1',
        HOST: '127.0.0.1',
        SESSION_SECRET: production.SESSION_SECRET,
      },
    ],
    [{ HOST: '0.0.0.0' }],
    [{ PUBLIC_URL: 'https://rollcall.contoso.com' }],
    [{ HOST: '127.0.0.1.evil.com' }],
  ])('refuses demo mode where others could reach it: %j', (environment) => {
    expect(faultsOf({ ...environment, DEMO: 'true' })).toContain('DEMO');
  });

  it.each(['short', 'secretsecretsecretsecretsecretsecret', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'])(
    'refuses the secret %s',
    (secret) => {
      expect(faultsOf({ ...production, SESSION_SECRET: `${production.SESSION_SECRET},${secret}` })).toEqual([
        'SESSION_SECRET',
      ]);
    },
  );

  it('refuses a secret of separators only, also in demo mode', () => {
    expect(faultsOf({ ...production, SESSION_SECRET: ' , ' })).toEqual(['SESSION_SECRET']);
    expect(faultsOf({ DEMO: 'true', SESSION_SECRET: ',' })).toEqual(['SESSION_SECRET']);
  });

  it('refuses references to a vault that Azure did not resolve, because they are no secrets', () => {
    const SESSION_SECRET = '@Microsoft.KeyVault(SecretUri=https://v.vault.azure.net/secrets/session-secret)';
    const SMTP_URL = SESSION_SECRET.replace('session-secret', 'smtp-url');
    expect(faultsOf({ ...production, SESSION_SECRET })).toEqual(['SESSION_SECRET']);
    expect(() => readConfig({ ...production, SESSION_SECRET, SMTP_URL, PORT: 'x' })).toThrow(
      /PORT: must be a port\n[^]*SMTP_URL: is a reference[^]*SESSION_SECRET: is a reference/,
    );
  });

  it('reads a setting of spaces as a missing one', () => {
    const spaces = { PORT: ' ', TRIAL_DAYS: ' ', INVOICE_DUE_DAYS: '  ', TRUST_PROXY: ' ', OPERATOR_NAME: ' ' };
    expect(readConfig({ ...production, ...spaces })).toEqual(readConfig(production));
    expect(faultsOf({ ...production, SESSION_SECRET: ' ' })).toEqual(['SESSION_SECRET']);
  });

  it('accepts a table key only for an emulator on this machine', () => {
    const tables = { ...production, STORE: 'tables', TABLES_KEY: 'k' };
    expect(faultsOf({ ...tables, TABLES_URL: 'http://127.0.0.1:10002/devstoreaccount1' })).toEqual([]);
    expect(faultsOf({ ...tables, TABLES_URL: 'https://contoso.table.core.windows.net' })).toEqual(['TABLES_KEY']);
  });

  it('reads who is superadmin: addresses and tid:oid pairs, in any case', () => {
    const named = { ...production, SUPERADMINS: ' Ann@Contoso.com, F0-1:A0-2 ,' };
    expect(readConfig(named).superadmins).toEqual(['ann@contoso.com', 'f0-1:a0-2']);
    expect(readConfig(production).superadmins).toEqual([]);
    for (const entry of ['ann', ':a0-2', 'f0-1:', 'a:b:c'])
      expect(() => readConfig({ ...production, SUPERADMINS: `ann@contoso.com,${entry}` })).toThrow(
        `SUPERADMINS: "${entry}" is neither TENANT_ID:OBJECT_ID nor an email address`,
      );
  });

  it('reads the billing settings: a price in cents, a currency of hundredths, and the issuer', () => {
    expect(readConfig(production).billing).toMatchObject({ priceCents: 200, currency: 'USD', issuer: ['Rollcall'] });
    const named = { PRICE_PER_ACTIVE_USER_CENTS: '350', CURRENCY: 'EUR', INVOICE_ISSUER: 'Rollcall Ltd | Dublin |' };
    expect(readConfig({ ...production, ...named }).billing).toMatchObject({
      ...{ priceCents: 350, currency: 'EUR', issuer: ['Rollcall Ltd', 'Dublin'] },
    });
    // A price with decimals is rejected, so that it cannot become a different amount.
    for (const PRICE_PER_ACTIVE_USER_CENTS of ['2.00', '2.5', '-200', '2,00', '1e3', '0x10', '123456789'])
      expect(faultsOf({ ...production, PRICE_PER_ACTIVE_USER_CENTS })).toEqual(['PRICE_PER_ACTIVE_USER_CENTS']);
    for (const CURRENCY of ['JPY', 'usd', 'US', 'KWD'])
      expect(faultsOf({ ...production, CURRENCY })).toEqual(['CURRENCY']);
    expect(faultsOf({ ...production, PDF_FONTS: 'fonts/han.woff' })).toEqual(['PDF_FONTS']);
    const font = 'node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf';
    expect(readConfig({ ...production, PDF_FONTS: font }).pdfFonts).toEqual([font]);
    expect(() => readConfig({ ...production, PDF_FONTS: `${font},fonts/none.ttf` })).toThrow(
      'PDF_FONTS: there is no file fonts/none.ttf',
    );
  });
});
