import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { unzipBytes } from '../support/files/unzip.ts';

// Checks the deployed artefacts: their content, their size, and that equal sources give equal bytes. The smoke test
// (.ci/smoke24) runs the artefacts.

const make = (names: readonly string[]): void => {
  const script = `import('./scripts/package/makeDeployableArtefacts.ts').then((m) => m.makeArtefacts(${JSON.stringify(names)}))`;
  execFileSync(process.execPath, ['--import', 'tsx', '-e', script], { stdio: ['ignore', 'ignore', 'inherit'] });
};
const zipOf = (name: string): string => `dist/rollcall-${name}.zip`;
const sumOf = (name: string): string =>
  createHash('sha256')
    .update(readFileSync(zipOf(name)))
    .digest('hex');
const megabytes = (name: string): number => statSync(zipOf(name)).size / 1_000_000;
const filesOf = (name: string): readonly string[] => Object.keys(unzipBytes(readFileSync(zipOf(name))));

beforeAll(() => {
  make(['azure', 'small']);
});

it('is small enough, and contains exactly what it needs at run time', () => {
  expect({ azure: megabytes('azure') <= 15, small: megabytes('small') <= 20 }).toEqual({ azure: true, small: true });
  // Files that are loaded later are beside the files of the server and of the worker thread, with a hash of their
  // content in the name.
  const isOwn = (file: string) => !file.startsWith('web/') && !/^(?:server|sheetFile)-[\w.-]+\.js(?:on)?$/.test(file);
  const outside = (name: string) => filesOf(name).filter(isOwn);
  const both = ['admin.js', 'fonts/DejaVuSans-Bold.ttf', 'fonts/DejaVuSans.ttf', 'fonts/LICENSE', 'package.json'];
  const common = [...both, 'native/argon2.linux-x64-gnu.node', 'server.js', 'sheetFile.js'];
  const paperwork = /^(?:THIRD-PARTY-NOTICES|sbom)/;
  expect(
    outside('azure')
      .filter((file) => !paperwork.test(file))
      .sort(),
  ).toEqual([...common].sort());
  expect(
    outside('small')
      .filter((file) => !paperwork.test(file))
      .sort(),
  ).toEqual([...common, '.env.example', 'native/libsql.linux-x64-gnu.node', 'rollcall.service'].sort());
  for (const name of ['azure', 'small']) {
    expect(filesOf(name)).toEqual(expect.arrayContaining(['web/index.html']));
    expect(filesOf(name).some((file) => file.includes('node_modules'))).toBe(false);
  }
  const programs = Object.entries(unzipBytes(readFileSync(zipOf('azure')))).filter(([file]) =>
    /^[^/]+\.js$/.test(file),
  );
  const holding = (text: string) => programs.filter(([, bytes]) => bytes.toString().includes(text)).length;
  expect(holding('libsql.linux-x64-gnu.node')).toBe(0);
  // The Azure build has no driver of store files. Instead, both the server and admin.js contain this error text.
  expect(holding('No driver of a store file is in the build for Azure')).toBe(2);
});

it('has the same bytes after a second build', () => {
  const before = sumOf('azure');
  make(['azure']);
  expect(sumOf('azure')).toBe(before);
});
