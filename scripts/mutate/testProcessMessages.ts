export interface TestOrder {
  /** Scripts in the order of the test files. Null = the file is skipped. */
  readonly bundles: readonly (string | null)[];
  /** Id of the active change. Null = no change; the process then records which test runs which change. */
  readonly mutant: string | null;
  /**
   * Names of the tests, each "file:test" with the index of the file in `bundles` and of the test in the file; null =
   * all tests.
   */
  readonly tests: readonly string[] | null;
  /**
   * Maximum number of executions of the changed code. After more executions, the process stops the test as an endless
   * loop. Null = no limit.
   */
  readonly hitLimit: number | null;
}

export interface TestOutcome {
  readonly failures: readonly string[];
  /**
   * Number of executions of each change, by the name of the test as in `TestOrder.tests`. The key "file:*" has the
   * executions while the file loads.
   */
  readonly coverage: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Duration of each test in milliseconds. */
  readonly durations: Readonly<Record<string, number>>;
}
