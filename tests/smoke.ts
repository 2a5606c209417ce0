// Proves that the deployed artefacts run on the given Node with an empty store: readiness, a page, a sign-in, two files
// from worker threads, and a stop. They run from their zips in empty folders without any package.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { startAzurite } from './support/fakes/azurite.ts';
import { unzipBytes } from './support/files/unzip.ts';
import { artefactZip, artefacts } from '../scripts/package/makeDeployableArtefacts.ts';
import { serverFile } from '../scripts/lib/isOutputStale.ts';
import { answers } from '../scripts/lib/startProgramsAndAwaitServer.ts';

const node = process.argv[2] ?? process.execPath;
const port = '39780';
const address = `http://127.0.0.1:${port}`;
const folder = mkdtempSync(path.join(os.tmpdir(), 'rollcall-smoke-'));

interface Deployed {
  readonly name: string;
  readonly program: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The environment of this process without the variables of npm and Node, because a deployed server does not have them. */
const bare = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:npm_|NODE_)/.test(name)));

const unpacked = (zip: string, name: string): string => {
  const place = path.join(folder, name);
  for (const [file, bytes] of Object.entries(unzipBytes(readFileSync(zip)))) {
    const to = path.join(place, file);
    mkdirSync(path.dirname(to), { recursive: true });
    writeFileSync(to, bytes);
  }
  return place;
};

const call = async <T>(target: string, body: unknown, token = ''): Promise<T> => {
  const headers = { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) };
  const reply = await fetch(`${address}${target}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return ((await reply.json()) as { data: T }).data;
};

/** Exports a file and returns its first bytes, which identify its format. */
const exported = async (token: string, teamId: string, format: 'XLSX' | 'PDF'): Promise<string> => {
  const filter = { teamId, format };
  const right = await call<{ token: string; filter: string }>('/api/timesheet/downloadtoken', { filter }, token);
  const reply = await fetch(`${address}/api/timesheet/download/${right.filter}?token=${right.token}`);
  return Buffer.from(await reply.arrayBuffer())
    .subarray(0, 4)
    .toString('latin1');
};

const teamOf = async (token: string): Promise<string> => {
  const reply = await fetch(`${address}/api/team/list`, { headers: { authorization: `Bearer ${token}` } });
  return ((await reply.json()) as { data: { id: string }[] }).data[0]?.id ?? '';
};

/** Signs in to the demo and downloads a file in each format. */
const useDemo = async (): Promise<Record<string, boolean>> => {
  const login = { email: 'admin@rollcall.test', password: 'Rollcall-demo-1' };
  const { token } = await call<{ token: string }>('/api/account/login', login);
  const teamId = await teamOf(token);
  return {
    signedIn: token !== '',
    xlsx: (await exported(token, teamId, 'XLSX')) === 'PK\u0003\u0004',
    pdf: (await exported(token, teamId, 'PDF')) === '%PDF',
  };
};

/**
 * Registers a person, which tests that the server can hash a password and verify it. The artefact for Azure is tested
 * in this way, because creating the demo data on an emulator would take minutes.
 */
const register = async (): Promise<Record<string, boolean>> => {
  const password = 'quartz and kettles 7';
  const person = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.test', organizationName: 'Contoso' };
  const registered = await fetch(`${address}/api/account/register`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ ...person, password, passwordConfirmation: password }),
  });
  const login = await fetch(`${address}/api/account/login`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ email: person.email, password }),
  });
  const { errorCode } = (await login.json()) as { errorCode: string };
  return { registered: registered.ok, verified: errorCode === 'EMAIL_NOT_CONFIRMED' };
};

const smoke = async ({ name, program, cwd, env }: Deployed): Promise<boolean> => {
  const server = spawn(node, [program], {
    cwd,
    stdio: 'inherit',
    env: { ...bare, PORT: port, DATA_DIR: path.join(folder, `${name}-data`), LOG_LEVEL: 'warn', ...env },
  });
  const isAlive = (): boolean => server.exitCode === null;
  const begun = performance.now();
  const ready = await answers(`${address}/readyz`, 60, isAlive);
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  const page = ready && (await answers(`${address}/`, 2, isAlive));
  const use = env['DEMO'] === 'true' ? useDemo : register;
  const used = !ready
    ? {}
    : await use().catch((error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        return { used: false };
      });
  const checks = { ready, page, ...used };
  server.kill('SIGTERM');
  const [code] = (isAlive() ? await once(server, 'exit') : [server.exitCode]) as [number | null];
  process.stdout.write(`${node} ${name}: ${JSON.stringify({ ...checks, seconds, exit: code })}\n`);
  return Object.values(checks).every(Boolean) && code === 0;
};

/**
 * True if the Azure artefact and its admin.js refuse a store file with an explanation and create no folder, because
 * they contain no driver for store files.
 */
const refusesFile = (cwd: string): boolean => {
  const dataDir = path.join(folder, 'never-data');
  const settings = { ...environments.azure, STORE: 'sqlite', TABLES_URL: '', PORT: port };
  const run = (tablesKey: string, ...words: string[]) =>
    spawnSync(node, words, {
      cwd,
      encoding: 'utf8',
      env: { ...bare, ...settings, TABLES_KEY: tablesKey, DATA_DIR: dataDir },
      timeout: 30_000,
    });
  const refused = [run('', 'server.js'), run(key, 'admin.js', 'migrate', azurite.url, dataDir)].map(
    ({ status, stderr }) => status === 1 && /^The driver of the store file cannot be loaded\./m.test(stderr),
  );
  process.stdout.write(`${node} azure without a driver: ${JSON.stringify(refused)}\n`);
  return refused.every(Boolean) && !existsSync(dataDir);
};

const azurite = await startAzurite();
const key = azurite.credential.kind === 'emulator' ? azurite.credential.key : '';
const someId = '11111111-2222-4333-8444-555555555555';
const environments = {
  azure: {
    ...{ STORE: 'tables', TABLES_URL: azurite.url, TABLES_KEY: key },
    ...{ MicrosoftAppId: someId, MicrosoftAppTenantId: someId, MicrosoftAppType: 'UserAssignedMSI' },
  },
  small: { DEMO: 'true' },
} as const;
const built: Deployed[] = [
  { name: 'bundle', program: serverFile, cwd: process.cwd(), env: { DEMO: 'true' } },
  ...artefacts
    .filter((artefact) => existsSync(artefactZip(artefact)))
    .map((artefact) => ({
      ...{ name: artefact, program: 'server.js', cwd: unpacked(artefactZip(artefact), artefact) },
      env: environments[artefact],
    })),
];
const results: boolean[] = [];
for (const deployed of built) results.push(await smoke(deployed));
for (const { name, cwd } of built) if (name === 'azure') results.push(refusesFile(cwd));
await azurite.stop();
rmSync(folder, { recursive: true, force: true });
process.exitCode = results.every(Boolean) ? 0 : 1;
