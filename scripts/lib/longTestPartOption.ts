import { parseArgs } from 'node:util';

/** A part of the long proofs: `part` from 1 to `parts`. */
export interface ProofPart {
  readonly part: number;
  readonly parts: number;
}

/**
 * Returns the part that `--part 2/3` names; without the option, everything as part 1 of 1.
 *
 * @throws {Error} if the option has another form or names a part that does not exist.
 */
export const readPart = (args: readonly string[]): ProofPart => {
  const { values } = parseArgs({ args: [...args], options: { part: { type: 'string', default: '1/1' } } });
  const [, part = 0, parts = 0] = (/^(\d{1,2})\/(\d{1,2})$/.exec(values.part) ?? []).map(Number);
  if (part < 1 || part > parts)
    throw new Error(`--part must look like 2/3, and 3 is the number of parts: ${values.part}`);
  return { part, parts };
};

/**
 * Returns the items of one part: every `parts`-th item, beginning with item number `part`. So each item belongs to
 * exactly one part, and neighbours belong to different parts.
 */
export const itemsOf = <T>(items: readonly T[], { part, parts }: ProofPart): readonly T[] =>
  items.filter((_, index) => index % parts === part - 1);
