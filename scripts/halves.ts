import { jest } from './stages.ts';
import type { Stage } from './stages.ts';

interface Half {
  readonly shard: '1/2' | '2/2';
  readonly zone: 'UTC' | 'Pacific/Chatham';
  readonly other: 'UTC' | 'Pacific/Chatham';
}

/**
 * Every suite of the API, bot and jobs runs in both zones: once in `npm test`, each half in a zone of its own, and once
 * in the other zone among the long proofs, since twice at once would take the quick run past its 15 minutes.
 */
export const inBothZones: readonly Half[] = [
  { shard: '1/2', zone: 'UTC', other: 'Pacific/Chatham' },
  { shard: '2/2', zone: 'Pacific/Chatham', other: 'UTC' },
];

export const appHalf = ({ shard }: Half, zone: string): Stage => ({
  name: `API, bot and jobs, half ${shard}, TZ=${zone}`,
  command: jest('app', '--maxWorkers=2', `--shard=${shard}`),
  env: { TZ: zone },
  isJest: true,
});
