import { useState } from 'react';
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { render, screen } from '@testing-library/react';

import '@testing-library/jest-dom';
import userEvent from '@testing-library/user-event';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import '../../testing/browserStubsAndLibrarySetup.ts';
import { PlainStyles } from '../../testing/PlainStyles.tsx';
import { DateField } from './DateField.tsx';
import type { DateFieldProps } from './DateField.tsx';
import { ReaderContext } from '../text/readerContextClockAndDates.ts';

const today = '2026-11-20' as LocalDate;

const Chosen = ({ onChange, ...props }: Pick<DateFieldProps, 'onChange' | 'firstDay'>) => {
  const [date, setDate] = useState(today);
  return (
    <DateField
      {...props}
      date={date}
      today={today}
      label="From"
      onChange={(next) => {
        setDate(next);
        onChange(next);
      }}
    />
  );
};

const show = (props: Pick<DateFieldProps, 'firstDay'> = {}, locale = 'en-US') => {
  const onChange = jest.fn();
  render(
    <ReaderContext value={{ clock: { now: () => Date.parse(`${today}T10:00:00Z`) }, zone: 'UTC', locale }}>
      <FluentProvider theme={webLightTheme}>
        <Chosen {...props} onChange={onChange} />
        <button>Search</button>
      </FluentProvider>
    </ReaderContext>,
    { wrapper: PlainStyles },
  );
  return { onChange, user: userEvent.setup(), field: screen.getByRole('textbox', { name: 'From' }) };
};

const openCalendar = (): HTMLElement => screen.getByRole('button', { name: 'From: choose in a calendar' });

it('takes a date that is typed as the reader’s locale writes it', async () => {
  const { onChange, user, field } = show({}, 'de');
  await user.clear(field);
  await user.type(field, '3.12.2026');
  expect(onChange).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(onChange).toHaveBeenCalledWith('2026-12-03');
  expect(field).toHaveValue('2026-12-03');
});

it('takes a typed date at Enter', async () => {
  const { onChange, user, field } = show();
  await user.clear(field);
  await user.type(field, '12/3{Enter}');
  expect(onChange).toHaveBeenCalledWith('2026-12-03');
});

it('shows a date that it cannot read, keeps the old date, and discards the text at Escape', async () => {
  const { onChange, user, field } = show();
  await user.clear(field);
  await user.type(field, 'soon{Enter}');
  expect(screen.getByRole('alert')).toHaveTextContent('Please write a date, for example 2026-11-20.');
  expect(field).toHaveValue('soon');
  expect(field).toBeInvalid();
  await user.type(field, '{Escape}');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(field).toHaveValue('2026-11-20');
  expect(onChange).not.toHaveBeenCalled();
});

it('cannot be emptied', async () => {
  const { onChange, user, field } = show();
  await user.clear(field);
  await user.tab();
  expect(field).toHaveValue('2026-11-20');
  expect(onChange).not.toHaveBeenCalled();
});

it('takes a date of the calendar and gives the focus back', async () => {
  const { onChange, user, field } = show();
  await user.click(openCalendar());
  await user.click(await screen.findByRole('button', { name: '18, November, 2026' }));
  expect(onChange).toHaveBeenCalledWith('2026-11-18');
  expect(field).toHaveFocus();
  expect(screen.queryByRole('grid')).not.toBeInTheDocument();
});

it.each([
  ['locale', 'en-US', 'Sunday'],
  ['locale', 'en-GB', 'Monday'],
  ['locale', 'ar-EG', 'السبت'],
  ['monday', 'en-US', 'Monday'],
] as const)('begins the weeks of its calendar by %s in %s on %s', async (firstDay, locale, name) => {
  const { user, field } = show({ firstDay }, locale);
  await user.type(field, '{ArrowDown}');
  const [first] = await screen.findAllByRole('columnheader');
  expect(first).toHaveAccessibleName(name);
});
