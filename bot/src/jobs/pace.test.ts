import { createPace } from './pace.ts';

const clockAt = (start: number) => {
  let now = start;
  return {
    now: () => now,
    set: (ms: number) => {
      now = ms;
    },
  };
};

it('lets ten a minute through to one person, and others past them', () => {
  const clock = clockAt(1_000_000);
  const pace = createPace(clock);
  for (let count = 0; count < 10; count += 1) {
    expect(pace.take('ann')).toBe(0);
    clock.set(clock.now() + 1000);
  }
  expect(pace.take('ann')).toBe(1_060_000);
  expect(pace.take('bob')).toBe(0);
  clock.set(1_060_000);
  expect(pace.take('ann')).toBe(0);
  expect(pace.take('ann')).toBe(1_061_000);
});

it('counts what was sent before the clock was set back as not sent lately', () => {
  const clock = clockAt(1_000_000);
  const pace = createPace(clock);
  for (let count = 0; count < 10; count += 1) pace.take('ann');
  clock.set(400_000);
  expect(pace.take('ann')).toBe(0);
});
