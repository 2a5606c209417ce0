import { jest } from './jest.ts';
import type { Stage } from './stages.ts';

const half = (shard: '1/2' | '2/2', zone: 'UTC' | 'Pacific/Chatham'): Stage => ({
  name: `API, bot and jobs, half ${shard}, TZ=${zone}`,
  command: jest('app', '--maxWorkers=2', `--shard=${shard}`),
  env: { TZ: zone },
  isJest: true,
});

/**
 * The suites of the API, bot and jobs, each half in a zone of its own: all of them in both would take the quick run past its 15
 * minutes. What reads a zone at all are the rules and services, which run whole in both.
 */
export const appHalves: readonly Stage[] = [half('1/2', 'UTC'), half('2/2', 'Pacific/Chatham')];
