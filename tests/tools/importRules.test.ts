import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { listRepositoryFiles } from '../../scripts/lib/listAndReadRepositoryFiles.ts';

const [, folders = ''] =
  /"check:imports": "depcruise --config \S+ ([^"]+)"/.exec(readFileSync('package.json', 'utf8')) ?? [];

const imports = (target: string): string => `import { value } from '${target}';\nexport const probe = value;\n`;
const probes: Readonly<Record<string, string>> = {
  'bench/harness.ts': 'export const value = 1;\n',
  'bot/src/composition/composeParts.ts': 'export const value = 1;\n',
  'bot/src/main.ts': imports('./composition/composeParts.ts'),
  'bot/src/services/rowsProbe.ts': imports('../composition/composeParts.ts'),
  'scripts/probe.ts': imports('../bot/src/composition/composeParts.ts'),
  'scripts/runBench.ts': imports('../bench/harness.ts'),
  'tab/build/probe.ts': imports('../../bot/src/main.ts'),
  'tests/api/http/probe.test.ts': imports('../../../bot/src/composition/composeParts.ts'),
  'tests/api/http/first.ts': imports('./second.ts'),
  'tests/api/http/second.ts': imports('./first.ts'),
};

/** Returns the folders of each ordered area in the import rules. */
const readOrderedFolders = (): ReadonlyMap<string, readonly string[]> => {
  const rules = readFileSync('.dependency-cruiser.cjs', 'utf8');
  const [, areas = ''] = /const featureFolders = \{\n(.*?)\n\};/s.exec(rules) ?? [];
  return new Map(
    [...areas.matchAll(/^ {2}'([\w/]+)':\s((?:\s*'[^']*'(?: \+)?)+),$/gm)].map(([, area = '', list = '']) => [
      area,
      list.match(/\w+/g) ?? [],
    ]),
  );
};

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

/** Returns the rules of this repository that each probe breaks. */
const violations = (): Readonly<Record<string, readonly string[]>> => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'imports-'));
  try {
    for (const [file, text] of Object.entries(probes)) {
      mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
    const program = path.resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const words = ['--config', path.resolve('.dependency-cruiser.cjs'), '--output-type', 'json', ...folders.split(' ')];
    const { stdout } = spawnSync(process.execPath, [program, ...words], { cwd: root, encoding: 'utf8' });
    const { summary } = JSON.parse(stdout) as { readonly summary: { readonly violations: readonly Violation[] } };
    const broken: Record<string, string[]> = {};
    for (const { from, rule } of summary.violations) (broken[from] ??= []).push(rule.name);
    return Object.fromEntries(Object.entries(broken).map(([file, names]) => [file, names.sort()]));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};

describe('the import rules', () => {
  it('cover every folder with TypeScript files', () => {
    const isCovered = (file: string): boolean => folders.split(' ').some((folder) => file.startsWith(`${folder}/`));
    expect(listRepositoryFiles().filter((file) => /\/.*\.tsx?$/.test(file) && !isCovered(file))).toEqual([]);
  });

  it('order exactly the folders that each area has', () => {
    const files = listRepositoryFiles().filter((file) => /\.tsx?$/.test(file));
    const ordered = [...readOrderedFolders()].map(([area, folders]) => ({ area, folders: [...folders].sort() }));
    const existing = ordered.map(({ area }) => {
      const paths = files.filter((file) => file.startsWith(`${area}/`)).map((file) => file.slice(area.length + 1));
      const names = paths.filter((file) => file.includes('/')).map((file) => file.split('/', 1)[0] ?? '');
      return { area, folders: [...new Set(names)].sort() };
    });
    expect(ordered.length).toBeGreaterThan(0);
    expect(existing).toEqual(ordered);
  });

  it('find every row kind in the folder of a feature', () => {
    expect(listRepositoryFiles().filter((file) => /^bot\/src\/store\/kinds\/[^/]+$/.test(file))).toEqual([]);
  });

  it('refuse imports of the composition root, of bench and in a circle in scripts, tests and the web build', () => {
    expect(violations()).toEqual({
      'bot/src/services/rowsProbe.ts': ['only-main-imports-composition', 'services-imports'],
      'scripts/probe.ts': ['only-main-imports-composition'],
      'scripts/runBench.ts': ['bench-is-imported-only-by-bench'],
      'tab/build/probe.ts': ['tab-imports-only-contracts'],
      'tests/api/http/first.ts': ['no-circular'],
      'tests/api/http/probe.test.ts': ['only-main-imports-composition'],
    });
  });
});
