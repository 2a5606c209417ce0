import { createRequestLimitPerPerson } from './limitConcurrentRequestsPerPerson.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Returns fake requests, each of which runs until the test calls `end` with its name. */
const requestsOf = (limit: ReturnType<typeof createRequestLimitPerPerson>) => {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (person: string, name: string): Promise<string> =>
    limit.run(person, async () => {
      started.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  return { started, begin, end: (name: string) => ends.get(name)?.() };
};
const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `r${index}`);

describe('the requests of one person', () => {
  it('run six at once, and the others follow in the order of arrival', async () => {
    const { started, begin, end } = requestsOf(createRequestLimitPerPerson());
    const all = names(9).map((name) => begin('ann', name));
    await settled();
    expect(started).toEqual(names(6));
    end('r3');
    await all[3];
    await settled();
    expect(started).toEqual(names(7));
    for (const name of names(7)) end(name);
    await Promise.all(all.slice(0, 7));
    await settled();
    end('r7');
    end('r8');
    expect(await Promise.all(all)).toEqual(names(9));
  });

  it('the requests of one person never wait for requests of another person', async () => {
    const { started, begin, end } = requestsOf(createRequestLimitPerPerson());
    const all = names(50).map((name) => begin('ann', name));
    const other = begin('bob', 'other');
    await settled();
    expect(started).toContain('other');
    end('other');
    expect(await other).toBe('other');
    expect(all).toHaveLength(50);
  });

  it('are refused while two hundred wait, and accepted again afterwards', async () => {
    const { begin, end } = requestsOf(createRequestLimitPerPerson());
    const all = names(206).map((name) => begin('ann', name));
    await expect(begin('ann', 'one too many')).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      details: { retryAfter: 1 },
    });
    for (const [index, name] of names(206).entries()) {
      await settled();
      end(name);
      await all[index];
    }
    const later = begin('ann', 'later');
    await settled();
    end('later');
    expect(await later).toBe('later');
  });

  it('free their place when they fail', async () => {
    const limit = createRequestLimitPerPerson();
    const failing = Promise.reject(new Error('no'));
    await Promise.allSettled(names(20).map(() => limit.run('ann', () => failing)));
    expect(await limit.run('ann', () => Promise.resolve('yes'))).toBe('yes');
  });
});
