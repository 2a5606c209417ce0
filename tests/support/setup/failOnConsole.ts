// Fails a test that calls console.error or console.warn, because React and other libraries report faults with these
// functions.
const fail =
  (level: string) =>
  (...parts: unknown[]): void => {
    throw new Error(`console.${level} in a test: ${parts.map(String).join(' ')}`);
  };

beforeEach(() => {
  console.error = fail('error');
  console.warn = fail('warn');
});
