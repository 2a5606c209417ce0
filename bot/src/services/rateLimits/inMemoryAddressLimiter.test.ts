import { createAddressLimiter } from './inMemoryAddressLimiter.ts';

const rule = { limit: 3, windowMs: 60_000 };

describe('the limiter in memory', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('admits up to the limit, then returns the wait, and admits again', async () => {
    const semaphore = createAddressLimiter();
    for (let index = 0; index < 3; index += 1) expect(await semaphore.enter('login|192.0.2.1', rule)).toBe(0);
    jest.advanceTimersByTime(20_000);
    expect(Math.ceil(await semaphore.enter('login|192.0.2.1', rule))).toBe(40);
    expect(await semaphore.enter('login|192.0.2.2', rule)).toBe(0);
    jest.advanceTimersByTime(40_000);
    expect(await semaphore.enter('login|192.0.2.1', rule)).toBe(0);
  });

  it('does not count returned attempts', async () => {
    const semaphore = createAddressLimiter();
    for (let index = 0; index < 10; index += 1) {
      expect(await semaphore.enter('login|192.0.2.1', rule)).toBe(0);
      await semaphore.giveBack('login|192.0.2.1', rule);
    }
  });
});
