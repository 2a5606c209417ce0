import { useId } from 'react';
import { Popover, PopoverSurface } from '@fluentui/react-components';
import type { LocalDate } from '#contracts/ids.ts';
import { errorText } from '../../../api/errorText.ts';
import { useWhy } from '../../../api/reports.ts';
import { shortDate } from '../../../ui/dates.ts';
import { useReader } from '../../../ui/reader.ts';
import { Wait } from '../../../ui/Wait.tsx';
import { useWords } from '../../../ui/words.ts';
import css from './Why.module.css';

export interface WhyTarget {
  readonly memberId: string;
  readonly name: string;
  readonly place: HTMLElement;
}

interface WhyPopoverProps {
  readonly target: WhyTarget;
  readonly meetingId: string;
  readonly date: LocalDate;
  readonly onClose: () => void;
}

const Explanation = ({ memberId, meetingId, date }: { memberId: string; meetingId: string; date: LocalDate }) => {
  const words = useWords();
  const { data, error } = useWhy({ meetingId, memberId, date });
  if (data === undefined)
    return error === null ? (
      <Wait />
    ) : (
      <p className={css.text} role="alert">
        {errorText(error, words)}
      </p>
    );
  // What became of the prompt the first sentence says already.
  const reminders = data.messages.filter(({ kind }) => kind !== 'PROMPT');
  return (
    <>
      <p className={css.text}>{data.text}</p>
      {reminders.length > 0 && (
        <ul className={css.messages}>
          {reminders.map((message) => (
            <li key={message.kind}>{message.text}</li>
          ))}
        </ul>
      )}
    </>
  );
};

/** Why somebody was asked on a day, or why not, in the server's words. */
export const WhyPopover = ({ target, meetingId, date, onClose }: WhyPopoverProps) => {
  const words = useWords();
  const { locale } = useReader();
  const titleId = useId();
  return (
    <Popover
      open
      trapFocus
      positioning={{ target: target.place, position: 'above', align: 'start' }}
      onOpenChange={(_, { open }) => {
        if (!open) onClose();
      }}
    >
      <PopoverSurface className={css.surface} aria-labelledby={titleId} tabIndex={-1}>
        <h3 id={titleId} className={css.title}>
          {words('why.title', { name: target.name, date: shortDate(date, locale) })}
        </h3>
        <Explanation memberId={target.memberId} meetingId={meetingId} date={date} />
      </PopoverSurface>
    </Popover>
  );
};
