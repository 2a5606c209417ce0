import { Suspense, lazy, useState } from 'react';
import { Input } from '@fluentui/react-components';
import { CalendarLtr20Regular } from '@fluentui/react-icons/svg/calendar-ltr';
import css from './DateField.module.css';
import type { DateFieldProps } from './DatePickerOpen.tsx';

const DatePickerOpen = lazy(() => import('./DatePickerOpen.tsx').then((it) => ({ default: it.DatePickerOpen })));

const opens = new Set(['Enter', ' ', 'ArrowDown']);

/** The chosen date as yyyy-MM-dd with a calendar to choose another; it cannot be emptied. The calendar is fetched when it is first opened. */
export const DateField = (props: DateFieldProps) => {
  const [isWanted, setWanted] = useState(false);
  const closed = (
    <Input
      className={css.field}
      readOnly
      role="combobox"
      aria-haspopup="dialog"
      aria-expanded={false}
      aria-label={props.label}
      value={props.date}
      contentAfter={<CalendarLtr20Regular />}
      onClick={() => {
        setWanted(true);
      }}
      onKeyDown={(event) => {
        if (!opens.has(event.key)) return;
        event.preventDefault();
        setWanted(true);
      }}
    />
  );
  if (!isWanted) return closed;
  return (
    <Suspense fallback={closed}>
      <DatePickerOpen {...props} />
    </Suspense>
  );
};
