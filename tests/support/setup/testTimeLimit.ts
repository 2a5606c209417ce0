// The time limit only stops a test that hangs, so that a busy machine fails no test. No suite sets a shorter limit; a
// suite that needs over a minute on an idle machine sets a longer one.
jest.setTimeout(300_000);
