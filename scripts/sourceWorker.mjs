import { workerData } from 'node:worker_threads';
import { pathToFileURL } from 'node:url';
import { register } from 'tsx/esm/api';

// A thread that runs one of our sources as it stands: threads do not inherit what lets the main one do so.
register();
await import(pathToFileURL(workerData.program).href);
