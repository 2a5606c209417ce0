import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isOutputStale } from '../../../scripts/lib/isOutputStale.ts';

// Seeding the demo needs two thirds of the processor time of a server's start. Each instant of the demo is therefore
// seeded once, and each server starts with a copy.

const sources = ['bot/src', 'scripts', 'tests', 'package-lock.json'];

const continuesAtFile = 'continuesAt';

/** Seeds a data folder and returns the instant at which the clock of another server continues. */
type Seed = (folder: string) => Promise<number>;

const seedFolder = async (folder: string, seed: Seed): Promise<void> => {
  // Test runs in parallel can seed the same instant, so each seeds its own folder and renames it at the end.
  const own = `${folder}.${process.pid}`;
  mkdirSync(own, { recursive: true });
  writeFileSync(path.join(own, continuesAtFile), String(await seed(own)));
  rmSync(folder, { recursive: true, force: true });
  renameSync(own, folder);
};

/** Copies the demo of an instant to a data folder, and returns the instant at which its clock continues. */
export const copySeededDemo = async (startsAt: string, dataDir: string, seed: Seed): Promise<number> => {
  const folder = path.resolve('dist', 'programs', `demo-${startsAt.replaceAll(':', '-')}`);
  const continuesAt = path.join(folder, continuesAtFile);
  if (!existsSync(continuesAt) || isOutputStale(continuesAt, sources)) await seedFolder(folder, seed);
  cpSync(folder, dataDir, { recursive: true });
  return Number(readFileSync(continuesAt, 'utf8'));
};
