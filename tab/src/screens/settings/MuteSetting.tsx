import { useState } from 'react';
import { Button, Field, Select } from '@fluentui/react-components';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Preferences } from '../../api/people/profilePasswordAndPreferencesHooks.ts';
import { addDays } from '../../ui/text/calculateAndFormatDates.ts';
import { DateField } from '../../ui/forms/DateField.tsx';
import { useDayText, useToday } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './PreferencesTab.module.css';
import { nextMonday } from './vacationPresetsAndRanges.ts';
import { useSetPreference } from './useSetPreference.ts';

const waits = ['tomorrow', 'monday', 'twoWeeks', 'date', 'open'] as const;
type Wait = (typeof waits)[number];

/** Returns the day on which the reminders begin again; null = only when the reader turns them on. */
const untilOf = (wait: Wait, today: LocalDate, date: LocalDate): LocalDate | null => {
  switch (wait) {
    case 'tomorrow':
      return addDays(today, 1);
    case 'monday':
      return nextMonday(today);
    case 'twoWeeks':
      return addDays(today, 14);
    case 'date':
      return date;
    case 'open':
      return null;
  }
};

const Muted = ({ until, onEnd }: { readonly until: LocalDate | null; readonly onEnd: () => void }) => {
  const t = useTranslate();
  const dayText = useDayText();
  return (
    <>
      <p role="status">
        {until === null ? t('preferencesTab.muted') : t('preferencesTab.mutedUntil', { date: dayText(until) })}
      </p>
      <Button onClick={onEnd}>{t('preferencesTab.unmute')}</Button>
    </>
  );
};

/**
 * Lets the reader turn reminders off until a day, or until they turn them on again. Messages about blockers, timesheets
 * and digests stop too; prompts still arrive.
 */
export const MuteSetting = ({ preferences: { mute, muteUntil } }: { readonly preferences: Preferences }) => {
  const t = useTranslate();
  const today = useToday();
  const { set, isSaving } = useSetPreference();
  const [wait, setWait] = useState<Wait>('tomorrow');
  const [date, setDate] = useState(() => addDays(today, 7));
  if (mute)
    return (
      <Muted
        until={muteUntil}
        onEnd={() => {
          set({ mute: false });
        }}
      />
    );
  const until = untilOf(wait, today, date);
  const isPast = until !== null && until <= today;
  return (
    <div className={css.until}>
      <Field label={t('preferencesTab.until')} validationMessage={isPast ? t('preferencesTab.past') : null}>
        <Select
          value={wait}
          onChange={(_, { value }) => {
            setWait(waits.find((item) => item === value) ?? 'tomorrow');
          }}
        >
          {waits.map((item) => (
            <option key={item} value={item}>
              {t(`preferencesTab.${item}`)}
            </option>
          ))}
        </Select>
      </Field>
      {wait === 'date' && (
        <DateField date={date} today={today} label={t('preferencesTab.untilDate')} onChange={setDate} />
      )}
      <Button
        disabledFocusable={isSaving || isPast}
        onClick={() => {
          if (!isPast) set({ mute: true, muteUntil: until });
        }}
      >
        {t('preferencesTab.mute')}
      </Button>
    </div>
  );
};
