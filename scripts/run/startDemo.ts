import { buildStale } from '../package/build.ts';
import { serverFile } from '../lib/isOutputStale.ts';
import { loadEnvFile } from '../lib/loadEnvFile.ts';
import { answers, startProgramsTogether } from '../lib/startProgramsAndAwaitServer.ts';

loadEnvFile();

const port = process.env['PORT'] ?? '3978';
const chatPort = process.env['CHAT_CLIENT_PORT'] ?? '56150';
const address = `http://127.0.0.1:${port}`;

process.stdout.write('Building what is stale …\n');
await buildStale();

const { children } = startProgramsTogether([
  {
    name: 'The server',
    command: [process.execPath, serverFile],
    env: { DEMO: 'true', PORT: port, CHAT_CLIENT_PORT: chatPort, LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn' },
  },
  {
    name: 'The chat client',
    command: [
      process.execPath,
      'node_modules/@microsoft/m365agentsplayground/cli.js',
      '-e',
      `${address}/api/messages`,
      '-c',
      'msteams',
      '-p',
      chatPort,
      '--dt',
    ],
    // The preload keeps the program from listening on every interface.
    env: { TEAMSAPPTESTER_BROWSER: 'none', NODE_OPTIONS: '--require ./scripts/lib/loopbackOnly.cjs' },
    isQuiet: true,
  },
]);

const allRun = (): boolean => children.every((child) => child.exitCode === null);
const isReady =
  (await answers(`${address}/readyz`, 30, allRun)) && (await answers(`http://127.0.0.1:${chatPort}/`, 30, allRun));
process.stdout.write(
  isReady
    ? [
        '',
        `  Web app      ${address}`,
        `  Chat client  http://127.0.0.1:${chatPort}`,
        `  Mails        ${address}/mail`,
        '',
        '  Sign in as   admin@rollcall.test or bob@rollcall.test',
        '  Password     Rollcall-demo-1',
        '',
        '  In the chat client, open Personal Chat and send: start stand-up',
        '  Keep that page open. It shows only messages to the admin that arrive while it is open.',
        '',
        `  Ctrl+C ends both. Data is kept in ${process.env['DATA_DIR'] ?? '.data'}; delete it to start again.`,
        '',
      ].join('\n')
    : `Something did not start. Is a port taken (${port}, ${chatPort})? See above, and devTools/m365agentsplayground.log for the chat client.\n`,
);
if (!isReady) {
  process.exitCode ??= 1;
  process.kill(process.pid, 'SIGTERM');
}
