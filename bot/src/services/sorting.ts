interface Named {
  readonly id: string;
  readonly name: string;
}

/** By name as readers of that language sort; the same names always in the same order. */
export const byName = (locale: string): ((a: Named, b: Named) => number) => {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return (a, b) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
};
