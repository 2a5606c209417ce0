import { boundedMemo } from '../boundedMapAndMemos.ts';

// Formats percentages. Languages differ in the sign, its side and the space before it, so no text of the catalogue
// contains them.

/** Maximum number of cached formatters. The cache needs a limit, because clients choose the language tags. */
const capacity = 100;

const formatsWith = (decimals: number) =>
  boundedMemo(
    (locale: string) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: decimals }),
    { capacity },
  );

const formats = { 0: formatsWith(0), 1: formatsWith(1), 2: formatsWith(2) } as const;

/**
 * Returns a percentage for a reader: "97%" for 97 in English, "97 %" in German. `decimals`: maximum number of decimals.
 */
export const percentText = (percent: number, locale: string, decimals: keyof typeof formats = 0): string =>
  formats[decimals](locale).format(percent / 100);
