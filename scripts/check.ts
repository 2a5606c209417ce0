import { plainChecks, typeChecks } from './lib/checks.ts';
import { runStages } from './lib/stages.ts';

await runStages([[typeChecks, plainChecks]]);
