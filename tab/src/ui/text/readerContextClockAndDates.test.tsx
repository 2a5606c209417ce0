import { Profiler } from 'react';
import '@testing-library/jest-dom';
import { act, render, screen } from '@testing-library/react';
import { ReaderContext, useToday } from './readerContextClockAndDates.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');

const Today = () => useToday();

/**
 * Shows today's date of a reader in Berlin, and counts how often React draws it. `passHours` lets time pass, with the
 * ticks of the page.
 */
const showToday = () => {
  let now = noon;
  const drawn = jest.fn();
  render(
    <ReaderContext value={{ clock: { now: () => now }, zone: 'Europe/Berlin', locale: 'en-GB' }}>
      <Profiler id="today" onRender={drawn}>
        <Today />
      </Profiler>
    </ReaderContext>,
  );
  const passHours = (hours: number): void => {
    act(() => {
      now += hours * 3_600_000;
      jest.advanceTimersByTime(hours * 3_600_000);
    });
  };
  return { drawn, passHours };
};

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it("changes the date at the reader's midnight", () => {
  const { passHours } = showToday();
  expect(screen.getByText('2026-11-20')).toBeInTheDocument();
  passHours(11);
  expect(screen.getByText('2026-11-21')).toBeInTheDocument();
});

it('does not draw a component again on the same day', () => {
  const { drawn, passHours } = showToday();
  passHours(10);
  expect(drawn).toHaveBeenCalledTimes(1);
});
