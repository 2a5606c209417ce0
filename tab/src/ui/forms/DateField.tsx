import { useId, useState } from 'react';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { DateInput } from './DateInputWithCalendar.tsx';
import css from './DateField.module.css';
import { useReader } from '../text/readerContextClockAndDates.ts';
import { parseTypedDate } from './parseTypedDate.ts';
import type { FirstDay } from '../text/weekdays.ts';
import { useTranslate } from '../text/translate.ts';

export interface DateFieldProps {
  readonly date: LocalDate;
  readonly today: LocalDate;
  readonly label: string;
  readonly firstDay?: FirstDay;
  readonly onChange: (date: LocalDate) => void;
}

type Typing =
  | { readonly kind: 'none' }
  | { readonly kind: 'typing'; readonly text: string }
  /** The reader left the field or pressed Enter, but the text is not a date. */
  | { readonly kind: 'unread'; readonly text: string };

/**
 * Shows the chosen date as yyyy-MM-dd. The reader picks another date in a calendar or types it, as yyyy-MM-dd or in the
 * order of their locale. The field cannot be empty.
 */
export const DateField = ({ date, onChange, ...props }: DateFieldProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const faultId = useId();
  const [typing, setTyping] = useState<Typing>({ kind: 'none' });
  const choose = (next: LocalDate): void => {
    setTyping({ kind: 'none' });
    if (next !== date) onChange(next);
  };
  const read = (): void => {
    if (typing.kind === 'none') return;
    const { text } = typing;
    const next = text.trim() === '' ? date : parseTypedDate(text, { locale, today: props.today });
    if (next === undefined) setTyping({ kind: 'unread', text });
    else choose(next);
  };
  const isWrong = typing.kind === 'unread';
  return (
    <div className={css.place}>
      <DateInput
        {...props}
        text={typing.kind === 'none' ? date : typing.text}
        date={date}
        isWrong={isWrong}
        describedBy={isWrong ? faultId : undefined}
        onText={(text) => {
          setTyping({ kind: 'typing', text });
        }}
        onPick={choose}
        onTyped={read}
        onEscape={() => {
          setTyping({ kind: 'none' });
        }}
      />
      {isWrong && (
        <span id={faultId} className={css.fault} role="alert">
          {t('calendar.unread', { date: props.today })}
        </span>
      )}
    </div>
  );
};
