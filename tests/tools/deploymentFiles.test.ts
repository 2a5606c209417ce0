import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../../bot/src/startup/config.ts';
import { zipFolder } from '../../scripts/lib/zipFolder.ts';
import { unzipBytes } from '../support/files/unzip.ts';
import { useTempDir } from '../support/files/tempDir.ts';

// Tests the systemd unit, the image and the guide of a small server, as far as possible without systemd and Docker.

const read = (file: string): string => readFileSync(file, 'utf8');
const unit = read('deploy/rollcall.service');
const dockerfile = read('Dockerfile');
const guide = read('docs/small-server.md');
const artefacts = read('scripts/package/makeDeployableArtefacts.ts');
const valueOf = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
const settings = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]));

const guideSettings = settings(/at least:\n\n```\n([^]*?)```/.exec(guide)?.[1] ?? '');
const real = {
  ...guideSettings,
  SESSION_SECRET: 'q7R2vX9pLm4Zt8Wc1Nb6Yk3Hd5Fg0JsAeUoIi',
  ...{ MicrosoftAppId: '11111111-2222-4333-8444-555555555555', MicrosoftAppPassword: 'secret of the registration' },
  MicrosoftAppTenantId: '11111111-2222-4333-8444-555555555556',
};

describe('the unit of systemd', () => {
  const environment = settings(valueOf('Environment'));

  it('runs the files of the artefact from the guide’s folder as the guide’s user', () => {
    expect(valueOf('ExecStart')).toBe('/usr/bin/node /opt/rollcall/server.js');
    expect(artefacts).toContain('bundleServer(target, how)');
    expect(guide).toContain('unzip rollcall-small.zip -d /opt/rollcall');
    expect([valueOf('User'), valueOf('Group')]).toEqual(['rollcall', 'rollcall']);
    expect(guide).toMatch(/useradd --system .* rollcall$/m);
    expect(valueOf('EnvironmentFile')).toBe('/etc/rollcall/rollcall.env');
    expect(guide).toContain('sudo editor /etc/rollcall/rollcall.env');
  });

  it('has settings that the server accepts together with those of the guide', () => {
    const config = readConfig({ ...environment, ...real });
    expect(config).toMatchObject({ isProduction: true, host: '127.0.0.1', port: 3978, trustedProxies: 1 });
    expect(config.store).toEqual({ engine: 'sqlite', dataDir: '/var/lib/rollcall' });
    expect(valueOf('StateDirectory')).toBe('rollcall');
    expect(guide).toContain('http://127.0.0.1:3978/readyz');
  });

  it('restricts the process to serving: no rights, no devices, and writes only to its data', () => {
    for (const line of [
      ...['NoNewPrivileges=yes', 'CapabilityBoundingSet=', 'ProtectSystem=strict', 'ProtectHome=yes', 'PrivateTmp=yes'],
      ...['PrivateDevices=yes', 'ProtectKernelTunables=yes', 'RestrictNamespaces=yes', 'LockPersonality=yes'],
      ...['SystemCallFilter=@system-service', 'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX', 'UMask=0077'],
    ])
      expect(unit.split('\n')).toContain(line);
    expect(unit).not.toMatch(/^(?:ReadWritePaths|AmbientCapabilities=.+)/m);
    // The limit must exceed the five seconds that the shutdown of the server may take.
    expect(Number(valueOf('TimeoutStopSec'))).toBeGreaterThan(5);
  });
});

describe('the image', () => {
  const stages = dockerfile.split(/^FROM /m).slice(1);
  const last = stages.at(-1) ?? '';

  it('is built in one stage and runs in another, not as root, with only the artefact', () => {
    expect(stages).toHaveLength(2);
    expect(last).toContain('COPY --from=build --chown=root:root /src/dist/small /opt/rollcall');
    expect(last).toMatch(/^USER node$/m);
    expect(last.indexOf('USER node')).toBeLessThan(last.indexOf('CMD ["node", "server.js"]'));
    expect(last).not.toMatch(/npm|apt-get|ADD /);
    expect(stages.map((stage) => stage.split(/\s/)[0])).toEqual(['node:24-bookworm-slim', 'node:24-bookworm-slim']);
  });

  it('uses existing commands and files', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    for (const [, script = ''] of dockerfile.matchAll(/npm run (\S+)/g)) expect(scripts[script]).toBeDefined();
    for (const file of ['package.json', 'package-lock.json', '.npmrc']) expect(existsSync(file)).toBe(true);
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['node_modules', 'dist', '.data', '.git', '.env']));
  });

  it('has settings that the server accepts, and checks the address on which it listens', () => {
    const environment = settings(/^ENV (.*)$/m.exec(last)?.[1] ?? '');
    const config = readConfig({ ...environment, ...real });
    expect(config).toMatchObject({ isProduction: true, host: '0.0.0.0', port: 3978 });
    expect(config.store).toEqual({ engine: 'sqlite', dataDir: '/data' });
    expect(last).toContain(`EXPOSE ${config.port}`);
    const [, check = ''] = /CMD \["node", "-e", "(.*)"\]/.exec(last) ?? [];
    expect(check).toContain(`http://127.0.0.1:${config.port}/readyz`);
    // The image's health check runs a program. The test runs it with a port on which no server listens, so it must
    // fail.
    expect(() => execFileSync(process.execPath, ['-e', check.replace(String(config.port), '9')])).toThrow();
    expect(guide).toMatch(/docker run .*--read-only[^]*-v rollcall-data:\/data/);
  });
});

it('the guide names existing commands and settings', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  for (const [, script = ''] of guide.matchAll(/npm run ([\w-]+)/g)) expect(scripts[script]).toBeDefined();
  const known = read('.env.example');
  for (const name of Object.keys(guideSettings)) expect(known).toMatch(new RegExp(`^${name}=`, 'm'));
  const admin = read('scripts/commands/storeAndAdminCommands.ts');
  for (const [, command = ''] of guide.matchAll(/admin\.js (\w+)/g))
    expect(admin).toMatch(new RegExp(`\\b${command}\\b`));
});

describe('a zip of an artefact', () => {
  const place = useTempDir();

  /** Zips the folder in a process with another time zone and returns the bytes of the zip file. */
  const zippedElsewhere = (from: string, to: string): Buffer => {
    const script = `import('./scripts/lib/zipFolder.ts').then((m) => m.zipFolder(${JSON.stringify(from)}, ${JSON.stringify(to)}))`;
    const zone = 'America/St_Johns';
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).not.toBe(zone);
    execFileSync(process.execPath, ['--import', 'tsx', '-e', script], { env: { ...process.env, TZ: zone } });
    return readFileSync(to);
  };
  const sum = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

  it('has the same bytes at any time and place for the same files', async () => {
    const from = place('folder');
    mkdirSync(path.join(from, 'web'), { recursive: true });
    writeFileSync(path.join(from, 'server.js'), 'run');
    writeFileSync(path.join(from, 'web', 'index.html'), 'page '.repeat(1_000));
    await zipFolder(from, place('a.zip'));
    const first = readFileSync(place('a.zip'));
    utimesSync(path.join(from, 'server.js'), 1, 1);
    const second = zippedElsewhere(from, place('b.zip'));
    expect(sum(second)).toBe(sum(first));
    expect(Object.keys(unzipBytes(first))).toEqual(['server.js', 'web/index.html']);
    expect(unzipBytes(first)['web/index.html']?.toString()).toBe('page '.repeat(1_000));
  });
});
