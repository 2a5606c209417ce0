import fc from 'fast-check';

const surrogates = { from: 0xd800, count: 0x800 };

const characterOf = (index: number): string =>
  String.fromCodePoint(index < surrogates.from ? index : index + surrogates.count);

const indexOf = (character: unknown): number => {
  if (typeof character !== 'string' || Array.from(character).length !== 1)
    throw new Error('This is not one character.');
  const code = character.codePointAt(0) ?? 0;
  return code < surrogates.from ? code : code - surrogates.count;
};

/**
 * Generates any character except lone surrogates, as the unit `binary` of `fc.string` does. That unit first builds a
 * map of all characters, which takes seconds.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10_ffff - surrogates.count }).map(characterOf, indexOf);
