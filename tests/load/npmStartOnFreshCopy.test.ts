import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort, startProgram } from '../support/files/freePortsAndBundledPrograms.ts';

// Runs the first command of README.md on a fresh copy of the tree, because an existing build would hide a missing step.

const copyOfTree = (): string => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rollcall-cold-'));
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
  for (const file of files) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    cpSync(file, path.join(folder, file));
  }
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  return folder;
};

it('npm start builds, starts server and chat client, and lets a person sign in', async () => {
  const folder = copyOfTree();
  const [port, chatPort] = [await freePort(), await freePort()];
  const address = `http://127.0.0.1:${port}`;
  const program = await startProgram([process.execPath, '--import', 'tsx', 'scripts/run/startDemo.ts'], {
    cwd: folder,
    env: { PORT: String(port), CHAT_CLIENT_PORT: String(chatPort), DATA_DIR: path.join(folder, 'data') },
    readyAt: `${address}/readyz`,
  });
  try {
    const reply = await fetch(`${address}/api/account/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@rollcall.test', password: 'Rollcall-demo-1' }),
    });
    expect(await reply.json()).toMatchObject({ status: 'Success', data: { warnings: [] } });
    const page = await fetch(`${address}/`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('<div id="app">');
  } finally {
    await program.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
  expect(program.output()).not.toContain('not usable');
});
