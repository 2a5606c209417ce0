// Helpers of the tests clean up in jest's hooks. A program of its own has none and ends with its process.
Object.assign(globalThis, { afterEach: () => undefined, afterAll: () => undefined, beforeAll: () => undefined });
