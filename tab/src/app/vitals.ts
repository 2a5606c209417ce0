import type { InputOf } from '#contracts/endpoint.ts';
import type { reportVitals } from '#contracts/vitals.ts';

// Loaded when the page has come to rest. Figures only: no address, no page, nobody's id.

type Figures = InputOf<typeof reportVitals>;

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}
interface Interaction extends PerformanceEntry {
  readonly interactionId?: number;
}

const second = 1000;
/** A shift belongs to those before it when it follows within a second, and all of them within five. */
const shiftGap = second;
const shiftWindow = 5 * second;
/** Shorter ones are not told by the browser in any case. */
const slowMs = 40;

const watch = (type: string, take: (entries: readonly PerformanceEntry[]) => void, more: object = {}): void => {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
  new PerformanceObserver((list) => {
    take(list.getEntries());
  }).observe({ type, buffered: true, ...more });
};

/** The largest sum of shifts that belong together. */
export const layoutShift = () => {
  let worst = 0;
  let sum = 0;
  let first = -Infinity;
  let last = -Infinity;
  return {
    worst: () => worst,
    add: ({ startTime, value, hadRecentInput }: Pick<Shift, 'startTime' | 'value' | 'hadRecentInput'>): void => {
      if (hadRecentInput) return;
      const goesOn = startTime - last < shiftGap && startTime - first < shiftWindow;
      sum = goesOn ? sum + value : value;
      first = goesOn ? first : startTime;
      last = startTime;
      worst = Math.max(worst, sum);
    },
  };
};

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/** Gathers what the browser tells and sends it once, when the page is hidden for the first time. */
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
  const tell = (): void => {
    if (document.visibilityState !== 'hidden') return;
    document.removeEventListener('visibilitychange', tell);
    send({
      ...(paint === undefined ? {} : { lcp: rounded(paint / second) }),
      ...(slowest === undefined ? {} : { inp: rounded(slowest / second) }),
      cls: rounded(shifts.worst()),
    });
  };
  document.addEventListener('visibilitychange', tell);
};

/** Leaves with the page, so that it holds nobody up. */
export const sendVitals = (path: string, figures: Figures): void => {
  navigator.sendBeacon(path, new Blob([JSON.stringify(figures)], { type: 'application/json' }));
};
