import { boundedMemo } from '#contracts/boundedMapAndMemos.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Creating a collator takes longer than sorting most lists, so collators are cached. */
const collatorFor = boundedMemo((locale: string) => new Intl.Collator(locale, { numeric: true }), { capacity: 1_000 });

/** Returns the comparison of two texts in the order of the language. */
export const byText = (locale: string): ((a: string, b: string) => number) => collatorFor(locale).compare;

/** Returns a comparison by name in the order of the language, then by id, so that the order is always the same. */
export const byName = (locale: string): ((a: Named, b: Named) => number) => {
  const { compare } = collatorFor(locale);
  return (a, b) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
};
