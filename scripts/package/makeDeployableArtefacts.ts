import { mkdirSync, readFileSync, rmSync, writeFileSync, copyFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import { buildStale, bundleServer, webDir } from './build.ts';
import { bundleForNode } from '../lib/bundleNodePrograms.ts';
import { filesBelow, zipFolder } from '../lib/zipFolder.ts';
import { noticesOf } from '../supply/thirdPartyNotices.ts';
import { buildSbom } from '../supply/buildSbom.ts';

// Creates the deployable artefacts: a folder that needs only Node, and a zip of it. `azure` keeps its data in Azure
// tables and contains no SQLite driver; `small` is for a small server and supports both kinds of store.

export const artefacts = ['azure', 'small'] as const;
export type Artefact = (typeof artefacts)[number];

const folder = 'dist';
export const artefactFolder = (artefact: Artefact): string => path.join(folder, artefact);
export const artefactZip = (artefact: Artefact): string => path.join(folder, `rollcall-${artefact}.zip`);

/** Both artefacts run on Linux x64 with glibc, as do the Azure app and the Dockerfile. */
const natives = {
  argon2: 'node_modules/@node-rs/argon2-linux-x64-gnu/argon2.linux-x64-gnu.node',
  libsql: 'node_modules/@libsql/linux-x64-gnu/index.node',
} as const;
const nativeName = { argon2: 'argon2.linux-x64-gnu.node', libsql: 'libsql.linux-x64-gnu.node' } as const;

const noDriver = 'No driver of a store file is in the build for Azure.';

const replaced = (text: string, pattern: RegExp, by: string): string => {
  if (!pattern.test(text)) throw new Error(`The package is not as expected: ${pattern.source}`);
  return text.replace(pattern, () => by);
};

/**
 * Returns a plugin that loads each native package from the one binary beside the bundle, instead of searching for a
 * binary of the current machine. In the artefact without SQLite, the import of its driver fails with a clear message.
 */
const nativePlugin = (artefact: Artefact): Plugin => ({
  name: 'native',
  setup: (build) => {
    build.onResolve({ filter: /^\.\/native\// }, ({ path: file }) => ({ path: file, external: true }));
    build.onResolve({ filter: /^@node-rs\/argon2$/ }, () => ({ path: 'argon2', namespace: 'native' }));
    build.onLoad({ filter: /^argon2$/, namespace: 'native' }, () => ({
      contents: `module.exports = require('./native/${nativeName.argon2}');`,
      resolveDir: '.',
    }));
    if (artefact === 'azure') {
      build.onResolve({ filter: /^libsql$/ }, () => ({ path: 'libsql', namespace: 'native' }));
      build.onLoad({ filter: /^libsql$/, namespace: 'native' }, () => ({
        contents: `throw new Error(${JSON.stringify(noDriver)}); module.exports = {};`,
      }));
      return;
    }
    build.onLoad({ filter: /node_modules\/libsql\/index\.js$/ }, ({ path: file }) => {
      const source = readFileSync(file, 'utf8');
      const match = replaced(
        source,
        /function requireNative\(\) \{[^]*?\n\}/,
        `function requireNative() { return require('./native/${nativeName.libsql}'); }`,
      );
      return { contents: replaced(match, /^const .*@neon-rs\/load.*\n.*detect-libc.*$/m, '') };
    });
  },
});

const copyInto = (target: string, files: Readonly<Record<string, string>>): void => {
  for (const [name, source] of Object.entries(files)) {
    const to = path.join(target, name);
    mkdirSync(path.dirname(to), { recursive: true });
    copyFileSync(source, to);
  }
};

const webFiles = (): Record<string, string> =>
  Object.fromEntries(filesBelow(webDir).map((name) => [`web/${name}`, path.join(webDir, name)]));

const fontFiles = (): Record<string, string> => {
  const from = 'node_modules/dejavu-fonts-ttf';
  const fonts = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((name) => [`fonts/${name}`, `${from}/ttf/${name}`]);
  return { ...(Object.fromEntries(fonts) as Record<string, string>), 'fonts/LICENSE': `${from}/LICENSE` };
};

/** Returns the licence notices of third parties and the bill of materials, as a map from file name to content. */
const paperwork = (): Readonly<Record<string, string>> => ({
  'THIRD-PARTY-NOTICES.txt': noticesOf(process.cwd()),
  'sbom.cdx.json': buildSbom(process.cwd()),
});
const smallServer = { 'rollcall.service': 'deploy/rollcall.service', '.env.example': '.env.example' };

const manifestOf = (artefact: Artefact): string => {
  const { name, version, engines } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, unknown>;
  // Each artefact has its own package name, because tools that scan the clone report two packages of one name as an
  // error.
  const own = `${String(name)}-${artefact}`;
  return `${JSON.stringify({ name: own, version, private: true, type: 'module', engines, scripts: { start: 'node server.js' } }, null, 2)}\n`;
};

const writeFolder = async (artefact: Artefact): Promise<void> => {
  const target = artefactFolder(artefact);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const how = { plugins: [nativePlugin(artefact)] };
  await bundleServer(target, how);
  await bundleForNode('scripts/operate/admin.ts', path.join(target, 'admin.js'), { ...how, isMinified: true });
  const own = artefact === 'small' ? natives : { argon2: natives.argon2 };
  const native = Object.entries(own).map(([name, file]) => [`native/${nativeName[name as 'argon2']}`, file]);
  copyInto(target, {
    ...webFiles(),
    ...fontFiles(),
    ...(Object.fromEntries(native) as Record<string, string>),
    ...(artefact === 'small' ? smallServer : {}),
  });
  for (const [name, text] of Object.entries({ 'package.json': manifestOf(artefact), ...paperwork() }))
    writeFileSync(path.join(target, name), text);
};

export const makeArtefacts = async (wanted: readonly Artefact[] = artefacts): Promise<void> => {
  for (const artefact of wanted) {
    await writeFolder(artefact);
    await zipFolder(artefactFolder(artefact), artefactZip(artefact));
  }
};

if (process.argv[1]?.endsWith('makeDeployableArtefacts.ts') === true) {
  await buildStale();
  await makeArtefacts();
}
