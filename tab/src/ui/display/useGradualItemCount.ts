import { startTransition, useEffect, useState } from 'react';

interface Batches {
  /** Number of items that are drawn at once. */
  readonly first: number;
  /** Number of items that each further batch adds. */
  readonly next: number;
}

/**
 * Returns how many items of a long list to draw now. The first batch is drawn at once. The others follow as
 * transitions, which React interrupts for a press or a scroll, so that a long list never blocks the page.
 */
export const useGradualItemCount = (total: number, { first, next }: Batches): number => {
  const [count, setCount] = useState(Math.min(first, total));
  useEffect(() => {
    if (count >= total) return undefined;
    const timer = setTimeout(() => {
      startTransition(() => {
        setCount(Math.min(count + next, total));
      });
    }, 0);
    return () => {
      clearTimeout(timer);
    };
  }, [count, total, next]);
  return Math.min(count, total);
};
