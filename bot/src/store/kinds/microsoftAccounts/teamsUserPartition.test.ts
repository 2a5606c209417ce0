import fc from 'fast-check';
import { hashKey } from '../../../domain/core/hashesAndDerivedIds.ts';
import { teamsUserPartition } from './teamsUser.ts';

describe('the partition of a person of Teams', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'A', '|', '1', '2'), maxLength: 4 });

  it('depends on the two ids only, in any letter case', () => {
    fc.assert(
      fc.property(text, text, (tid, oid) => {
        const partition = `aad:${hashKey(tid.toLowerCase())}|${hashKey(oid.toLowerCase())}`;
        expect([teamsUserPartition({ tid, oid }), teamsUserPartition({ tid, oid })]).toEqual([partition, partition]);
      }),
      { numRuns: 500 },
    );
  });

  it('is the same where an id is longer than usual', () => {
    const [tid, oid] = ['t'.repeat(90), 'o'.repeat(90)];
    const partition = `aad:${hashKey(tid)}|${hashKey(oid)}`;
    expect([teamsUserPartition({ tid, oid }), teamsUserPartition({ tid, oid })]).toEqual([partition, partition]);
  });
});
