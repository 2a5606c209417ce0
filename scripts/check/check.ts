import { plainChecks, typeChecks } from '../lib/checkStages.ts';
import { runStages } from '../lib/runStages.ts';

await runStages([{ atOnce: 2, lanes: [typeChecks, plainChecks] }]);
