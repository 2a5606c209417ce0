import { useState } from 'react';
import { Button, Field, Select } from '@fluentui/react-components';
import type { LocalDate } from '#contracts/ids.ts';
import type { Preferences } from '../../api/profile.ts';
import { addDays, shortDate } from '../../ui/dates.ts';
import { DateField } from '../../ui/DateField.tsx';
import { useReader, useToday } from '../../ui/reader.ts';
import { useWords } from '../../ui/words.ts';
import css from './PreferencesTab.module.css';
import { nextMonday } from './ranges.ts';
import { useSetPreference } from './setPreference.ts';

const waits = ['tomorrow', 'monday', 'twoWeeks', 'date', 'open'] as const;
type Wait = (typeof waits)[number];

/** The day on which reminders come again; null = when the reader says so. */
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
  const words = useWords();
  const { locale } = useReader();
  return (
    <>
      <p role="status">
        {until === null
          ? words('preferencesTab.muted')
          : words('preferencesTab.mutedUntil', { date: shortDate(until, locale) })}
      </p>
      <Button onClick={onEnd}>{words('preferencesTab.unmute')}</Button>
    </>
  );
};

/** Reminders off for a while, and on again. The one question a day comes in any case. */
export const Muting = ({ preferences: { mute, muteUntil } }: { readonly preferences: Preferences }) => {
  const words = useWords();
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
      <Field label={words('preferencesTab.until')} validationMessage={isPast ? words('preferencesTab.past') : null}>
        <Select
          value={wait}
          onChange={(_, { value }) => {
            setWait(waits.find((one) => one === value) ?? 'tomorrow');
          }}
        >
          {waits.map((one) => (
            <option key={one} value={one}>
              {words(`preferencesTab.${one}`)}
            </option>
          ))}
        </Select>
      </Field>
      {wait === 'date' && (
        <DateField date={date} today={today} label={words('preferencesTab.untilDate')} onChange={setDate} />
      )}
      <Button
        disabledFocusable={isSaving || isPast}
        onClick={() => {
          if (!isPast) set({ mute: true, muteUntil: until });
        }}
      >
        {words('preferencesTab.mute')}
      </Button>
    </div>
  );
};
