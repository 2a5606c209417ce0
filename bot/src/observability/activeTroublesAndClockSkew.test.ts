import { createTroubleWatch } from './activeTroublesAndClockSkew.ts';
import type { Log } from '../services/core/deps.ts';

const watching = () => {
  const clock = { now: () => 1_795_000_000_000 };
  const lines: string[] = [];
  const log: Log = {
    info: (event, facts) => void lines.push(`info ${event} ${String(facts?.['trouble'])}`),
    warn: (event, facts) => void lines.push(`warn ${event} ${String(facts?.['trouble'])}`),
    error: (event, _error, facts) => void lines.push(`error ${event} ${String(facts?.['trouble'])}`),
  };
  const watch = createTroubleWatch({ clock, log });
  const minutesAhead = (minutes: number): void => {
    watch.sawDate(clock.now() + minutes * 60_000);
  };
  return { watch, lines, minutesAhead };
};

it('reports a trouble once, and its end once', () => {
  const { watch, lines } = watching();
  watch.begin('app-secret-expired');
  watch.begin('app-secret-expired');
  watch.begin('sign-in-credentials');
  expect(watch.now()).toEqual(['app-secret-expired', 'sign-in-credentials']);
  watch.end('app-secret-expired');
  watch.end('app-secret-expired');
  expect(watch.now()).toEqual(['sign-in-credentials']);
  expect(lines).toEqual([
    'error trouble.begun app-secret-expired',
    'warn trouble.begun sign-in-credentials',
    'info trouble.over app-secret-expired',
  ]);
});

it.each([
  [1.9, []],
  [-1.9, []],
  [2.1, ['clock-drift']],
  [-9.9, ['clock-drift']],
  [10.1, ['clock']],
  [-600, ['clock']],
])('a clock that others are %s minutes ahead of: %j', (minutes, expected) => {
  const { watch, minutesAhead } = watching();
  minutesAhead(minutes);
  expect(watch.now()).toEqual([]);
  minutesAhead(minutes);
  expect(watch.now()).toEqual(expected);
});

it('trusts no single reply, and notices when the clock is right again', () => {
  const { watch, lines, minutesAhead } = watching();
  minutesAhead(0);
  minutesAhead(60);
  minutesAhead(0);
  expect(watch.now()).toEqual([]);
  expect(lines).toEqual([]);
  for (const minutes of [60, 60, 5, 5, 0, 0]) minutesAhead(minutes);
  expect(lines).toEqual([
    'error trouble.begun clock',
    'info trouble.over clock',
    'warn trouble.begun clock-drift',
    'info trouble.over clock-drift',
  ]);
});
