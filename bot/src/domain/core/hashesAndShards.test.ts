import fc from 'fast-check';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { derivedId, digestOf, goalId, hashKey, shardOf } from './hashesAndShards.ts';

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

describe('shards', () => {
  it('shards never change', () => {
    const orgs = ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3NDEKTSV4RRFFQ69G5FAW', '01ARZ3NDEKTSV4RRFFQ69G5FAX'];
    expect(orgs.map((org) => shardOf(org as OrgId))).toEqual(['03', '03', '10']);
  });

  it('are all used about equally, with two digits each', () => {
    const counts = new Map<string, number>();
    for (let index = 0; index < 3200; index += 1) {
      const shard = shardOf(`01ARZ3NDEKTSV4RRFFQ6${String(index).padStart(6, '0')}` as OrgId);
      counts.set(shard, (counts.get(shard) ?? 0) + 1);
    }
    const names = Array.from({ length: 16 }, (_, index) => String(index).padStart(2, '0'));
    expect([...counts.keys()].sort()).toEqual(names);
    expect(Math.min(...counts.values())).toBeGreaterThan(140);
    expect(Math.max(...counts.values())).toBeLessThan(260);
  });

  it('can be limited to fewer', () => {
    expect(shardOf('01ARZ3NDEKTSV4RRFFQ69G5FAV' as OrgId, 1)).toBe('00');
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
