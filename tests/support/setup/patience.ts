// Stops a test that hangs. How fast the machine is, and what else it does, decides nothing about a rule: no suite sets a shorter
// limit, and one that takes longer than a minute on a quiet machine sets a longer one.
jest.setTimeout(300_000);
