import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkSharesModules, writeTestGroups } from '../../scripts/lib/writeTestGroups.ts';
import { useTempDir } from '../support/files/tempDir.ts';

const inFolder = useTempDir();

const loadedIn = (part: string): string[] =>
  readdirSync(part).flatMap((file) =>
    [...readFileSync(path.join(part, file), 'utf8').matchAll(/describe\("([^"]+)"/g)].map(([, test = '']) => test),
  );

const parts = (count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    writeTestGroups('app', { part: index + 1, parts: count }, inFolder('groups')),
  );

it('loads each test file in exactly one part', () => {
  const whole = parts(1).flatMap(loadedIn).sort();
  expect(whole).toContain(path.relative(process.cwd(), __filename));
  expect(new Set(whole).size).toBe(whole.length);
  expect(parts(3).flatMap(loadedIn).sort()).toEqual(whole);
});

it.each(['mock', 'resetModules'])('refuses a file that replaces modules by jest.%s', (call) => {
  const file = inFolder('replacing.test.ts');
  writeFileSync(file, `jest.${call}();`);
  expect(() => {
    checkSharesModules(file);
  }).toThrow(`${file} replaces modules`);
  writeFileSync(file, "jest.spyOn(clock, 'now');");
  checkSharesModules(file);
});
