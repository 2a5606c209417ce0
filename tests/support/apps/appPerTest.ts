import { startTestApp } from './testApp.ts';
import type { TestApp } from './testApp.ts';

/** Returns a function that starts an app for one test. The app is stopped after the test, even if the test fails. */
export const appPerTest = (): typeof startTestApp => {
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
