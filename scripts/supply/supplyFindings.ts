import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ageFindings, licenceFindings, pinFindings, scriptFindings, sourceFindings } from './packageChecks.ts';
import type { Ages, Manifest } from './packageChecks.ts';
import { readInstalled, readLockfile } from './readLockfileAndInstalledPackages.ts';
import {
  allowedLicences,
  leastAgeDays,
  readByHand,
  scriptsNotNeeded,
  takenYoung,
  toolLicences,
} from './packagePolicy.ts';

export const agesFile = 'scripts/supply/ages.json';

export interface Supply {
  readonly findings: readonly string[];
  readonly checked: number;
}

/** Runs every check on the project in a folder, with the project's policy. */
export const supplyFindings = (root: string): Supply => {
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
  const packages = readLockfile(read('package-lock.json'));
  const policy = { allowed: allowedLicences, forTools: toolLicences, readByHand };
  const findings = [
    ...sourceFindings(packages),
    ...pinFindings(JSON.parse(read('package.json')) as Manifest, packages),
    ...scriptFindings(packages, read('.npmrc'), scriptsNotNeeded),
    ...licenceFindings(packages, (item) => readInstalled(root, item), policy),
    ...ageFindings(packages, JSON.parse(read(agesFile)) as Ages, takenYoung, leastAgeDays),
  ];
  return { findings, checked: packages.length };
};
