/** Returns a whole percentage; 0 if `whole` is 0. The product comes first, because a quotient such as 57 / 200 is inexact and would round down. */
export const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((100 * part) / whole));
