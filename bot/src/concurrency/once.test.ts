import { once } from './once.ts';

describe('a result that is computed once', () => {
  it('is computed at the first call and returned at each later call', () => {
    const compute = jest.fn(() => ({ name: 'Ann' }));
    const read = once(compute);
    expect(compute).not.toHaveBeenCalled();
    expect(read()).toBe(read());
    expect(compute).toHaveBeenCalledTimes(1);
  });

  it('is kept if it is undefined', () => {
    const compute = jest.fn((): string | undefined => undefined);
    const read = once(compute);
    expect([read(), read()]).toEqual([undefined, undefined]);
    expect(compute).toHaveBeenCalledTimes(1);
  });

  it('is shared as a promise, also if it rejects', async () => {
    const compute = jest.fn(() => Promise.reject(new Error('refused')));
    const read = once(compute);
    const [first, second] = await Promise.allSettled([read(), read()]);
    expect([first.status, second.status]).toEqual(['rejected', 'rejected']);
    expect(compute).toHaveBeenCalledTimes(1);
  });

  it('is computed again after the computation threw an error', () => {
    const compute = jest.fn(() => 'read');
    compute.mockImplementationOnce(() => {
      throw new Error('refused');
    });
    const read = once(compute);
    expect(read).toThrow('refused');
    expect(read()).toBe('read');
  });
});
