// Proves that the bundle runs on the given Node: starts it on an empty store, asks for readiness, a page and a sign-in, ends it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { serverFile } from './build.ts';
import { answers } from './processes.ts';

const node = process.argv[2] ?? process.execPath;
const port = '39780';
const address = `http://127.0.0.1:${port}`;
const data = mkdtempSync(path.join(os.tmpdir(), 'rollcall-smoke-'));
const server = spawn(node, [serverFile], {
  stdio: 'inherit',
  env: { ...process.env, DEMO: 'true', PORT: port, DATA_DIR: data, LOG_LEVEL: 'warn' },
});
const isAlive = (): boolean => server.exitCode === null;

const signIn = async (): Promise<string> => {
  const reply = await fetch(`${address}/api/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@rollcall.test', password: 'Rollcall-demo-1' }),
  });
  return ((await reply.json()) as { status: string }).status;
};

const checks = {
  ready: await answers(`${address}/readyz`, 20, isAlive),
  page: await answers(`${address}/`, 2, isAlive),
  signedIn: (await signIn()) === 'Success',
};
server.kill('SIGTERM');
const [code] = (await once(server, 'exit')) as [number | null];
rmSync(data, { recursive: true, force: true });
const isGood = Object.values(checks).every(Boolean) && code === 0;
process.stdout.write(`${node}: ${JSON.stringify({ ...checks, exit: code })}\n`);
process.exitCode = isGood ? 0 : 1;
