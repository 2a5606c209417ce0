import { execFileSync } from 'node:child_process';
import path from 'node:path';

interface Compared {
  readonly plainStyles: readonly string[];
  readonly indexedStyles: readonly string[];
}

it('computes the styles that plain jsdom computes, also after a sheet has changed', () => {
  const program = path.resolve('tests/support/files/compareComputedStyles.cjs');
  const { plainStyles, indexedStyles } = JSON.parse(
    execFileSync(process.execPath, [program], { encoding: 'utf8' }),
  ) as Compared;
  expect(new Set(plainStyles).size).toBeGreaterThan(20);
  expect(indexedStyles).toEqual(plainStyles);
});
