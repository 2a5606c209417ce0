import { readFileSync } from 'node:fs';
import type { MutateOptions } from './parseMutateArguments.ts';
import type { Mutant } from './runMutants.ts';

/** A change that no test can notice, because the behaviour of the program stays the same. */
export interface Equivalent extends Pick<Mutant, 'file' | 'original' | 'replacement'> {
  readonly reason: string;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

export const readEquivalents = (): readonly Equivalent[] => {
  const listed = JSON.parse(readFileSync(new URL('equivalents.json', import.meta.url), 'utf8')) as Equivalent[];
  const wrong = listed.find(({ file, original, reason }) => ![file, original, reason].every(isText));
  if (wrong !== undefined) throw new Error(`An equivalent without file, original or reason: ${JSON.stringify(wrong)}`);
  return listed;
};

export const isEquivalent = ({ file, original, replacement }: Mutant, listed: readonly Equivalent[]): boolean =>
  listed.some(
    (equivalent) =>
      equivalent.file === file && equivalent.original === original && equivalent.replacement === replacement,
  );

/**
 * Returns the entries of the tested files that match none of the unnoticed changes: the source was edited, or a test now
 * notices the change.
 */
export const staleEquivalents = (
  listed: readonly Equivalent[],
  survived: readonly Mutant[],
  { files, lines }: MutateOptions,
): readonly string[] =>
  lines !== null
    ? []
    : listed
        .filter(({ file }) => files.includes(file))
        .filter((item) => !survived.some((mutant) => isEquivalent(mutant, [item])))
        .map(({ file, original }) => `stale in scripts/mutate/equivalents.json: ${file}: ${original}`);
