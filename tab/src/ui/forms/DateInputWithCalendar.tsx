import { Suspense, lazy, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Button, Input } from '@fluentui/react-components';
import { CalendarLtr20Regular } from '@fluentui/react-icons/svg/calendar-ltr';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import css from './DateField.module.css';
import type { FirstDay } from '../text/weekdays.ts';
import { useTranslate } from '../text/translate.ts';

const DateCalendar = lazy(() => import('./DateCalendar.tsx').then((module) => ({ default: module.DateCalendar })));

interface DateInputProps {
  /** The text in the field, which may be an incomplete date while the reader types. */
  readonly text: string;
  readonly date: LocalDate;
  readonly today: LocalDate;
  readonly label: string;
  readonly firstDay?: FirstDay;
  readonly isWrong?: boolean;
  readonly describedBy?: string | undefined;
  readonly className?: string | undefined;
  readonly onText: (text: string) => void;
  readonly onPick: (date: LocalDate) => void;
  readonly onTyped: () => void;
  readonly onEscape?: () => void;
}

interface OpenButtonProps {
  readonly label: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

const OpenButton = ({ label, isOpen, onToggle }: OpenButtonProps) => {
  const t = useTranslate();
  return (
    <Button
      type="button"
      appearance="transparent"
      size="small"
      icon={<CalendarLtr20Regular />}
      aria-label={t('calendar.open', { field: label })}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={onToggle}
    />
  );
};

/**
 * Shows a field for a typed date, and a button that opens a calendar. The code of the calendar loads when it first
 * opens.
 */
export const DateInput = (props: DateInputProps) => {
  const { text, date, today, label, firstDay = 'locale', isWrong, describedBy, className } = props;
  const { onText, onPick, onTyped, onEscape } = props;
  const [field, setField] = useState<HTMLInputElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
    field?.focus();
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') onTyped();
    if (event.key === 'Escape') onEscape?.();
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    setOpen(true);
  };
  const toggle = (): void => {
    setOpen(!isOpen);
  };
  return (
    <>
      <Input
        className={[css.field, className].join(' ')}
        input={{ ref: setField }}
        autoComplete="off"
        maxLength={20}
        aria-label={label}
        {...(isWrong === undefined ? {} : { 'aria-invalid': isWrong })}
        {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
        value={text}
        contentAfter={<OpenButton {...{ label, isOpen }} onToggle={toggle} />}
        onFocus={(event) => {
          event.currentTarget.select();
        }}
        onChange={(_, { value }) => {
          onText(value);
        }}
        onBlur={onTyped}
        onKeyDown={keys}
      />
      {isOpen && (
        <Suspense>
          <DateCalendar
            {...{ date, today, label, firstDay }}
            field={field}
            onPick={(picked) => {
              close();
              onPick(picked);
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
};
