import fc from 'fast-check';
import { derivedId, digestOf, goalId, hashKey } from './hashesAndDerivedIds.ts';

describe('hashes', () => {
  // The values are part of the stored format, because rows are found by these hashes.
  it('hashes are those of SHA-256', () => {
    expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223');
    expect(goalId('abc')).toBe('ba7816bf8f01cfea');
    expect(digestOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(hashKey('19:ü@thread.tacv2')).toBe('07cd4cffcb80e5395d563b27c78a6084');
  });

  it('contain none of the text that people typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(hashKey(text)).toMatch(/^[0-9a-f]{32}$/);
        expect(hashKey(text)).toBe(hashKey(text));
        expect(goalId(text)).toMatch(/^[0-9a-f]{16}$/);
      }),
    );
  });

  it('differ for different lines, but not for other blanks or another encoding of an accent', () => {
    expect(goalId('  Fix \t the  login ')).toBe(goalId('Fix the login'));
    expect(goalId('caf\u0065\u0301')).toBe(goalId('caf\u00e9'));
    expect(goalId('Fix the login')).not.toBe(goalId('Fix the logout'));
  });
});

describe('a derived id', () => {
  it('is the beginning of the hash of its parts, in the form of a ULID', () => {
    // The values are part of the stored format, because rows are found by these ids.
    expect(derivedId('a', 'b')).toBe('04EFQJVG6K4JNPB79NG30H6KMX');
    const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    const number = Array.from(derivedId('a', 'b')).reduce(
      (sum, digit) => sum * 32n + BigInt(digits.indexOf(digit)),
      0n,
    );
    expect(number.toString(16).padStart(32, '0')).toBe(hashKey('["a","b"]'));
  });

  it('differs for other parts, another order or another division', () => {
    const ids = [derivedId('a', 'b'), derivedId('b', 'a'), derivedId('ab'), derivedId('a', 'b', ''), derivedId()];
    expect(new Set(ids).size).toBe(5);
    for (const id of ids) expect(id).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
  });
});
