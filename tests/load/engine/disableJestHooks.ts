// Test helpers register cleanups in Jest's hooks. A plain program has no hooks and cleans up by ending.
Object.assign(globalThis, { afterEach: () => undefined, afterAll: () => undefined, beforeAll: () => undefined });
