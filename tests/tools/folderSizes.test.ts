import { dirname } from 'node:path';
import { listRepositoryFiles } from '../../scripts/lib/listAndReadRepositoryFiles.ts';

// Decision 059 limits the files of a folder, so that a reader can take in the names of a folder at once.

const foldersAbove = (limit: number, isCounted: (file: string) => boolean): readonly string[] => {
  const counts = new Map<string, number>();
  for (const file of listRepositoryFiles().filter(isCounted)) {
    const folder = dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > limit).map(([folder, count]) => `${folder} has ${count} files`);
};

it('a folder of sources has at most 25 files, without the tests beside them', () => {
  expect(
    foldersAbove(25, (file) => /^(?:(?:bot|tab)\/src|tab\/build|scripts|bench)\/.*(?<!\.test)\.tsx?$/.test(file)),
  ).toEqual([]);
});

it('a folder of tests has at most 30 files', () => {
  expect(foldersAbove(30, (file) => /^tests\/.*\.ts$/.test(file))).toEqual([]);
});
