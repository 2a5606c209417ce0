// A message on the console in a test is a fault nobody looked at: React warnings, unhandled warnings, forgotten prints.
const fail =
  (level: string) =>
  (...parts: unknown[]): void => {
    throw new Error(`console.${level} in a test: ${parts.map(String).join(' ')}`);
  };

beforeEach(() => {
  console.error = fail('error');
  console.warn = fail('warn');
});
