import { execFileSync } from 'node:child_process';

// Tests that the server loads large packages only at their first use, so that a start takes less time and memory.

interface Output {
  readonly entryPoint?: string;
  readonly imports: readonly { readonly path: string; readonly kind: string; readonly external?: boolean }[];
}

const script = `import('esbuild').then(async ({ build }) => {
  const { metafile } = await build({
    entryPoints: ['scripts/run/serve.ts'], outdir: 'dist', bundle: true, splitting: true, write: false, metafile: true,
    format: 'esm', platform: 'node', packages: 'external', logLevel: 'error',
  });
  process.stdout.write(JSON.stringify(metafile.outputs));
});`;

const largePackages = [
  ...['@azure/data-tables', '@azure/identity', '@azure/monitor-opentelemetry', '@azure/storage-blob', 'botbuilder'],
  ...['botbuilder-dialogs', 'botframework-connector', 'libsql', 'nodemailer', 'pdfkit', 'stripe', 'zod-openapi'],
];

const packageOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');

/** Returns the packages that these output files import at once, directly or through other files. */
const packagesAtOnce = (outputs: Readonly<Record<string, Output>>, files: readonly string[]): ReadonlySet<string> => {
  const seen = new Set(files);
  const packages = new Set<string>();
  // A set also visits the files that are added during the loop.
  for (const file of seen)
    for (const { path, kind, external } of outputs[file]?.imports ?? []) {
      if (kind !== 'import-statement') continue;
      if (external === true) packages.add(packageOf(path));
      else seen.add(path);
    }
  return packages;
};

it('loads no large package at the start', () => {
  const text = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8', maxBuffer: 100_000_000 });
  const outputs = JSON.parse(text) as Readonly<Record<string, Output>>;
  const server = Object.keys(outputs).filter((file) => outputs[file]?.entryPoint === 'scripts/run/serve.ts');
  const atStart = packagesAtOnce(outputs, server);
  expect(largePackages.filter((name) => atStart.has(name))).toEqual([]);
  // Every package of the list must be one that the server imports at some time, because otherwise the check proves
  // nothing.
  const everywhere = new Set(
    Object.values(outputs).flatMap(({ imports }) => imports.map(({ path }) => packageOf(path))),
  );
  expect(largePackages.filter((name) => !everywhere.has(name))).toEqual([]);
});
