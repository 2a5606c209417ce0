export interface TestOrder {
  /** Scripts in the order of the test files. Null = the file is skipped. */
  readonly bundles: readonly (string | null)[];
  /** Id of the active change. Null = no change; the process then records which test runs which change. */
  readonly mutant: string | null;
  /** Test names ("file:test"); null = all tests. */
  readonly tests: readonly string[] | null;
  /** If the changed code runs more often than this, the process stops the test as an endless loop. */
  readonly hitLimit: number | null;
}

export interface TestOutcome {
  readonly failures: readonly string[];
  /** Number of executions of each change, by test. The key "file:*" holds executions while the file loads. */
  readonly coverage: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Duration of each test in milliseconds. */
  readonly durations: Readonly<Record<string, number>>;
}
