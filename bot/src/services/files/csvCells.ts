import { withoutFormula } from '#contracts/core/csvText.ts';

/**
 * Options of the CSV library. Its own guard against formulas is off, because it misses some formulas and damages harmless text;
 * our guard is applied to every text instead (docs/product-rules.md, Timesheets).
 */
export const csvOptions = {
  bom: false,
  quoted_string: true,
  record_delimiter: 'windows',
  escape_formulas: false,
} as const;

export const csvText = (value: string): string => withoutFormula(value.toWellFormed());

/** Returns a function that protects names. Names repeat in many rows, so each name is checked only once. */
export const createNames = (): ((name: string) => string) => {
  const known = new Map<string, string>();
  return (name) => {
    const safe = known.get(name) ?? csvText(name);
    known.set(name, safe);
    return safe;
  };
};
