/** Rows without those that signing in and the beating heart write: equal before and after = a call wrote nothing. */
export const withoutSignIns = (rows: readonly string[]): string[] =>
  rows.filter((row) => !/^(?:Sys |Dir lim-|Accounts u:\S+ (?:fam\||net ))/.test(row));
