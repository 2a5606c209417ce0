interface Named {
  readonly id: string;
  readonly name: string;
}

// Making one takes longer than sorting most lists.
const collators = new Map<string, Intl.Collator>();
const mostCollators = 1_000;

const collatorFor = (locale: string): Intl.Collator => {
  const known = collators.get(locale);
  if (known !== undefined) return known;
  const fresh = new Intl.Collator(locale, { numeric: true });
  if (collators.size < mostCollators) collators.set(locale, fresh);
  return fresh;
};

/** By name as readers of that language sort; the same names always in the same order. */
export const byName = (locale: string): ((a: Named, b: Named) => number) => {
  const { compare } = collatorFor(locale);
  return (a, b) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
};
