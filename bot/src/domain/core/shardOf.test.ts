import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { shardOf } from './shardOf.ts';

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
