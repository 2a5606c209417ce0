export interface Row {
  readonly what: string;
  readonly figure: string;
  /** Value with which the figure is compared, or further figures of the measurement. Undefined if there are none. */
  readonly baseline?: string;
  readonly ratio?: string;
  readonly target: string;
  readonly isMet: boolean;
}

/** The function that each file of `benchmarks` exports. `npm run bench -- NAME` runs the function of one file alone. */
export type Bench = () => Promise<readonly Row[]>;

/** Formats a number with up to two decimals below 10, one below 100 and none from 100 on: 0.0001, 1.43, 27.3, 1,594. */
const short = (value: number): string =>
  value.toLocaleString(
    'en-GB',
    value < 0.01 ? { maximumSignificantDigits: 1 } : { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 },
  );

export const inMs = (ms: number): string => (ms < 1000 ? `${short(ms)} ms` : `${short(ms / 1000)} s`);
export const aSecond = (rate: number): string => `${short(rate)}/s`;
export const times = (ratio: number): string => `${short(ratio)} ×`;
export const inMB = (bytes: number): string => `${short(bytes / 1e6)} MB`;
export const inKB = (bytes: number): string => `${short(bytes / 1e3)} kB`;
export const count = short;
