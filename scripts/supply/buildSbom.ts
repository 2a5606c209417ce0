import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Bom {
  serialNumber?: string;
  readonly metadata: { timestamp?: string; readonly component: { name: string } };
}

/**
 * Returns the bill of materials of the shipped packages as CycloneDX JSON. npm creates it from the lockfile, without a
 * network.
 */
export const buildSbom = (root: string): string => {
  const command = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev'];
  const output = execFileSync('npm', [...command, '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const bom = JSON.parse(output) as Bom;
  const { name } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { readonly name: string };
  // npm uses the folder's name as the project's name, and the folder's name differs by machine.
  bom.metadata.component.name = name;
  // Both fields are optional and differ on every run. Without them, the same lockfile gives the same bytes.
  delete bom.serialNumber;
  delete bom.metadata.timestamp;
  return `${JSON.stringify(bom, null, 1)}\n`;
};
