import { startProgramsTogether } from '../lib/startProgramsAndAwaitServer.ts';

// Restarts the server on a change and lets Vite reload the web app; Vite forwards /api to the server.
startProgramsTogether([
  {
    name: 'The server',
    command: [process.execPath, '--import', 'tsx', '--watch', 'scripts/run/serve.ts'],
    env: { DEMO: 'true' },
  },
  {
    name: 'The web app',
    command: [process.execPath, 'node_modules/vite/bin/vite.js', '--config', 'tab/vite.config.ts'],
  },
]);
