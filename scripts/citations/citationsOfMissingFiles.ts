import path from 'node:path';
import type { TextFile } from '../lib/listAndReadRepositoryFiles.ts';

// Finds citations of repository files that do not exist. Imports of modules are left out, because the compiler checks
// them.

/** Root folders with tracked files. A path that begins with one of them is a citation, whatever its extension. */
const roots = 'appPackage|bench|bot|deploy|docs|env|infra|scripts|tab|tests';
const extensions = 'cjs|css|js|json|jsonl|md|mjs|png|sh|svg|ts|tsx|ya?ml';

/**
 * Matches a path from the root of the repository. A match after a dot or a letter is excluded, because it belongs to an
 * import, an address or a glob.
 */
const fullPath = new RegExp(String.raw`(?<![\w@./$~*{}-])(?:${roots})/[\w./-]*[\w/](?![\w*{}$<])`, 'g');
/**
 * Matches the end of a path: `services/runs/planNextRun.ts` means
 * `bot/src/services/runs/planNextRun.ts`.
 */
const pathEnd = new RegExp(String.raw`(?<![\w@./$~*{}#-])[\w-]+(?:/[\w.-]+)+\.(?:${extensions})\b(?![\w/*{}-])`, 'g');
/**
 * Matches the name of a source without its folder: `planNextRun.ts`. Names with placeholders are not citations.
 */
const bareSource = /(?<![\w@./$~*{}#:-])[\w-]+(?:\.[\w-]+)*\.tsx?\b(?![\w./*{}-]*[\w/*{}])/g;
/** Matches a backticked path without an extension. A page also cites modules and folders in this way. */
const backtickedPath = /`([\w.-]+(?:\/[\w.-]+)+)\/?`/g;
/** Matches an import in the text of a program that a test starts in the root folder. The compiler does not see it. */
const importFromRoot = new RegExp(String.raw`\bimport\('\./((?:${roots})/[\w./-]+)'\)`, 'g');
const document = /(?<![\w@./$~*{}-])[\w-]+\.md\b/g;
const link = /\]\(([^)\s]+)\)/g;

/** Paths that a build or an installation creates, and names that exist only inside tests. */
const generated = [
  /^tab\/dist\b/,
  /^(?:dist|node_modules)\//,
  // The sources of `tab/build` are tracked, and comments cite them as `build/`.
  /^build\/(?!.*\.tsx?$)/,
  /^env\/\.env\./,
  /^appPackage\/build\b/,
  /^tab\/build\/x\.ts$/,
  /^tests\/tmp\b/,
];

/** Returns a function that returns true if a cited path, whole or shortened, names a tracked file or folder. */
export const createIndex = (tracked: readonly string[]): ((cited: string) => boolean) => {
  const known = new Set<string>();
  for (const file of tracked) {
    const parts = file.split('/');
    for (let end = 1; end <= parts.length; end += 1)
      for (let begin = 0; begin < end; begin += 1) known.add(parts.slice(begin, end).join('/'));
  }
  const isPrefix = (cited: string): boolean => tracked.some((file) => file.startsWith(cited));
  // A decision may be cited by its number alone, and a module without its extension.
  return (cited) => known.has(cited) || isPrefix(`${cited}-`) || isPrefix(`${cited}.`);
};

/** The folders at the root, and those of `bot/src` and `tab/src`, with which a path without an extension begins. */
const firstFolders = (tracked: readonly string[]): ReadonlySet<string> =>
  new Set(
    tracked.flatMap((file) => {
      const [, root = '', area = ''] = /^(?:((?:bot|tab)\/src|[^/]+)\/)(?:([^/]+)\/)?/.exec(file) ?? [];
      return root.endsWith('/src') ? [area] : [root];
    }),
  );

const commentOf = (line: string): string => {
  const [, comment = ''] = /(?:^|\s)(?:\/\/|\/\*\*?|\*)\s(.*)$/.exec(line) ?? [];
  return comment;
};

/**
 * Returns the citations in a line. Documents are cited anywhere in a file; other files only in prose, that is in pages
 * and in comments of sources.
 */
const citedIn = (isPage: boolean, line: string): string[] => {
  const prose = isPage ? line : commentOf(line);
  const matches = [
    ...Array.from(prose.matchAll(fullPath), ([cited]) => cited),
    ...Array.from(prose.matchAll(pathEnd), ([cited]) => cited),
    ...Array.from(prose.matchAll(bareSource), ([cited]) => cited),
    ...Array.from(line.matchAll(importFromRoot), ([, cited = '']) => cited),
    ...Array.from(line.matchAll(document), ([cited]) => cited),
    ...Array.from(line.matchAll(/(?<![\w@.$~*{}/-])(?:[\w-]+\/)+[\w-]+\.md\b/g), ([cited]) => cited),
  ];
  return [...new Set(matches.map((cited) => cited.replace(/\/$/, '')))];
};

const linkedIn = (page: string, line: string): string[] =>
  Array.from(line.matchAll(link), ([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/i.test(target) && !target.startsWith('/'))
    .map((target) => path.posix.join(path.posix.dirname(page), decodeURIComponent(target)));

/** Returns one line for each citation of a missing file: `file:line cites path, which does not exist`. */
export const citationsOfMissingFiles = (files: readonly TextFile[], tracked: readonly string[]): readonly string[] => {
  const isTracked = createIndex(tracked);
  const folders = firstFolders(tracked);
  const withoutExtension = (line: string): readonly string[] =>
    Array.from(line.matchAll(backtickedPath), ([, cited = '']) => cited).filter((cited) =>
      folders.has(cited.replace(/\/.*$/, '')),
    );
  const isMissing = (cited: string): boolean => !isTracked(cited) && !generated.some((pattern) => pattern.test(cited));
  return files.flatMap(({ path: file, text }) => {
    const isPage = file.endsWith('.md');
    return text.split('\n').flatMap((line, index) => {
      const unlinked = isPage ? line.replace(link, ']') : line;
      const missing = [
        ...citedIn(isPage, unlinked).filter(isMissing),
        ...(isPage ? withoutExtension(unlinked) : []).filter(isMissing),
        ...(isPage ? linkedIn(file, line) : []).filter(isMissing),
      ];
      return [...new Set(missing)].map((cited) => `${file}:${index + 1} cites ${cited}, which does not exist`);
    });
  });
};
