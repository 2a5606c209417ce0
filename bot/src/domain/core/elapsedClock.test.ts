import { createElapsedClock } from './elapsedClock.ts';

const start = Date.UTC(2026, 10, 20, 8);

/** A machine whose two clocks are moved by the test, and the elapsed time since the start. */
const aMachine = () => {
  const clocks = { wall: start, monotonic: 400 };
  const elapsed = createElapsedClock({ now: () => clocks.wall }, () => clocks.monotonic);
  const begun = elapsed();
  return {
    /** Both clocks advance by `ms`, and the clock of the machine is set ahead by `set`. */
    pass: (ms: number, set = 0): void => {
      clocks.wall += ms + set;
      clocks.monotonic += ms;
    },
    suspend: (ms: number): void => {
      clocks.wall += ms;
    },
    elapsed: (): number => elapsed() - begun,
  };
};

describe('the elapsed clock', () => {
  it('counts the time for which the machine is suspended', () => {
    const machine = aMachine();
    machine.pass(1_000);
    machine.suspend(3_600_000);
    machine.pass(500);
    expect(machine.elapsed()).toBe(3_601_500);
    machine.suspend(60_000);
    machine.pass(1);
    expect(machine.elapsed()).toBe(3_661_501);
  });

  it('does not stop or go back if the clock of the machine is set back, and counts a suspension afterwards', () => {
    const machine = aMachine();
    machine.pass(1_000, -7_200_000);
    expect(machine.elapsed()).toBe(1_000);
    machine.pass(2_000);
    expect(machine.elapsed()).toBe(3_000);
    machine.suspend(60_000);
    expect(machine.elapsed()).toBe(63_000);
  });

  it('counts a jump of the clock of the machine, so that a lease ends early', () => {
    const machine = aMachine();
    machine.pass(1_000, 10_000);
    expect(machine.elapsed()).toBe(11_000);
    machine.pass(1_000, -10_000);
    expect(machine.elapsed()).toBe(12_000);
  });

  it('is not faster than the clocks of the machine, however often it is read', () => {
    const machine = aMachine();
    for (let reading = 0; reading < 10_000; reading += 1) {
      machine.pass(0.25, reading % 4 === 3 ? 0.75 : -0.25);
      machine.elapsed();
    }
    expect(machine.elapsed()).toBe(2_500);
  });
});
