import { ConfigError, readConfig } from './config.ts';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://rollcall.contoso.com/',
  SESSION_SECRET: 'q8Zr1uVt6yWx0pLk3mNb5cDf7gHj9sAe',
  MicrosoftAppId: 'f0000000-0000-4000-8000-000000000001',
  MicrosoftAppTenantId: 'f0000000-0000-4000-8000-000000000002',
};
const faultsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.map((one) => one.split(':')[0] ?? '');
    throw error;
  }
  return [];
};

describe('readConfig', () => {
  it('takes a production environment and its defaults', () => {
    expect(readConfig(production)).toMatchObject({
      host: '0.0.0.0',
      port: 3978,
      publicUrl: 'https://rollcall.contoso.com',
      trialDays: 30,
      meetingTypes: ['STANDUP', 'RETRO'],
      isDemo: false,
    });
  });

  it('wants what the bot registration of each kind needs', () => {
    expect(faultsOf({ ...production, MicrosoftAppTenantId: '' })).toEqual(['MicrosoftAppTenantId']);
    expect(faultsOf({ ...production, MicrosoftAppType: 'SingleTenant' })).toEqual(['MicrosoftAppPassword']);
  });

  it('names every fault at once', () => {
    expect(faultsOf({ NODE_ENV: 'production', STORE: 'tables' })).toEqual([
      'SESSION_SECRET',
      'TABLES_URL',
      'MicrosoftAppId',
      'PUBLIC_URL',
    ]);
    expect(faultsOf({ ...production, PORT: 'x', LOG_LEVEL: 'loud' })).toEqual(['PORT', 'LOG_LEVEL']);
  });

  it('refuses to run a bot without an app id outside demo mode, whatever NODE_ENV', () => {
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

  it('takes a table key for an emulator on this machine only', () => {
    const tables = { ...production, STORE: 'tables', TABLES_KEY: 'k' };
    expect(faultsOf({ ...tables, TABLES_URL: 'http://127.0.0.1:10002/devstoreaccount1' })).toEqual([]);
    expect(faultsOf({ ...tables, TABLES_URL: 'https://contoso.table.core.windows.net' })).toEqual(['TABLES_KEY']);
  });
});
