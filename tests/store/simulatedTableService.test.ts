import { AzureNamedKeyCredential, TableClient } from '@azure/data-tables';
import type { RestError, TransactionAction } from '@azure/data-tables';
import { openTablesStore } from '../../bot/src/store/tables/openTables.ts';
import type { TablesStore } from '../../bot/src/store/tables/openTables.ts';
import { randomFrom } from '../support/data/seededRandom.ts';
import { virtualTime } from '../support/data/virtualTime.ts';
import { usualLatency } from '../support/fakes/tableService/callLatency.ts';
import { documentedRates } from '../support/fakes/tableService/tableRates.ts';
import { createTableService } from '../support/fakes/tableService/tableService.ts';
import type { TableService, TableServiceOptions } from '../support/fakes/tableService/tableService.ts';
import { tableServiceLimits } from '../support/fakes/tableService/tableServiceLimits.ts';
import {
  aPartition,
  aRow,
  everything,
  numbered,
  readPages,
  readRows,
  refusal,
  rowKeys,
} from './testedStoreRowsAndReaders.ts';

const begin = '2026-11-20T09:00:00.000Z';

interface Simulated {
  readonly time: ReturnType<typeof virtualTime>;
  readonly service: TableService;
  readonly store: TablesStore;
}

/** Plays work on a store over a simulated table service. Returns the simulated milliseconds that the work took. */
const play = async (
  options: Partial<TableServiceOptions>,
  work: (simulated: Simulated) => Promise<void>,
  attempts = 4,
): Promise<number> => {
  const time = virtualTime(begin);
  const service = createTableService({ now: () => time.now(), sleep: (ms) => time.sleep(ms), ...options });
  let ms = 0;
  await time.run(async () => {
    const { url, credential, httpClient } = service;
    const patience = {
      attempts,
      random: randomFrom(1),
      sleep: (ms: number) => time.sleep(ms),
      deadline: (ms: number) => time.deadline(ms),
    };
    const store = await openTablesStore({ url, credential, httpClient, patience });
    const before = time.now();
    await work({ time, service, store });
    ms = time.now() - before;
  });
  return ms;
};

/** The client of the Azure SDK without the checks of the product. */
const bareClient = (service: TableService): TableClient => {
  const { account, key } = service.credential as { account: string; key: string };
  return new TableClient(service.url, 'Team', new AzureNamedKeyCredential(account, key), {
    ...{ httpClient: service.httpClient, retryOptions: { maxRetries: 0 }, allowInsecureConnection: true },
  });
};

describe('the simulated table service: rates', () => {
  it('executes 2,000 entities a second in one partition, and rejects the next request as busy', async () => {
    await play({}, async ({ service, store }) => {
      const pk = aPartition();
      await store.admin.bulkPut('Team', numbered(pk, documentedRates.partitionASecond));
      const bare = bareClient(service);
      await expect(bare.getEntity(pk, '000000')).rejects.toMatchObject({ statusCode: 503 });
      await expect(bare.getEntity(aPartition(), 'a')).rejects.toMatchObject({ statusCode: 404 });
      expect(service.loads().get(`Team ${pk}`)).toMatchObject({ peak: 2_000, throttles: 1 });
    });
  });

  it('accepts requests again as the second passes', async () => {
    await play({ rates: { ...documentedRates, partitionASecond: 200 } }, async ({ time, service, store }) => {
      const pk = aPartition();
      await store.admin.bulkPut('Team', numbered(pk, 200));
      await time.sleep(100);
      const bare = bareClient(service);
      const outcomes = await Promise.allSettled(Array.from({ length: 25 }, () => bare.getEntity(pk, '000000')));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    });
  });

  it('counts an entity of 3 KiB as three', async () => {
    await play({}, async ({ service, store }) => {
      const pk = aPartition();
      await store.insert('Team', aRow(pk, 'a', { text: 'x'.repeat(1_400) }));
      await store.get('Team', { pk, rk: 'a' });
      await readRows(store, pk);
      await readRows(store, pk, everything, { keysOnly: true });
      // The insert, the read and the scan count three units each. The scan of keys counts one unit, because it
      // transfers less than 1 KiB.
      expect(service.loads().get(`Team ${pk}`)?.total).toBe(3 + 3 + 3 + 1);
    });
  });

  it('rejects requests over the rate of the account, in whatever partitions', async () => {
    const rates = { ...documentedRates, accountASecond: 30 };
    await play({ rates }, async ({ service, store }) => {
      const bare = bareClient(service);
      await store.insert('Team', aRow(aPartition(), 'a'));
      const gets = Array.from({ length: 40 }, () => bare.getEntity(aPartition(), 'a'));
      const codes = (await Promise.allSettled(gets)).map(statusOf);
      // Of the accepted requests, eight created the tables, and one inserted the row.
      expect(codes.filter((code) => code === 404)).toHaveLength(30 - 9);
      expect(codes.filter((code) => code === 503)).toHaveLength(19);
    });
  });

  it.each([
    [{}, undefined],
    [{ retryAfterSeconds: 7 }, '7'],
  ])('sends Retry-After with a rejection only if it is configured: %j', async (options, header) => {
    await play(options, async ({ service }) => {
      service.plan('busy');
      const rejection: unknown = await bareClient(service)
        .getEntity('a', 'a')
        .catch((error: unknown) => error);
      expect((rejection as RestError).response?.headers.get('retry-after')).toBe(header);
    });
  });
});

const statusOf = (outcome: PromiseSettledResult<unknown>): number | undefined =>
  outcome.status === 'rejected' ? (outcome.reason as RestError).statusCode : undefined;

describe('the simulated table service: faults', () => {
  it('rejects as busy without an effect, and the store repeats the call', async () => {
    await play({}, async ({ service, store }) => {
      const pk = aPartition();
      service.plan('busy', 'busy');
      await store.insert('Team', aRow(pk, 'a'));
      expect(await rowKeys(store, pk)).toEqual(['a']);
    });
  });

  it.each(['timeout', 'lost'] as const)(
    'executes a write with the fate %s, whose result the caller cannot know',
    async (fate) => {
      await play({}, async ({ service, store }) => {
        const pk = aPartition();
        service.plan(fate);
        await expect(store.insert('Team', aRow(pk, 'a'))).rejects.toEqual(refusal('UNAVAILABLE'));
        expect(await rowKeys(store, pk)).toEqual(['a']);
      });
    },
  );

  it('never answers a request that hangs, and the store gives up after its attempts of 8 seconds', async () => {
    const ms = await play(
      {},
      async ({ service, store }) => {
        service.plan('hang', 'hang');
        await expect(store.get('Team', { pk: 'a', rk: 'a' })).rejects.toEqual(refusal('UNAVAILABLE'));
      },
      2,
    );
    expect(ms).toBeGreaterThanOrEqual(16_000);
    expect(ms).toBeLessThan(16_500);
  });

  it('gives shares of the requests a fate, the same for the same seed', async () => {
    const replies: (number | undefined)[][] = [];
    for (const seed of [1, 1, 2])
      await play({ seed, fates: { busy: 0.2 } }, async ({ service }) => {
        const bare = bareClient(service);
        const gets = Array.from({ length: 200 }, () => bare.getEntity('a', 'a'));
        replies.push((await Promise.allSettled(gets)).map(statusOf));
      });
    const [first = [], second, other] = replies;
    expect(second).toEqual(first);
    expect(other).not.toEqual(first);
    const share = first.filter((status) => status === 503).length / first.length;
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.3);
  });
});

describe('a store whose service is busy', () => {
  const busyFor = async (options: Partial<TableServiceOptions>, times: number): Promise<number> =>
    play(options, async ({ service, store }) => {
      const pk = aPartition();
      service.plan(...Array.from({ length: times }, (): 'busy' => 'busy'));
      await store.insert('Team', aRow(pk, 'a'));
      expect(await rowKeys(store, pk)).toEqual(['a']);
    });

  it('repeats the call until the partition has recovered from a second of work', async () => {
    expect(await busyFor({}, 5)).toBeGreaterThan(1_500);
    expect(await busyFor({}, 6)).toBeLessThan(10_000);
  });

  it('fails after 7 rejections', async () => {
    await expect(busyFor({}, 7)).rejects.toEqual(refusal('UNAVAILABLE'));
  });

  it('waits as long as Retry-After asks, but at most 5 seconds', async () => {
    expect(await busyFor({ retryAfterSeconds: 3 }, 1)).toBe(3_000);
    expect(await busyFor({ retryAfterSeconds: 60 }, 1)).toBe(5_000);
  });

  it('spreads 150 % of what a partition takes in a second without losing an entity', async () => {
    await play({ rates: { ...documentedRates, partitionASecond: 200 } }, async ({ service, store }) => {
      const pk = aPartition();
      await Promise.all(numbered(pk, 300).map((row) => store.insert('Team', row)));
      expect(service.loads().get(`Team ${pk}`)?.throttles).toBeGreaterThan(0);
      expect(service.account.size().entities).toBe(300);
    });
  });
});

describe('the simulated table service: limits that the product checks first', () => {
  const inserts = (count: number, text: string): TransactionAction[] =>
    Array.from({ length: count }, (_, index) => ['create', { partitionKey: 'a', rowKey: String(index), text }]);

  it.each([
    ['101 entities in a batch', inserts(tableServiceLimits.batchEntities + 1, 'x'), 400],
    ['a batch above 4 MB', inserts(100, 'x'.repeat(42_000)), 413],
    ['a text above 64 KiB', inserts(1, 'x'.repeat(32_769)), 400],
  ])('rejects %s', async (_name, actions, statusCode) => {
    await play({}, async ({ service }) => {
      await expect(bareClient(service).submitTransaction(actions)).rejects.toMatchObject({ statusCode });
      expect(service.account.size().entities).toBe(0);
    });
  });

  it('rejects an entity above 1 MB', async () => {
    await play({}, async ({ service }) => {
      const texts = Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`t${index}`, 'x'.repeat(32_000)]));
      const creation = bareClient(service).createEntity({ partitionKey: 'a', rowKey: 'a', ...texts });
      await expect(creation).rejects.toMatchObject({
        ...{ statusCode: 400, details: { odataError: { code: 'EntityTooLarge' } } },
      });
    });
  });
});

describe('the simulated table service: pages and times', () => {
  it('ends pages early, also before the first row, and the store returns each row once', async () => {
    await play({ shortPages: 0.5 }, async ({ store }) => {
      const pk = aPartition();
      await store.admin.bulkPut('Team', numbered(pk, 600));
      const pages = await readPages(store, pk, everything, { limit: 200 });
      expect(pages.length).toBeGreaterThan(3);
      expect(pages.flatMap((page) => page.rows.map(({ rk }) => rk))).toEqual(numbered(pk, 600).map(({ rk }) => rk));
    });
  });

  it('takes the median and the 99th percentile that are configured, without waiting for real', async () => {
    const begun = performance.now();
    await play({ latency: usualLatency }, async ({ time, store }) => {
      const taken: number[] = [];
      for (let index = 0; index < 500; index += 1) {
        const before = time.now();
        await store.get('Team', { pk: String(index), rk: 'a' });
        taken.push(time.now() - before);
      }
      taken.sort((a, b) => a - b);
      expect(taken[250]).toBeGreaterThan(5);
      expect(taken[250]).toBeLessThan(7);
      expect(taken[495]).toBeGreaterThan(30);
      expect(taken[495]).toBeLessThan(55);
    });
    expect(performance.now() - begun).toBeLessThan(3_000);
  });
});

describe('the simulated table service: copies', () => {
  it('copies an account whose entities then differ', async () => {
    await play({}, async ({ time, service, store }) => {
      await store.insert('Team', aRow('a', '1'));
      const copy = service.account.copy(() => time.now());
      const before = copy.size();
      await store.insert('Team', aRow('a', '2'));
      expect(copy.size()).toEqual(before);
      expect(before.entities).toBe(1);
      expect(service.account.size().entities).toBe(2);
    });
  });
});

describe('simulated time', () => {
  it('rings timers in order, and those of one instant in the order in which they were set', async () => {
    const time = virtualTime(begin);
    const rung: string[] = [];
    await time.run(async () => {
      await Promise.all(
        (
          [
            ['c', 20],
            ['a', 5],
            ['d', 20],
            ['b', 5],
          ] as const
        ).map(async ([name, ms]) => {
          await time.sleep(ms);
          rung.push(`${name} ${time.now() - Date.parse(begin)}`);
        }),
      );
    });
    expect(rung).toEqual(['a 5', 'b 5', 'c 20', 'd 20']);
  });

  it('fails work that waits for something else', async () => {
    await expect(virtualTime(begin).run(() => new Promise(() => undefined))).rejects.toThrow('something other');
  });
});
