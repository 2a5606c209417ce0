// Stops a test that hangs. How fast the machine is, and what else it does, decides nothing about a rule.
jest.setTimeout(60_000);
