import { workerData } from 'node:worker_threads';
import { pathToFileURL } from 'node:url';
import { register } from 'tsx/esm/api';

// Runs a TypeScript source in a worker thread, which does not inherit the loader of the main thread.
register();
await import(pathToFileURL(workerData.program).href);
