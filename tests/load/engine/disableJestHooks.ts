// Replaces Jest's hooks by functions without effect. Test helpers register cleanups in these hooks, but a plain program
// cleans up by ending.
Object.assign(globalThis, { afterEach: () => undefined, afterAll: () => undefined, beforeAll: () => undefined });
