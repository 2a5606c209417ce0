// Longer than the time limit of other suites (tests/support/setup/testTimeLimit.ts), because a test may kill hundreds
// of servers.
jest.setTimeout(1_200_000);
