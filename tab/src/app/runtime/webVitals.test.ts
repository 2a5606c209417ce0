import { layoutShift, watchVitals } from './webVitals.ts';

const shiftAt = (startTime: number, value: number, hadRecentInput = false) => ({ startTime, value, hadRecentInput });

it('groups neighbouring shifts and keeps the worst group', () => {
  const shifts = layoutShift();
  for (const item of [shiftAt(0, 0.1), shiftAt(900, 0.1), shiftAt(3000, 0.05), shiftAt(3100, 0.5, true)])
    shifts.add(item);
  expect(shifts.worst()).toBeCloseTo(0.2);
});

it('ends a row of shifts after five seconds', () => {
  const shifts = layoutShift();
  for (let index = 0; index < 8000; index += 800) shifts.add(shiftAt(index, 0.01));
  expect(shifts.worst()).toBeCloseTo(0.07);
});

it('sends the browser’s measurements once, when the page is hidden', () => {
  const takers = new Map<string, (entries: readonly unknown[]) => void>();
  class Observer {
    static readonly supportedEntryTypes = ['largest-contentful-paint', 'event'];
    readonly #take: (list: { getEntries: () => readonly unknown[] }) => void;
    constructor(take: (list: { getEntries: () => readonly unknown[] }) => void) {
      this.#take = take;
    }
    observe({ type }: { type: string }): void {
      takers.set(type, (entries) => {
        this.#take({ getEntries: () => entries });
      });
    }
  }
  const before = globalThis.PerformanceObserver;
  Object.assign(globalThis, { PerformanceObserver: Observer });
  const sent: unknown[] = [];
  watchVitals((figures) => sent.push(figures));
  takers.get('largest-contentful-paint')?.([{ startTime: 800 }, { startTime: 1234.56789 }]);
  takers.get('event')?.([{ duration: 400 }, { interactionId: 7, duration: 96 }, { interactionId: 8, duration: 48 }]);
  const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  document.dispatchEvent(new Event('visibilitychange'));
  hidden.mockRestore();
  Object.assign(globalThis, { PerformanceObserver: before });
  expect(takers.has('layout-shift')).toBe(false);
  expect(sent).toEqual([{ lcp: 1.2346, inp: 0.096, cls: 0 }]);
});
