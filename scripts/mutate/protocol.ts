/** What the parent asks of a test process. */
export interface TestOrder {
  /** In the order of the test files; null = this file does not run. */
  readonly bundles: readonly (string | null)[];
  /** Null = no change, and count which tests run which change. */
  readonly mutant: string | null;
  /** Names of tests ("file:test"); null = all of them. */
  readonly tests: readonly string[] | null;
  /** A change that runs more often than this runs for ever. */
  readonly hitLimit: number | null;
}

export interface TestOutcome {
  readonly failures: readonly string[];
  /** By test, and by "file:*" for what runs while a file loads: how often each change ran. */
  readonly coverage: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Milliseconds by test. */
  readonly durations: Readonly<Record<string, number>>;
}
