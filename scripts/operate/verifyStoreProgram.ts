import { processHost } from '../commands/commandHost.ts';
import { runVerifyStoreCommand } from '../commands/verifyStoreCommand.ts';
import { loadEnvFile } from '../lib/loadEnvFile.ts';

loadEnvFile();
process.exitCode = await runVerifyStoreCommand(processHost);
