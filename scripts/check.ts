import { plainChecks, typeChecks } from './checks.ts';
import { runStages } from './stages.ts';

await runStages([[typeChecks, plainChecks]]);
