/**
 * Returns a whole percentage; 0 if `whole` is 0. Multiplies before it divides, because a quotient such as 57 / 200 is
 * inexact and would be rounded down.
 */
export const wholePercent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((100 * part) / whole);
