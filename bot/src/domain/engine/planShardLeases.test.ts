import { planShardLeases } from './planShardLeases.ts';
import type { Lease, LeaseView } from './planShardLeases.ts';

const shards = ['00', '01', '02', '03'];
const view = (change: Partial<LeaseView> = {}): LeaseView => ({
  me: 'me',
  now: 100,
  shards,
  held: new Map(),
  instances: new Map(),
  ...change,
});
const held = (entries: Record<string, Lease>) => new Map(Object.entries(entries));

it('takes everything when alone', () => {
  expect(planShardLeases(view()).keep).toEqual(shards);
});

it('takes a fair share beside others, and nothing that is held', () => {
  const others = { owner: 'other', until: 200 };
  const instances = new Map([['other', 200]]);
  expect(planShardLeases(view({ instances })).keep).toEqual(['00', '01']);
  expect(planShardLeases(view({ instances, held: held({ '00': others, '01': others, '02': others }) })).keep).toEqual([
    '03',
  ]);
});

it('gives back what is more than its share', () => {
  const mine = { owner: 'me', until: 200 };
  const all = held(Object.fromEntries(shards.map((shard) => [shard, mine])));
  expect(planShardLeases(view({ held: all, instances: new Map([['other', 200]]) }))).toEqual({
    keep: ['00', '01'],
    release: ['02', '03'],
  });
});

it('takes over from an instance that is gone', () => {
  const gone = held(Object.fromEntries(shards.map((shard) => [shard, { owner: 'other', until: 100 }])));
  expect(planShardLeases(view({ held: gone, instances: new Map([['other', 100]]) })).keep).toEqual(shards);
});
