interface Named {
  readonly id: string;
  readonly name: string;
}

// Creating a collator takes longer than sorting most lists, so it is cached.
const collators = new Map<string, Intl.Collator>();
const mostCollators = 1_000;

const collatorFor = (locale: string): Intl.Collator => {
  const known = collators.get(locale);
  if (known !== undefined) return known;
  const fresh = new Intl.Collator(locale, { numeric: true });
  if (collators.size < mostCollators) collators.set(locale, fresh);
  return fresh;
};

/** Compares by name in the order of that language, then by id, so that the order is always the same. */
export const byName = (locale: string): ((a: Named, b: Named) => number) => {
  const { compare } = collatorFor(locale);
  return (a, b) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
};
