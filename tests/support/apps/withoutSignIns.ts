/**
 * Removes the rows that sign-ins and heartbeats write. If the result is equal before and after a call, the call wrote
 * nothing.
 */
export const withoutSignIns = (rows: readonly string[]): string[] =>
  rows.filter((row) => !/^(?:Sys |Dir lim-|Accounts u:\S+ (?:fam\||net ))/.test(row));
