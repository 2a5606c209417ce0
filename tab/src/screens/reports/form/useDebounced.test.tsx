import { act, renderHook } from '@testing-library/react';
import { useDebounced } from './useDebounced.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const pass = (ms: number): void => {
  act(() => {
    jest.advanceTimersByTime(ms);
  });
};

it('returns the first value at once, and a later value only after it stayed the same', () => {
  const { result, rerender } = renderHook((value: string) => useDebounced(value, 400), { initialProps: 'D' });
  expect(result.current).toBe('D');
  for (const value of ['Da', 'Dai', 'Daily']) {
    rerender(value);
    pass(399);
    expect(result.current).toBe('D');
  }
  pass(1);
  expect(result.current).toBe('Daily');
});
