import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readOrCreateSecret } from './generatedSecretFile.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'secret-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('creates a secret that only its owner may read, and returns it again', () => {
  const secret = readOrCreateSecret(folder);
  expect(secret).toMatch(/^[\w-]{64}$/);
  expect(readOrCreateSecret(folder)).toBe(secret);
  expect(readdirSync(folder)).toEqual(['session-secret']);
  expect(statSync(path.join(folder, 'session-secret')).mode & 0o777).toBe(0o600);
});

it('replaces an empty file, which a start on a full disk left, and never signs with an empty secret', () => {
  const file = path.join(folder, 'session-secret');
  writeFileSync(file, '');
  const secret = readOrCreateSecret(folder);
  expect(secret).toHaveLength(64);
  expect(readFileSync(file, 'utf8')).toBe(secret);
  expect(readdirSync(folder)).toEqual(['session-secret']);
});
