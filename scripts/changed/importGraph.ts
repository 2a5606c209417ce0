import path from 'node:path';
import type { TextFile } from '../lib/listAndReadRepositoryFiles.ts';

/** For each file, the files that import it at run time or contain its path. */
export type Dependants = ReadonlyMap<string, readonly string[]>;

/**
 * Matches an import of types only. It is no dependency, because it disappears before a test runs; the compiler checks
 * it.
 */
const typeImport = /^(?:import|export) type [^'"]*? from '[^']+';/gm;
const quoted = /'([^'\n]+)'/g;
const contracts = '#contracts/';

const resolveFrom = (file: string, target: string): string => {
  if (target.startsWith(contracts)) return `bot/src/contracts/${target.slice(contracts.length)}`;
  return target.startsWith('.') ? path.posix.join(path.posix.dirname(file), target) : target;
};

/**
 * Returns the files on which a file depends. Modules import each other by paths with an extension, so every quoted text
 * that resolves to a file of the repository counts.
 */
const dependenciesOf = ({ path: file, text }: TextFile, known: ReadonlySet<string>): readonly string[] => {
  const targets = Array.from(text.replace(typeImport, '').matchAll(quoted), ([, target = '']) =>
    resolveFrom(file, target),
  );
  return [...new Set(targets)].filter((target) => target !== file && known.has(target));
};

export const readDependants = (files: readonly TextFile[], known: ReadonlySet<string>): Dependants => {
  const dependants = new Map<string, string[]>();
  for (const file of files)
    for (const dependency of dependenciesOf(file, known))
      dependants.set(dependency, [...(dependants.get(dependency) ?? []), file.path]);
  return dependants;
};

/**
 * Returns, for each file that imports a changed file directly or indirectly, the smallest number of imports between the
 * two; 0 for the changed files. Other files are left out.
 */
export const measureDistances = (changed: readonly string[], dependants: Dependants): ReadonlyMap<string, number> => {
  const distances = new Map(changed.map((file) => [file, 0]));
  // A loop over a map also visits the entries that the loop adds, so this is a breadth-first search.
  for (const [file, distance] of distances)
    for (const dependant of dependants.get(file) ?? [])
      if (!distances.has(dependant)) distances.set(dependant, distance + 1);
  return distances;
};
