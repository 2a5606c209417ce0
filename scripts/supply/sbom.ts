import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Bom {
  serialNumber?: string;
  readonly metadata: { timestamp?: string; readonly component: { name: string } };
}

/** What is shipped, as CycloneDX in JSON, by npm itself from the lockfile: no network. */
export const sbomOf = (root: string): string => {
  const command = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev'];
  const shownText = execFileSync('npm', [...command, '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const bom = JSON.parse(shownText) as Bom;
  const { name } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { readonly name: string };
  // npm names the project by its folder, whatever that happens to be.
  bom.metadata.component.name = name;
  // The same lockfile gives the same bytes; both of these may be left out.
  delete bom.serialNumber;
  delete bom.metadata.timestamp;
  return `${JSON.stringify(bom, null, 1)}\n`;
};
