import { boundedMemo } from '#contracts/boundedMapAndMemos.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Creating a collator takes longer than sorting most lists, so collators are cached. */
const collatorFor = boundedMemo((locale: string) => new Intl.Collator(locale, { numeric: true }), { capacity: 1_000 });

/** Returns a function that compares two texts in the order of the language. */
export const byText = (locale: string): ((a: string, b: string) => number) => collatorFor(locale).compare;

/**
 * Returns a function that compares by name in the order of the language, then by id, so that equal names always have
 * the same order.
 */
export const byName = (locale: string): ((a: Named, b: Named) => number) => {
  const { compare } = collatorFor(locale);
  return (a, b) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
};
