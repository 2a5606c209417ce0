/**
 * Removes the rows that sign-ins and heartbeats write. If the results before and after a call are equal, the call wrote
 * nothing.
 */
export const withoutSignInRows = (rows: readonly string[]): string[] =>
  rows.filter((row) => !/^(?:Sys |Dir lim-|Accounts u:\S+ (?:fam\||net ))/.test(row));
