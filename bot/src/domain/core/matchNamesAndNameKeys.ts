import { normalName, searchedName } from '#contracts/core/normaliseNamesAndFoldAccents.ts';

const gap = /[\s\p{Pd}]+/u;
const joined = (name: string): string => normalName(name).split(gap).join('');

/**
 * Returns the key by which names must be unique: those of reports in a team, and those of templates in an organisation.
 * The key ignores case, spaces and hyphens, because chat commands cannot distinguish names that differ only in these. A
 * name that consists only of spaces and hyphens keeps them.
 */
export const nameKey = (name: string): string => joined(name) || normalName(name);

// Keyboards type a straight apostrophe, but word processors replace it with a typographic one. A search therefore
// ignores all apostrophes.
const apostrophes = /['\u2018\u2019\u201b\u02bc\u2032]/gu;
// After an elided article ("d’équipe"), the apostrophe begins a new word. A single letter after an apostrophe is an
// ending ("team’s") and not a word.
const wordGap = new RegExp(`${gap.source}|${apostrophes.source}(?=\\p{L}{2})`, 'u');

const joinSearched = (words: readonly string[]): string => words.join('').replace(apostrophes, '');
const searched = (name: string): string => joinSearched(searchedName(name).split(gap));

/** True if the query matches the name from the start of one of its words. */
const startsAtWordBoundary = (name: string, query: string): boolean => {
  const words = searchedName(name).split(wordGap);
  return words.some((_, index) => joinSearched(words.slice(index)).startsWith(query));
};

/**
 * Returns the items whose name, or a word of it, begins with the query, ignoring case, accents, spaces, hyphens and
 * apostrophes. The rules in `tiers` are tried in order, from equal names to beginnings of words, and only the matches
 * of the first successful rule are returned. An empty query matches all items.
 */
export const matchName = <T extends { readonly name: string }>(query: string, named: readonly T[]): T[] => {
  const wanted = { exact: normalName(query), joined: joined(query), searched: searched(query) };
  // If the query consists only of accents and marks, no letters remain for a search, so the whole name is compared.
  if (wanted.searched === '' && wanted.joined !== '')
    return named.filter((item) => normalName(item.name) === wanted.exact);
  const tiers = [
    (name: string) => normalName(name) === wanted.exact,
    (name: string) => joined(name) === wanted.joined,
    (name: string) => searched(name) === wanted.searched,
    (name: string) => startsAtWordBoundary(name, wanted.searched),
  ];
  for (const isMatch of tiers) {
    const matches = named.filter(({ name }) => isMatch(name));
    if (matches.length > 0) return matches;
  }
  return [];
};
