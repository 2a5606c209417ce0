import { withDeadline } from './withDeadline.ts';

const never = new Promise<string>(() => undefined);

describe('a deadline for work', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const late = (): never => {
    throw new Error('too late');
  };

  it('returns the result of work that ends in time, and leaves no timer', async () => {
    expect(await withDeadline(Promise.resolve('done'), 10, late)).toBe('done');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('rejects with the failure of work that fails in time, and leaves no timer', async () => {
    await expect(withDeadline(Promise.reject(new Error('refused')), 10, late)).rejects.toThrow('refused');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('returns the value for late work only after the deadline', async () => {
    const onLate = jest.fn(() => 'late');
    const result = withDeadline(never, 10, onLate);
    await jest.advanceTimersByTimeAsync(9);
    expect(onLate).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(await result).toBe('late');
  });

  it('rejects with the error that late work causes', async () => {
    const result = withDeadline(never, 10, late).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(10);
    expect(await result).toEqual(new Error('too late'));
  });

  it('ignores a failure of the work after the deadline', async () => {
    const work = new Promise<string>((_resolve, reject) => {
      setTimeout(() => {
        reject(new Error('refused'));
      }, 20);
    });
    const result = withDeadline(work, 10, () => 'late');
    await jest.advanceTimersByTimeAsync(30);
    expect(await result).toBe('late');
  });
});
