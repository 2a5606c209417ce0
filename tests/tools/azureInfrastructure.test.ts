import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../../bot/src/startup/config.ts';
import { settingNames } from '../../bot/src/startup/readEnvironment.ts';
import { tables } from '../../bot/src/store/tableStorePort.ts';
import { readBicep } from '../support/files/readBicep.ts';
import type { BicepFile, BicepObject, BicepValue, Expression, Part } from '../support/files/readBicep.ts';
import { jsonOf, placeholdersIn, textOf } from '../support/files/readAndFillToolkitFiles.ts';

const main = 'infra/azure.bicep';
const files = new Map<string, BicepFile>();

beforeAll(async () => {
  const all = readdirSync('infra', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.bicep'));
  for (const file of all.map((text) => `infra/${text}`).sort()) files.set(file, await readBicep(file));
});

const read = (file: string): BicepFile => {
  const bicepFile = files.get(file);
  if (bicepFile === undefined) throw new Error(`there is no ${file}`);
  return bicepFile;
};

const isExpression = (value: BicepValue | undefined): value is Expression =>
  typeof value === 'object' && value !== null && 'expression' in value && typeof value.expression === 'string';
const isObject = (value: BicepValue | undefined): value is BicepObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isExpression(value);
const objectAt = (value: BicepValue | undefined): BicepObject => (isObject(value) ? value : {});
const expressionOf = (value: BicepValue | undefined): string =>
  isExpression(value) ? value.expression : JSON.stringify(value);

const namesOf = (list: readonly { readonly name: string }[]): string[] => list.map(({ name }) => name);
const required = ({ params }: BicepFile): string[] => namesOf(params.filter(({ value }) => value === undefined));
const varOf = (file: string, name: string): BicepValue | undefined =>
  read(file).vars.find((item) => item.name === name)?.value;
const resourcesOf = (type: string): readonly Part[] =>
  [...files.values()].flatMap(({ resources }) => resources).filter((part) => part.type === type && !part.isExisting);
const theResource = (type: string, name?: string): Part => {
  const parts = resourcesOf(type).filter((resource) => name === undefined || resource.name === name);
  expect(parts).toHaveLength(1);
  return parts[0] as Part;
};
const propertiesOf = (part: Part): BicepObject => objectAt(part.body['properties']);

describe('the files', () => {
  it('are Bicep, every one of them', () => {
    expect(files.size).toBeGreaterThan(10);
    for (const [file, { faults }] of files) expect([file, faults]).toEqual([file, []]);
  });

  it('gives each module its required parameters and no others', () => {
    for (const [file, { modules }] of files)
      for (const { type, body } of modules) {
        const target = path.join(path.dirname(file), type);
        const input = Object.keys(objectAt(body['params']));
        expect(input.filter((name) => !namesOf(read(target).params).includes(name))).toEqual([]);
        expect(required(read(target)).filter((name) => !input.includes(name))).toEqual([]);
      }
  });

  it('reads only the declared outputs of each module', () => {
    for (const [file, { modules }] of files)
      for (const [, name, output] of readFileSync(file, 'utf8').matchAll(/\b(\w+)\.outputs\.(\w+)/g)) {
        const target = modules.find((module) => module.name === name)?.type ?? `none for ${String(name)}`;
        expect(namesOf(read(path.join(path.dirname(file), target)).outputs)).toContain(output);
      }
  });

  it('use everything they declare, and leave no module out', () => {
    const used = new Set([main]);
    for (const [file, { params, vars, modules }] of files) {
      const text = readFileSync(file, 'utf8');
      for (const { name } of [...params, ...vars])
        expect([file, name, text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length]).not.toEqual([file, name, 1]);
      for (const { type } of modules) used.add(path.join(path.dirname(file), type));
    }
    expect([...used].sort()).toEqual([...files.keys()]);
  });

  it('keep secrets secret: marked so, never put out', () => {
    for (const { params, outputs } of files.values()) {
      const secrets = params.filter(({ name }) => /secret|password|smtpUrl/i.test(name));
      expect(secrets.filter(({ decorators }) => !decorators.includes('secure'))).toEqual([]);
      for (const { value } of outputs)
        for (const { name } of secrets) expect(expressionOf(value)).not.toMatch(new RegExp(`\\b${name}\\b`));
    }
  });
});

describe('parameters', () => {
  const given = () =>
    jsonOf<{ parameters: Record<string, { value: unknown }> }>('infra/azure.parameters.json').parameters;

  it('parameters of the Toolkit are those without a default', () => {
    expect(Object.keys(given()).sort()).toEqual(required(read(main)).sort());
  });

  it('get their values from provisioning and env/', () => {
    const known = [
      ...textOf('env/.env.dev').matchAll(/^(\w+)=/gm),
      ...textOf('teamsapp.yml').matchAll(/^\s{6}\w+: ([A-Z_]+)/gm),
    ].map(([, name]) => name);
    // The only secret that a person must create, with npm run new-secret.
    const own = ['SECRET_SESSION_SECRET'];
    expect(placeholdersIn(textOf('infra/azure.parameters.json')).filter((name) => !known.includes(name))).toEqual(own);
  });

  it.each(['small', 'large'])('parameters for %s set every size', (size) => {
    const chosen = jsonOf<Record<string, unknown>>(`infra/sizes/${size}.json`);
    const asked = [...readFileSync(main, 'utf8').matchAll(/\bchosen\.(\w+)/g)].map(([, name]) => name);
    expect(Object.keys(chosen).sort()).toEqual([...new Set(asked)].sort());
    const other = jsonOf<Record<string, unknown>>(`infra/sizes/${size === 'small' ? 'large' : 'small'}.json`);
    for (const [name, value] of Object.entries(chosen)) expect(typeof value).toBe(typeof other[name]);
    expect(Number(chosen['backupLockedDays'])).toBeLessThan(Number(chosen['backupKeptDays']));
    expect(Number(chosen['instances'])).toBeLessThanOrEqual(Number(chosen['maxInstances']));
  });

  it('let zones and the staging slot be chosen apart from the size', () => {
    for (const name of ['zoneRedundant', 'stagingSlot'])
      expect(read(main).params.find((param) => param.name === name)?.value).toEqual({ expression: "size == 'large'" });
    // Free and basic plans offer no slots, no zones and no scaling, so the large size needs another plan.
    expect(jsonOf<{ planSku: string; maxInstances: number }>('infra/sizes/small.json')).toMatchObject({
      planSku: 'B1',
      maxInstances: 1,
    });
  });
});

describe('the app', () => {
  it('runs Node 24 on Linux, always, behind a health check', () => {
    const shared = objectAt(varOf('infra/modules/webApp.bicep', 'properties'));
    expect(objectAt(shared['siteConfig'])).toMatchObject({
      linuxFxVersion: 'NODE|24-lts',
      appCommandLine: 'node server.js',
      alwaysOn: true,
      healthCheckPath: '/readyz',
    });
    expect(propertiesOf(theResource('Microsoft.Web/serverfarms'))).toMatchObject({ reserved: true });
  });

  it('accepts only https with TLS 1.2 or newer, no FTP and no deployment password', () => {
    const shared = objectAt(varOf('infra/modules/webApp.bicep', 'properties'));
    expect(shared['httpsOnly']).toBe(true);
    expect(objectAt(shared['siteConfig'])).toMatchObject({
      minTlsVersion: '1.2',
      scmMinTlsVersion: '1.2',
      ftpsState: 'Disabled',
    });
    for (const part of [theResource('Microsoft.Web/sites'), theResource('Microsoft.Web/sites/slots')])
      expect(part.body['properties']).toEqual({ expression: 'properties' });
    expect(
      resourcesOf('Microsoft.Web/sites/basicPublishingCredentialsPolicies').map(({ body }) => [
        body['name'],
        body['properties'],
      ]),
    ).toEqual([
      ['ftp', { allow: false }],
      ['scm', { allow: false }],
    ]);
  });

  it('creates a staging slot and scaling rules only if the settings ask for them', () => {
    expect(theResource('Microsoft.Web/sites/slots').condition).toBe('hasStagingSlot');
    const scaling = theResource('Microsoft.Insights/autoscalesettings');
    expect(scaling.condition).toBe('maxInstances > instances');
    const [profile] = propertiesOf(scaling)['profiles'] as BicepObject[];
    const directions = (profile?.['rules'] as BicepObject[] | undefined)?.map(
      (rule) => objectAt(rule['scaleAction'])['direction'],
    );
    expect(directions).toEqual(['Increase', 'Decrease']);
  });

  it('writes no addresses into the log of the platform: tokens of downloads are in them', () => {
    const logs = propertiesOf(theResource('Microsoft.Insights/diagnosticSettings'))['logs'] as BicepObject[];
    expect(logs.map(({ category }) => category)).toEqual(['AppServiceConsoleLogs', 'AppServicePlatformLogs']);
  });
});

describe('the settings of the server', () => {
  const own = () => objectAt(varOf(main, 'ownSettings'));

  it('the settings of the server are settings that exist', () => {
    expect(Object.keys(own()).filter((name) => !settingNames.includes(name))).toEqual([]);
    expect(
      Object.keys(objectAt(varOf(main, 'platformSettings'))).filter((name) => settingNames.includes(name)),
    ).toEqual([]);
  });

  it('are all that production needs', () => {
    const plausible: Readonly<Record<string, string>> = {
      PUBLIC_URL: 'https://rollcall.example.org',
      TABLES_URL: 'https://rollcallt.table.core.windows.net/',
      TABLES_ACCOUNTS: 'east=https://rollcalleast.table.core.windows.net',
      TABLES_SHARES: 'main=1,east=3',
      BACKUP_URL: 'https://rollcallb.blob.core.windows.net/backups',
      SESSION_SECRET: 'kZq3_8vT1xW6yB9nM4rL7pD2sF5gH0jC',
      MicrosoftAppId: '7d7f0b9e-3a0f-4a53-9d50-5f1f3a6f0002',
      MicrosoftAppTenantId: '7d7f0b9e-3a0f-4a53-9d50-5f1f3a6f0006',
      ENTRA_CLIENT_ID: '7d7f0b9e-3a0f-4a53-9d50-5f1f3a6f0003',
      ENTRA_CLIENT_SECRET: 'a secret of Entra',
      ENTRA_AUTHORITY: 'https://login.microsoftonline.com/7d7f0b9e-3a0f-4a53-9d50-5f1f3a6f0006',
      SMTP_URL: 'smtp://rollcall.app.tenant:secret@smtp.azurecomm.net:587',
      MAIL_FROM: 'DoNotReply@rollcall.azurecomm.net',
      INVOICE_PAYMENT_DETAILS: 'Example Bank|IBAN DE02 1203 0000 0000 2020 51',
      APPLICATIONINSIGHTS_CONNECTION_STRING: 'InstrumentationKey=7d7f0b9e-3a0f-4a53-9d50-5f1f3a6f0007',
    };
    const deployed = Object.fromEntries(
      Object.entries(own()).map(([name, value]) => [name, typeof value === 'string' ? value : plausible[name]]),
    );
    const filled = { ...deployed, PUBLIC_URL: plausible['PUBLIC_URL'] };
    expect(Object.values(filled)).not.toContain(undefined);
    const config = readConfig(filled);
    expect(config).toMatchObject({
      isProduction: true,
      store: { engine: 'tables', key: null },
      bot: { appType: 'UserAssignedMSI', password: null },
      trustedProxies: 1,
    });
    for (const name of [
      'PUBLIC_URL',
      'TABLES_URL',
      'SESSION_SECRET',
      'MicrosoftAppId',
      'MicrosoftAppTenantId',
      'SMTP_URL',
      'INVOICE_PAYMENT_DETAILS',
    ])
      expect(() => readConfig({ ...filled, [name]: undefined })).toThrow(name);
  });

  it('hold secrets by reference to the vault alone, read with the identity of the app', () => {
    const { outputs } = read('infra/modules/vault.bicep');
    for (const name of ['SESSION_SECRET', 'ENTRA_CLIENT_SECRET', 'SMTP_URL']) {
      const [, output] = /^vault\.outputs\.(\w+)$/.exec(expressionOf(own()[name])) ?? [];
      expect(outputs.find((item) => item.name === output)?.value).toMatch(/^@Microsoft\.KeyVault\(SecretUri=/);
    }
    expect(objectAt(varOf('infra/modules/webApp.bicep', 'properties'))['keyVaultReferenceIdentity']).toEqual({
      expression: 'identityId',
    });
    expect(propertiesOf(theResource('Microsoft.KeyVault/vaults'))).toMatchObject({
      enableRbacAuthorization: true,
      enableSoftDelete: true,
    });
  });

  it('are the same in the staging slot, which replaces the app at a swap', () => {
    for (const type of ['Microsoft.Web/sites/config', 'Microsoft.Web/sites/slots/config'])
      expect(theResource(type).body).toMatchObject({ name: 'appsettings', properties: { expression: 'settings' } });
  });
});

describe('the bot', () => {
  it('is registered by the managed identity, without a password, with the Teams channel', () => {
    expect(propertiesOf(theResource('Microsoft.BotService/botServices'))).toMatchObject({
      msaAppType: 'UserAssignedMSI',
      msaAppId: { expression: 'identityClientId' },
      msaAppMSIResourceId: { expression: 'identityId' },
      endpoint: 'https://${host}/api/messages',
    });
    expect(theResource('Microsoft.BotService/botServices/channels').body).toMatchObject({
      name: 'MsTeamsChannel',
      properties: { channelName: 'MsTeamsChannel' },
    });
    expect(objectAt(varOf(main, 'ownSettings'))['MicrosoftAppType']).toBe('UserAssignedMSI');
  });

  it('is on the origin of the tab and the API', () => {
    const outputOf = (name: string) => read(main).outputs.find((output) => output.name === name)?.value;
    expect(outputOf('TAB_DOMAIN')).toEqual({ expression: 'host' });
    expect(outputOf('BOT_DOMAIN')).toEqual({ expression: 'host' });
    expect(outputOf('TAB_ENDPOINT')).toBe('https://${host}');
    expect(objectAt(varOf(main, 'ownSettings'))['PUBLIC_URL']).toBe('https://${host}');
    const bot = read(main).modules.find(({ name }) => name === 'bot');
    expect(objectAt(bot?.body['params'])['host']).toEqual({ expression: 'host' });
  });
});

describe('the store and its backups', () => {
  it('have no keys: only the identity of the app has a role on each', () => {
    const accounts = resourcesOf('Microsoft.Storage/storageAccounts');
    expect(accounts).toHaveLength(2);
    for (const account of accounts)
      expect(propertiesOf(account)).toMatchObject({
        allowSharedKeyAccess: false,
        allowBlobPublicAccess: false,
        supportsHttpsTrafficOnly: true,
        minimumTlsVersion: 'TLS1_2',
      });
    const granted = [...files].flatMap(([file, { resources, vars }]) =>
      resources
        .filter(({ type }) => type === 'Microsoft.Authorization/roleAssignments')
        .map(({ body }) => {
          const { principalId, roleDefinitionId } = objectAt(body['properties']);
          expect(principalId).toEqual({ expression: 'principalId' });
          const [, role] = /, (\w+)\)$/.exec(expressionOf(roleDefinitionId)) ?? [];
          return [path.basename(file), expressionOf(body['scope']), vars.find(({ name }) => name === role)?.value];
        }),
    );
    // The ids of the roles Storage Blob Data Contributor, Storage Table Data Contributor and Key Vault Secrets User.
    expect(granted).toEqual([
      ['backups.bicep', 'container', 'ba92f5b4-2d11-453d-a403-e96b0029c9fe'],
      ['storage.bicep', 'account', '0a9a7e1f-b9d0-4cc4-a60d-0319b160aaa3'],
      ['vault.bicep', 'vault', '4633458b-17de-408a-874b-0445c86b69e6'],
    ]);
    for (const file of files.keys())
      expect(readFileSync(file, 'utf8')).not.toMatch(/listKeys|AccountKey|connectionStrings/);
  });

  it('has the tables of the data model, in several zones where that is wanted', () => {
    expect(varOf('infra/modules/storage.bicep', 'tableNames')).toEqual([...tables]);
    const ofModule = read(main).modules.filter(({ type }) => type === 'modules/storage.bicep');
    expect(namesOf(ofModule)).toEqual(['storage', 'furtherStorage']);
    for (const { body } of ofModule)
      expect(expressionOf(objectAt(body['params'])['skuName'])).toMatch(/^zoneRedundant \? .*zone/);
    for (const size of ['small', 'large'])
      expect(jsonOf<Record<string, unknown>>(`infra/sizes/${size}.json`)['zoneRedundantTableSku']).toMatch(/_ZRS$/);
  });

  it('keep every version of a backup, deleted ones too, and forbid changes for days', () => {
    expect(propertiesOf(theResource('Microsoft.Storage/storageAccounts/blobServices'))).toMatchObject({
      isVersioningEnabled: true,
      deleteRetentionPolicy: { enabled: true },
      containerDeleteRetentionPolicy: { enabled: true },
    });
    expect(propertiesOf(theResource('Microsoft.Storage/storageAccounts/blobServices/containers'))).toMatchObject({
      publicAccess: 'None',
      immutableStorageWithVersioning: { enabled: true },
    });
    const lock = theResource('Microsoft.Storage/storageAccounts/blobServices/containers/immutabilityPolicies');
    expect(propertiesOf(lock)).toMatchObject({
      immutabilityPeriodSinceCreationInDays: { expression: 'lockedDays' },
      allowProtectedAppendWrites: false,
    });
  });
});

it('has a part for each thing the design asks for', () => {
  const things = [
    ...['Microsoft.OperationalInsights/workspaces', 'Microsoft.Insights/components', 'Microsoft.Insights/actionGroups'],
    ...['Microsoft.ManagedIdentity/userAssignedIdentities', 'Microsoft.KeyVault/vaults'],
    ...['Microsoft.Communication/communicationServices', 'Microsoft.Communication/emailServices/domains'],
  ];
  for (const type of things) expect([type, resourcesOf(type).length]).toEqual([type, 1]);
});
