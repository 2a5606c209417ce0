import { act, renderHook } from '@testing-library/react';
import { useGradualItemCount } from './useGradualItemCount.ts';

const sizes = { first: 10, next: 5 };
const draw = (total: number) => {
  const drawn: number[] = [];
  const { rerender } = renderHook(
    (props: { readonly total: number }) => {
      drawn.push(useGradualItemCount(props.total, sizes));
    },
    { initialProps: { total } },
  );
  return { drawn, rerender };
};
const distinct = (counts: readonly number[]): readonly number[] => [...new Set(counts)];

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/**
 * Runs ten rounds of timers, each in its own `act`: the hook starts the timer of a batch only after React has drawn the
 * previous one.
 */
const runTimers = (): void => {
  for (let rounds = 0; rounds < 10; rounds += 1)
    act(() => {
      jest.runOnlyPendingTimers();
    });
};

it('draws a first batch at once and adds the rest in batches', () => {
  const { drawn } = draw(22);
  runTimers();
  expect(distinct(drawn)).toEqual([10, 15, 20, 22]);
});

it('adds items that arrive later in batches too', () => {
  const { drawn, rerender } = draw(12);
  runTimers();
  rerender({ total: 25 });
  runTimers();
  expect(distinct(drawn)).toEqual([10, 12, 17, 22, 25]);
});

it('draws no more items than a list that became shorter has', () => {
  const { drawn, rerender } = draw(20);
  runTimers();
  rerender({ total: 3 });
  expect(drawn.at(-1)).toBe(3);
});
