// Fails a test that prints to the console, because such a message is an error: a React warning, another warning, or a
// forgotten print.
const fail =
  (level: string) =>
  (...parts: unknown[]): void => {
    throw new Error(`console.${level} in a test: ${parts.map(String).join(' ')}`);
  };

beforeEach(() => {
  console.error = fail('error');
  console.warn = fail('warn');
});
