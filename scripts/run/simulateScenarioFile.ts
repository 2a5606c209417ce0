import { processHost } from '../commands/commandHost.ts';
import { runSimulateCommand } from '../commands/simulateCommand.ts';

process.exitCode = await runSimulateCommand(process.argv[2], processHost);
