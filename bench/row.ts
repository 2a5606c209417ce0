// What a benchmark says: lines of the one table.

export interface Row {
  readonly what: string;
  readonly figure: string;
  /** What the figure is compared with, from the same run; left out = compared with nothing. */
  readonly baseline?: string;
  readonly ratio?: string;
  readonly target: string;
  readonly isMet: boolean;
}

/** One file of `rows`: `npm run bench -- NAME` runs the file of that name alone. */
export type Bench = () => Promise<readonly Row[]>;

/** Significant enough to compare, short enough to read: 1.43, 27.3, 1,594. */
const short = (value: number): string =>
  value.toLocaleString('en-GB', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });

export const inMs = (ms: number): string => (ms < 1000 ? `${short(ms)} ms` : `${short(ms / 1000)} s`);
export const aSecond = (rate: number): string => `${short(rate)}/s`;
export const times = (ratio: number): string => `${short(ratio)} ×`;
export const inMB = (bytes: number): string => `${short(bytes / 1e6)} MB`;
export const inKB = (bytes: number): string => `${short(bytes / 1e3)} kB`;
export const count = short;
