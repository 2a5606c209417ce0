import { runAdminCommand } from '../commands/storeAndAdminCommands.ts';
import { processHost } from '../commands/commandHost.ts';
import { loadEnvFile } from '../lib/loadEnvFile.ts';

// Operator commands on a store, outside the server. In the bundles this program is admin.js.

loadEnvFile();
void runAdminCommand(process.argv.slice(2), processHost).then((code) => {
  process.exitCode = code;
});
