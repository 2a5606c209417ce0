import { startTestApp } from './testApp.ts';
import type { TestApp } from './testApp.ts';

/** Starts an app for one test; it is stopped after it, however the test ends. */
export const eachApp = (): typeof startTestApp => {
  const started: TestApp[] = [];
  afterEach(async () => {
    for (const app of started.splice(0)) await app.stop();
  });
  return async (...settings) => {
    const app = await startTestApp(...settings);
    started.push(app);
    return app;
  };
};
