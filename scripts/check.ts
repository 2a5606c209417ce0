import { plainChecks, typeChecks } from './lib/checks.ts';
import { runStages } from './lib/stages.ts';

await runStages([{ atOnce: 2, lanes: [typeChecks, plainChecks] }]);
