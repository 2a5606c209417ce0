import { jest } from './jest.ts';
import type { Stage } from './stages.ts';

type Zone = 'UTC' | 'Pacific/Chatham';

const shards = (name: string, project: string, zones: readonly Zone[]): readonly Stage[] =>
  zones.map((zone, index) => ({
    name: `${name}, part ${index + 1}/${zones.length}, TZ=${zone}`,
    command: jest(project, '--runInBand', `--shard=${index + 1}/${zones.length}`),
    env: { TZ: zone },
    isJest: true,
    isInMemory: true,
  }));

/**
 * Each part of the app suites runs in one of two time zones, because running all of them in both would double the
 * longest stage. The rules and services, which read time zones, run completely in both.
 */
export const appShards = shards('API, bot and jobs', 'app', [
  ...(['UTC', 'Pacific/Chatham', 'UTC', 'Pacific/Chatham', 'UTC', 'Pacific/Chatham'] as const),
]);

export const webShards = shards('web components', 'tab', ['Pacific/Chatham', 'Pacific/Chatham', 'Pacific/Chatham']);
