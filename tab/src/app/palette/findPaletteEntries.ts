import { searchedName } from '#contracts/core/normaliseNamesAndFoldAccents.ts';

export const paletteGroups = ['pages', 'reports', 'people', 'days', 'actions'] as const;
export type PaletteGroup = (typeof paletteGroups)[number];

export interface PaletteEntry {
  readonly id: string;
  readonly group: PaletteGroup;
  readonly text: string;
  /** Effect of the entry: it opens a page of the app, another address, or the list of keyboard shortcuts (`help`). */
  readonly target:
    | { readonly is: 'page'; readonly path: string }
    | { readonly is: 'address'; readonly href: string }
    | { readonly is: 'help' };
}

const mostInGroup = 6;

const wordsOf = (text: string): readonly string[] =>
  searchedName(text)
    .split(/[\s\p{Pd}]+/u)
    .filter((word) => word !== '');

/**
 * Returns how well a text matches, lower = better: 0 = the text begins with the typed text; 1 = each typed word is the
 * beginning of a word in the text; undefined = no match.
 */
const rankOf = (text: string, typed: string): number | undefined => {
  const searched = searchedName(text);
  if (searched.startsWith(searchedName(typed))) return 0;
  const words = wordsOf(text);
  return wordsOf(typed).every((wanted) => words.some((word) => word.startsWith(wanted))) ? 1 : undefined;
};

/**
 * Returns the entries that match a typed text, by group and with the best matches of each group first. At most
 * `mostInGroup` entries of a group, except pages and actions. An empty text matches all entries.
 */
export const findPaletteEntries = (entries: readonly PaletteEntry[], typed: string): PaletteEntry[] =>
  paletteGroups.flatMap((group) =>
    entries
      .filter((entry) => entry.group === group)
      .flatMap((entry) => {
        const rank = rankOf(entry.text, typed.trim());
        return rank === undefined ? [] : [{ entry, rank }];
      })
      .sort((a, b) => a.rank - b.rank)
      .slice(0, group === 'pages' || group === 'actions' ? undefined : mostInGroup)
      .map(({ entry }) => entry),
  );
