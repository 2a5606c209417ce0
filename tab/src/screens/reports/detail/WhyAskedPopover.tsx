import { useId } from 'react';
import { Popover, PopoverSurface } from '@fluentui/react-components';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useWhy } from '../../../api/reports/reportQueriesAndMutations.ts';
import { shortDate } from '../../../ui/text/calculateAndFormatDates.ts';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { WaitSpinner } from '../../../ui/display/WaitSpinner.tsx';
import { useTranslate } from '../../../ui/text/translate.ts';
import css from './WhyAskedButtonAndProvider.module.css';

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
  const t = useTranslate();
  const { data, error } = useWhy({ meetingId, memberId, date });
  if (data === undefined)
    return error === null ? (
      <WaitSpinner />
    ) : (
      <p className={css.text} role="alert">
        {errorText(error, t)}
      </p>
    );
  // The sentence above the list already covers the prompt, so the list contains only the reminders.
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

/** Shows the server's explanation of why a member received or did not receive a prompt on a day. */
export const WhyAskedPopover = ({ target, meetingId, date, onClose }: WhyPopoverProps) => {
  const t = useTranslate();
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
          {t('why.title', { name: target.name, date: shortDate(date, locale) })}
        </h3>
        <Explanation memberId={target.memberId} meetingId={meetingId} date={date} />
      </PopoverSurface>
    </Popover>
  );
};
