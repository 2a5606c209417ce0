// Longer than that of the other suites (tests/support/setup/patience.ts), since a proof may kill hundreds of servers.
jest.setTimeout(1_200_000);
