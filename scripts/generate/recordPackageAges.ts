import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { agesFile } from '../supply/supplyFindings.ts';
import type { Ages } from '../supply/packageChecks.ts';
import { nameOf, readLockfile } from '../supply/readLockfileAndInstalledPackages.ts';

// Run this once after an upgrade, with a network. It asks the registry for the publication date of each new version and
// records it with today's date. Existing entries stay; entries of packages that are no longer shipped are removed.

const today = new Date(Date.now()).toISOString().slice(0, 10);
const known = JSON.parse(readFileSync(agesFile, 'utf8')) as Ages;
const shipped = new Map(
  readLockfile(readFileSync('package-lock.json', 'utf8'))
    .filter((item) => item.isProduction)
    .map((item) => [nameOf(item), item]),
);

const publishedOn = (name: string, version: string): string => {
  const output = execFileSync('npm', ['view', name, 'time', '--json'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const at = (JSON.parse(output) as Readonly<Record<string, string>>)[version];
  if (at === undefined) throw new Error(`The registry does not know ${name}@${version}`);
  return at.slice(0, 10);
};

const lines = [...shipped]
  .sort(([first], [other]) => (first < other ? -1 : 1))
  .map(([key, { name, version }]) => {
    const [published, taken] = known[key] ?? [publishedOn(name, version), today];
    return `  ${JSON.stringify(key)}: [${JSON.stringify(published)}, ${JSON.stringify(taken)}]`;
  });
writeFileSync(agesFile, `{\n${lines.join(',\n')}\n}\n`);
process.stdout.write(`${lines.length} packages in ${agesFile}\n`);
