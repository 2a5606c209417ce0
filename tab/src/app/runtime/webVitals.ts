import type { InputOf } from '#contracts/core/endpoint.ts';
import type { reportVitals } from '#contracts/operations/webVitalsReport.ts';

// Measures how fast the page loads and reacts. The code loads some seconds after the page is shown. It sends only
// figures, neither the address of the page nor ids.

type Figures = InputOf<typeof reportVitals>;

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}
interface Interaction extends PerformanceEntry {
  readonly interactionId?: number;
}

const second = 1000;
/**
 * Two layout shifts belong to one group if less than one second separates them and the group lasts less than five
 * seconds.
 */
const shiftGap = second;
const shiftWindow = 5 * second;
/** Threshold in milliseconds: the browser does not report interactions that are shorter. */
const slowMs = 40;

const watch = (type: string, take: (entries: readonly PerformanceEntry[]) => void, more: object = {}): void => {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
  new PerformanceObserver((list) => {
    take(list.getEntries());
  }).observe({ type, buffered: true, ...more });
};

/** Returns a counter of layout shifts. Its result, `worst`, is the largest sum of shifts in one group. */
export const layoutShift = () => {
  let worst = 0;
  let sum = 0;
  let first = -Infinity;
  let last = -Infinity;
  return {
    worst: () => worst,
    add: ({ startTime, value, hadRecentInput }: Pick<Shift, 'startTime' | 'value' | 'hadRecentInput'>): void => {
      if (hadRecentInput) return;
      const isSameWindow = startTime - last < shiftGap && startTime - first < shiftWindow;
      sum = isSameWindow ? sum + value : value;
      first = isSameWindow ? first : startTime;
      last = startTime;
      worst = Math.max(worst, sum);
    },
  };
};

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/** Collects the browser's figures and sends them once, when the page is first hidden. */
export const watchVitals = (send: (figures: Figures) => void): void => {
  const shifts = layoutShift();
  let paint: number | undefined;
  let slowest: number | undefined;
  watch('largest-contentful-paint', (entries) => {
    paint = entries.at(-1)?.startTime ?? paint;
  });
  watch('layout-shift', (entries) => {
    for (const entry of entries as readonly Shift[]) shifts.add(entry);
  });
  watch(
    'event',
    (entries) => {
      for (const { interactionId, duration } of entries as readonly Interaction[])
        if ((interactionId ?? 0) > 0) slowest = Math.max(slowest ?? 0, duration);
    },
    { durationThreshold: slowMs },
  );
  const report = (): void => {
    if (document.visibilityState !== 'hidden') return;
    document.removeEventListener('visibilitychange', report);
    send({
      ...(paint === undefined ? {} : { lcp: rounded(paint / second) }),
      ...(slowest === undefined ? {} : { inp: rounded(slowest / second) }),
      cls: rounded(shifts.worst()),
    });
  };
  document.addEventListener('visibilitychange', report);
};

/**
 * Sends the figures by a beacon: the browser sends it in the background even while the page closes, so that the reader
 * never waits for it.
 */
export const sendVitals = (path: string, figures: Figures): void => {
  navigator.sendBeacon(path, new Blob([JSON.stringify(figures)], { type: 'application/json' }));
};
