interface Named {
  readonly id: string;
  readonly name: string;
}

// Creating a collator takes longer than sorting most lists, so collators are cached by locale.
const collators = new Map<string, Intl.Collator>();
const maxCollators = 1_000;

const collatorFor = (locale: string): Intl.Collator => {
  const cached = collators.get(locale);
  if (cached !== undefined) return cached;
  const created = new Intl.Collator(locale, { numeric: true });
  if (collators.size < maxCollators) collators.set(locale, created);
  return created;
};

/** Returns the comparison of two texts in the order of the language. */
export const byText = (locale: string): ((a: string, b: string) => number) => collatorFor(locale).compare;

/** Returns a comparison by name in the order of the language, then by id, so that the order is always the same. */
export const byName = (locale: string): ((a: Named, b: Named) => number) => {
  const { compare } = collatorFor(locale);
  return (a, b) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
};
