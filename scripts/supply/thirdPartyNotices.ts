import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { licenceOf, nameOf, readInstalled, readLockfile } from './readLockfileAndInstalledPackages.ts';
import type { Installed, Locked } from './readLockfileAndInstalledPackages.ts';

const isTerms = (file: string): boolean => /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i.test(file);

/** Returns the licence files of a package. If it has none, returns the licence that its package.json declares. */
const termsOf = (root: string, item: Locked, about: Installed): string => {
  const folder = path.join(root, item.at);
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile() && isTerms(file.name))
    .map((file) => readFileSync(path.join(folder, file.name), 'utf8').replaceAll('\r\n', '\n').trim())
    .filter((text) => text !== '');
  return files.length === 0 ? `Licence: ${licenceOf(about) || 'see the package'}` : files.join('\n\n');
};

const homeOf = ({ homepage, repository }: Installed): string => {
  if (typeof homepage === 'string' && homepage !== '') return homepage;
  const url =
    typeof repository === 'object' && repository !== null && 'url' in repository ? repository.url : repository;
  return typeof url === 'string' ? url : '';
};

/** Third-party data that our own source files contain. */
const ofData = [
  'Public holidays by country: date-holidays, https://github.com/commenthol/date-holidays',
  'Data under CC BY-SA 3.0, https://creativecommons.org/licenses/by-sa/3.0/; shortened to dates and names.',
].join('\n');

const rule = '-'.repeat(80);

/** Returns the notices of all shipped third-party work. Packages with equal terms share one copy of the text. */
export const noticesOf = (root: string): string => {
  const byTerms = new Map<string, string[]>();
  for (const locked of readLockfile(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))) {
    const about = locked.isProduction ? readInstalled(root, locked) : undefined;
    if (about === undefined) continue;
    const terms = termsOf(root, locked, about);
    const line = [nameOf(locked), licenceOf(about), homeOf(about)].filter((part) => part !== '').join('  ');
    byTerms.set(terms, [...new Set([...(byTerms.get(terms) ?? []), line])]);
  }
  const parts = [...byTerms]
    .map(([terms, lines]) => `${lines.sort().join('\n')}\n\n${terms}`)
    .sort((text, other) => (text < other ? -1 : 1));
  const head = 'This product contains the work of others, under the terms that stand below each.';
  return [head, ofData, ...parts].join(`\n\n${rule}\n`) + '\n';
};
