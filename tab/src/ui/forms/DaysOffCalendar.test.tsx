import { useState } from 'react';
import { render, screen, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import userEvent from '@testing-library/user-event';
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { matching } from '../../testing/browserStubsAndLibrarySetup.ts';
import { now } from '../../testing/testDataBuildersAndClock.ts';
import { DaysCalendar } from './DaysOffCalendar.tsx';
import { ReaderContext } from '../text/readerContextClockAndDates.ts';

// The clock of these tests shows Friday 20 November 2026.
const reader = { clock: { now: () => now }, zone: 'Europe/Berlin', locale: 'en-GB' };
type Changed = [days: readonly string[], isChosen: boolean];

interface Options {
  readonly days?: readonly string[];
  readonly busy?: readonly string[];
  readonly min?: string;
  /**
   * Days for which the screen has a button beside the calendar. Each button acts like a save of its day in another part
   * of the screen.
   */
  readonly saved?: readonly string[];
  readonly isReadOnly?: boolean;
}

/** Renders a calendar in a screen that stores the days that the calendar changes. */
const calendar = ({ days = [], busy = [], min, saved = [], isReadOnly = false }: Options = {}) => {
  const changes: Changed[] = [];
  const Screen = () => {
    const [chosen, setChosen] = useState(days);
    const [changed, setChanged] = useState<{ readonly dates: readonly LocalDate[] }>();
    return (
      <>
        {saved.map((date) => (
          <button
            key={date}
            onClick={() => {
              setChanged({ dates: [date as LocalDate] });
            }}
          >
            Save {date}
          </button>
        ))}
        <DaysCalendar
          label="Days off"
          chosen={{
            style: 'holiday',
            label: 'holiday',
            days: chosen as LocalDate[],
            nameOf: (day) => (day.endsWith('12-25') ? 'Christmas Day' : undefined),
          }}
          others={[{ style: 'vacation', label: 'vacation', days: ['2026-11-26' as LocalDate] }]}
          busy={busy as LocalDate[]}
          min={min as LocalDate | undefined}
          isReadOnly={isReadOnly}
          changed={changed}
          onChange={(localDates, isChosen) => {
            changes.push([localDates, isChosen]);
            setChosen(
              isChosen
                ? [...chosen, ...localDates]
                : chosen.filter((text) => !(localDates as readonly string[]).includes(text)),
            );
          }}
        />
      </>
    );
  };
  render(
    <FluentProvider theme={webLightTheme}>
      <ReaderContext value={reader}>
        <Screen />
      </ReaderContext>
    </FluentProvider>,
  );
  return { changes, user: userEvent.setup() };
};

const day = (name: string) => screen.getByRole('button', { name });
const grids = (): (string | null)[] => screen.getAllByRole('grid').map((item) => item.getAttribute('aria-label'));

it('takes a day in and out again, and shows which are chosen', async () => {
  const { changes, user } = calendar();
  expect(grids()).toEqual(['November 2026', 'December 2026', 'January 2027']);
  await user.click(day('Monday, 23 November 2026'));
  await user.click(day('Monday, 23 November 2026, holiday'));
  expect(changes).toEqual([
    [['2026-11-23'], true],
    [['2026-11-23'], false],
  ]);
  expect(day('Friday, 20 November 2026, today')).toBeVisible();
  expect(day('Thursday, 26 November 2026, vacation')).toBeVisible();
});

it('with the shift key changes all days since the last press to the same state', async () => {
  const { changes, user } = calendar({ days: ['2026-12-25'], busy: ['2026-12-29'] });
  expect(day('Friday, 25 December 2026, holiday: Christmas Day')).toBeVisible();
  await user.click(day('Thursday, 31 December 2026'));
  await user.keyboard('{Shift>}');
  await user.click(day('Thursday, 24 December 2026'));
  await user.keyboard('{/Shift}');
  const between = ['2026-12-24', '2026-12-26', '2026-12-27', '2026-12-28', '2026-12-30'];
  expect(changes.at(-1)).toEqual([between, true]);
});

it('selects days with the keyboard alone, across months', async () => {
  const { changes, user } = calendar();
  await user.tab();
  await user.tab();
  await user.tab();
  expect(day('Friday, 20 November 2026, today')).toHaveFocus();
  await user.keyboard('{PageDown}{ArrowDown}{ArrowRight}');
  expect(day('Monday, 28 December 2026')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(changes).toEqual([[['2026-12-28'], true]]);
  await user.click(screen.getByRole('button', { name: 'Next month' }));
  expect(grids()).toEqual(['December 2026', 'January 2027', 'February 2027']);
});

it('waits for a day that is being saved, and has none before the first', async () => {
  const { changes, user } = calendar({ busy: ['2026-11-24'], min: '2026-11-20' });
  await user.click(day('Tuesday, 24 November 2026, being saved'));
  expect(changes).toEqual([]);
  expect(day('Thursday, 19 November 2026')).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Previous month' })).toHaveAttribute('aria-disabled', 'true');
});

it('shows its days without letting them be changed, one month on a phone', () => {
  matching.add('(max-width: 639px)');
  calendar({ days: ['2026-11-30'], isReadOnly: true });
  expect(grids()).toEqual(['November 2026']);
  const cell = screen.getByRole('gridcell', { name: 'Monday, 30 November 2026, holiday' });
  expect(within(cell).queryByRole('button')).not.toBeInTheDocument();
  expect(screen.queryByText(/Arrow keys/)).not.toBeInTheDocument();
});

it('turns to days that were saved beside it, unless they are shown', async () => {
  const { user } = calendar({ saved: ['2027-01-31', '2027-02-01'] });
  const [first] = grids();
  await user.click(screen.getByRole('button', { name: 'Save 2027-01-31' }));
  expect(grids()[0]).toBe(first);
  await user.click(screen.getByRole('button', { name: 'Save 2027-02-01' }));
  expect(grids()[0]).toBe('February 2027');
});
