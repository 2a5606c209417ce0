import { boundedMemo } from '#contracts/boundedMapAndMemos.ts';
import { safeCsvText } from '#contracts/core/csvText.ts';

/**
 * Options of the CSV library. Its own protection against formulas is off, because it misses some formulas and damages
 * harmless text. Instead, `safeCsvText` protects every text (docs/product-rules.md, Timesheets).
 */
export const csvOptions = {
  bom: false,
  quoted_string: true,
  record_delimiter: 'windows',
  escape_formulas: false,
} as const;

export const csvText = (value: string): string => safeCsvText(value.toWellFormed());

/** Returns a function that protects names like `csvText`. It caches the results, because names repeat in many rows. */
export const createNames = (): ((name: string) => string) => boundedMemo(csvText, { capacity: 10_000 });
