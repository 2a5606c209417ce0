import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { settingNames } from '../../bot/src/startup/readEnvironment.ts';
import { demoPeople, demoTeam, demoTenant } from '../../bot/src/demo/demoPeopleAndTeams.ts';
import { readBicep } from '../support/files/readBicep.ts';
import { useTempDir } from '../support/files/tempDir.ts';
import {
  filledIn,
  host,
  jsonOf,
  placeholdersIn,
  provisioned,
  textOf,
} from '../support/files/readAndFillToolkitFiles.ts';

interface Step {
  readonly uses: string;
  readonly with: Readonly<Record<string, unknown>>;
  readonly writeToEnvironmentFile?: Readonly<Record<string, string>>;
}
type Lifecycle = Readonly<Record<'provision' | 'deploy' | 'publish', readonly Step[] | undefined>>;

const files = ['teamsapp.yml', 'teamsapp.local.yml', 'teamsapp.testtool.yml'] as const;
const lifecycleOf = (file: string): Lifecycle => parse(textOf(file)) as Lifecycle;
const stepsOf = (file: string): readonly Step[] => {
  const { provision = [], deploy = [], publish = [] } = lifecycleOf(file);
  return [...provision, ...deploy, ...publish];
};
const usesOf = (steps: readonly Step[] | undefined): string[] => (steps ?? []).map(({ uses }) => uses);

describe.each(files)('%s', (file) => {
  it('is valid by the schema of its version', () => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    const check = ajv.compile(jsonOf<object>('tests/teams/fixtures/toolkit/yaml.schema.json'));
    check(parse(textOf(file)));
    expect(check.errors ?? []).toEqual([]);
    expect(check({ version: 'v1.8', provision: [{ uses: 'arm/deploy' }] })).toBe(false);
  });

  it('names only files there are, or that an earlier step makes', () => {
    const created = /^(\.\/)?((appPackage\/)?build|dist|devTools|\.data)(\/|$)|^\.\/\.env$/;
    for (const step of stepsOf(file))
      for (const [, value] of JSON.stringify(step.with).matchAll(/"(\.?[\w.]*\/[^"]+)"/g))
        expect([value, created.test(value ?? '') || existsSync(value ?? '')]).toEqual([value, true]);
  });
});

const packaging = [
  'teamsApp/validateManifest',
  'teamsApp/zipAppPackage',
  'teamsApp/validateAppPackage',
  'teamsApp/update',
] as const;

describe('the lifecycle', () => {
  it('has the order of the official templates', () => {
    const { provision, deploy, publish } = lifecycleOf('teamsapp.yml');
    expect(usesOf(provision)).toEqual([
      'aadApp/create',
      'teamsApp/create',
      'arm/deploy',
      'aadApp/update',
      ...packaging,
    ]);
    expect(usesOf(deploy)).toEqual(['cli/runNpmCommand', 'cli/runNpmCommand', 'azureAppService/zipDeploy']);
    expect(usesOf(publish)).toEqual([...packaging, 'teamsApp/publishAppPackage']);
  });

  it('the lifecycle on this machine makes a bot with a secret in place of the identity, and the settings of the server', () => {
    const { provision, deploy } = lifecycleOf('teamsapp.local.yml');
    expect(usesOf(provision)).toEqual([
      ...['aadApp/create', 'teamsApp/create', 'aadApp/create', 'botFramework/create', 'aadApp/update'],
      ...packaging,
    ]);
    expect(usesOf(deploy)).toEqual(['cli/runNpmCommand', 'cli/runNpmCommand', 'file/createOrUpdateEnvironmentFile']);
    const settings = deploy?.at(-1)?.with['envs'] as Record<string, unknown>;
    expect(Object.keys(settings).filter((name) => !settingNames.includes(name))).toEqual([]);
    expect(settings).toMatchObject({ MicrosoftAppType: 'SingleTenant', PUBLIC_URL: '${{TAB_ENDPOINT}}' });
  });

  it('the lifecycle without a tenant needs the chat client alone', () => {
    const { provision, deploy } = lifecycleOf('teamsapp.testtool.yml');
    expect(provision).toBeUndefined();
    expect(usesOf(deploy)).toEqual(['devTool/install', 'cli/runNpmCommand', 'cli/runNpmCommand']);
    const { devDependencies } = jsonOf<{ devDependencies: Record<string, string> }>('package.json');
    const tools = deploy?.[0]?.with as { testTool: { version: string } } | undefined;
    expect(tools?.testTool.version).toBe(devDependencies['@microsoft/m365agentsplayground']);
  });

  it('builds the package in a folder, as newer versions of the Toolkit want it', () => {
    for (const { uses, with: given } of stepsOf('teamsapp.yml').filter(({ uses }) => uses.endsWith('zipAppPackage')))
      expect([uses, given['outputFolder']]).toEqual(['teamsApp/zipAppPackage', './appPackage/build']);
  });

  it('runs scripts there are', () => {
    const { scripts } = jsonOf<{ scripts: Record<string, string> }>('package.json');
    const requested = files
      .flatMap(stepsOf)
      .flatMap(({ with: { args } }) => /^run ([\w:-]+)/.exec(typeof args === 'string' ? args : '')?.[1] ?? []);
    expect(requested).toContain('build');
    expect(requested.filter((script) => !(script in scripts))).toEqual([]);
  });
});

describe('a value that a step uses', () => {
  const outputsOf = async (): Promise<string[]> =>
    (await readBicep('infra/azure.bicep')).outputs.map(({ name }) => name);
  const envNames = (file: string): string[] => [...textOf(file).matchAll(/^(\w+)=/gm)].map(([, name = '']) => name);
  const written = (file: string): string[] =>
    stepsOf(file).flatMap(({ writeToEnvironmentFile = {} }) => Object.values(writeToEnvironmentFile));

  it('a resource in Azure that a step uses is an output of the deployment', async () => {
    const ids = files
      .flatMap(stepsOf)
      .flatMap(({ with: { resourceId } }) => (typeof resourceId === 'string' ? [resourceId] : []));
    expect(ids).toEqual(['${{BOT_AZURE_APP_SERVICE_RESOURCE_ID}}']);
    const outputs = await outputsOf();
    for (const id of ids) expect(outputs).toContain(placeholdersIn(id)[0]);
  });

  it('comes from env/, from an earlier step, or from an output of the deployment', async () => {
    const ownOfToolkit = ['TEAMSFX_ENV', 'AAD_APP_ACCESS_AS_USER_PERMISSION_ID'];
    const known = {
      'teamsapp.yml': [...envNames('env/.env.dev'), ...(await outputsOf())],
      'teamsapp.local.yml': envNames('env/.env.local.example'),
      'teamsapp.testtool.yml': envNames('env/.env.testtool'),
    };
    for (const file of files) {
      const named = stepsOf(file).flatMap((step) => placeholdersIn(JSON.stringify(step.with)));
      const shared = file === 'teamsapp.testtool.yml' ? [] : ['appPackage/manifest.json', 'aad.manifest.json'];
      const requested = [...named, ...shared.flatMap((text) => placeholdersIn(textOf(text)))];
      const input = [...known[file], ...written(file), ...ownOfToolkit];
      expect([file, requested.filter((name) => !input.includes(name))]).toEqual([file, []]);
    }
  });
});

describe('secrets', () => {
  const inTemp = useTempDir();

  it('are written only to files that git ignores', () => {
    const folder = inTemp('clone');
    execFileSync('git', ['init', '-q', folder]);
    copyFileSync('.gitignore', path.join(folder, '.gitignore'));
    const ignored = [
      ...['env/.env.dev.user', 'env/.env.local.user', 'env/.env.production.user', 'env/.env.local', '.env'],
      ...['build/aad.manifest.dev.json', 'appPackage/build/appPackage.dev.zip', 'devTools/x'],
    ];
    const shared = ['env/.env.dev', 'env/.env.testtool', 'env/.env.local.example', 'tab/build/x.ts', 'teamsapp.yml'];
    for (const file of [...ignored, ...shared]) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), '');
    }
    const output = execFileSync('git', ['check-ignore', ...ignored, ...shared], { cwd: folder, encoding: 'utf8' });
    expect(output.trim().split('\n')).toEqual(ignored);
    const secrets = files
      .flatMap(stepsOf)
      .flatMap(({ writeToEnvironmentFile = {} }) => Object.entries(writeToEnvironmentFile))
      .filter(([what]) => /secret|password/i.test(what));
    expect(secrets).toHaveLength(3);
    for (const [, name] of secrets) expect(name).toMatch(/^SECRET_/);
    for (const file of ['env/.env.dev', 'env/.env.testtool', 'env/.env.local.example'])
      expect(textOf(file)).not.toMatch(/^(SECRET_|.*(PASSWORD|KEY)=)/m);
  });
});

describe('the Entra app', () => {
  interface EntraApp {
    readonly signInAudience: string;
    readonly identifierUris: readonly string[];
    readonly api: {
      readonly requestedAccessTokenVersion: number;
      readonly oauth2PermissionScopes: readonly {
        readonly id: string;
        readonly value: string;
        readonly isEnabled: boolean;
      }[];
      readonly preAuthorizedApplications: readonly {
        readonly appId: string;
        readonly delegatedPermissionIds: readonly string[];
      }[];
    };
    readonly requiredResourceAccess: readonly { readonly resourceAccess: readonly { readonly id: string }[] }[];
    readonly web: { readonly redirectUris: readonly string[]; readonly implicitGrantSettings: Record<string, boolean> };
  }
  const app = jsonOf<EntraApp>('aad.manifest.json');
  const scopeId = provisioned['AAD_APP_ACCESS_AS_USER_PERMISSION_ID'];

  it('offers access_as_user to the two clients of Teams, with tokens of version 2', () => {
    expect(app.identifierUris).toEqual([`api://${host}/${provisioned['AAD_APP_CLIENT_ID'] ?? ''}`]);
    expect(app.api.requestedAccessTokenVersion).toBe(2);
    expect(app.api.oauth2PermissionScopes).toMatchObject([{ id: scopeId, value: 'access_as_user', isEnabled: true }]);
    expect(app.api.preAuthorizedApplications).toEqual(
      ['1fec8e78-bce4-4aaf-ab1b-5451cc387264', '5e3ce6c0-2b1f-4285-8d4b-75ee78787346'].map((appId) => ({
        appId,
        delegatedPermissionIds: [scopeId],
      })),
    );
  });

  it('returns only to our own address, and requests only the identity of a person', () => {
    expect(app.web.redirectUris).toEqual([`https://${host}/api/v1/userlogin/callback`]);
    expect(Object.values(app.web.implicitGrantSettings)).toEqual([false, false]);
    // The ids of the permissions openid and profile of Microsoft Graph, which gateways/entra/entraWebSignIn.ts requests.
    expect(app.requiredResourceAccess.flatMap(({ resourceAccess }) => resourceAccess.map(({ id }) => id))).toEqual([
      '37f7f235-527c-4136-accd-4a02d197296e',
      '14dad69e-099b-42c9-810b-d002981feec1',
    ]);
  });

  it('belongs to the tenant in which it is created, in both files', () => {
    const audiences = files
      .flatMap(stepsOf)
      .filter(
        ({ uses, writeToEnvironmentFile }) =>
          uses === 'aadApp/create' && writeToEnvironmentFile?.['clientId'] === 'AAD_APP_CLIENT_ID',
      )
      .map(({ with: given }) => given['signInAudience']);
    expect(audiences).toEqual([app.signInAudience, app.signInAudience]);
  });

  it('has nothing left to fill in once it is made', () => {
    expect(placeholdersIn(filledIn(textOf('aad.manifest.json')))).toEqual([]);
  });
});

it('the local chat client contains the people of the demo organisation', () => {
  interface Person {
    readonly name: string;
    readonly email: string;
    readonly aadObjectId: string;
  }
  const { tenantId, currentUser, users, team } = parse(textOf('.m365agentsplayground.yml')) as {
    readonly tenantId: string;
    readonly currentUser: Person;
    readonly users: readonly Person[];
    readonly team: { readonly id: string; readonly channels: readonly { readonly id: string }[] };
  };
  // With another number of people or channels, the local chat client exits without a message.
  expect(users).toHaveLength(5);
  expect([tenantId, team.id, team.channels.map(({ id }) => id)]).toEqual([
    demoTenant,
    demoTeam.threadId,
    [demoTeam.standupChannel],
  ]);
  expect([currentUser, ...users].map(({ name, email, aadObjectId }) => [name, email, aadObjectId])).toEqual(
    demoPeople.map(({ name, email, oid }) => [name, email, oid]),
  );
});

it('npm ci runs without confirmation: no package has an install script, and the lockfile matches', () => {
  expect(textOf('.npmrc')).toMatch(/^ignore-scripts=true$/m);
  const { overrides } = jsonOf<{ overrides: Record<string, string> }>('package.json');
  expect(overrides).toHaveProperty(['@microsoft/recognizers-text-number']);
  const { dependencies, devDependencies } = jsonOf<Record<'dependencies' | 'devDependencies', object>>('package.json');
  const { packages } = jsonOf<{ packages: Record<string, object> }>('package-lock.json');
  expect(packages['']).toMatchObject({ dependencies, devDependencies });
  // CI runs `npm ci`, which fails if package-lock.json does not match package.json.
  expect(textOf('.ci/run')).toMatch(/^npm_config_yes=false npm ci /m);
});
