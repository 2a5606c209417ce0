import { createQueryClient } from './queryClientAndRetryRule.ts';
import { keepDrafts } from './unsavedInputCacheAndStorage.ts';
import { memoryStorage } from './safeBrowserStorage.ts';

const key = ['draft', 'alex', 'report', '1'];
const kept = 'drafts.alex';

const start = (place = memoryStorage()) => {
  const client = createQueryClient(0);
  const forget = keepDrafts(client, place, 'alex');
  return { client, place, forget };
};

describe('drafts', () => {
  it('are restored for the same person only', async () => {
    const { client, place } = start();
    client.setQueryData(key, { text: 'half' });
    client.setQueryData(['teams'], ['never kept']);
    await Promise.resolve();
    expect(JSON.parse(place.get(kept) ?? '')).toEqual([[key, { text: 'half' }]]);
    expect(start(place).client.getQueryData(key)).toEqual({ text: 'half' });
    const other = createQueryClient(0);
    keepDrafts(other, place, 'bob');
    expect(other.getQueryData(key)).toBeUndefined();
  });

  it('leave nothing behind when they are discarded', async () => {
    const { client, place } = start();
    client.setQueryData(key, { text: 'half' });
    await Promise.resolve();
    client.removeQueries({ queryKey: key });
    await Promise.resolve();
    expect(place.get(kept)).toBeNull();
  });

  it('are deleted for good, even if a closing page writes afterwards', async () => {
    const { client, place, forget } = start();
    client.setQueryData(key, { text: 'half' });
    await Promise.resolve();
    forget();
    client.setQueryData(key, { text: 'half' });
    await Promise.resolve();
    expect(place.get(kept)).toBeNull();
  });

  it.each(['no json', '{}', 'null', '[1]', '[["draft"]]', '[[["other"],1]]'])('tolerate %s', (match) => {
    const place = memoryStorage();
    place.set(kept, match);
    expect(start(place).client.getQueryCache().getAll()).toEqual([]);
  });
});
