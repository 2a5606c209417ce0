import { useState } from 'react';
import { Button, Field, Select, Switch } from '@fluentui/react-components';
import { times } from '#contracts/core/limitsAndProductConstants.ts';
import { isQuietLength } from '#contracts/people/quietHours.ts';
import type { QuietHours } from '#contracts/people/quietHours.ts';
import type { Preferences } from '../../api/people/profilePasswordAndPreferencesHooks.ts';
import { clockTime } from '../../parts/scheduleSentenceAndClockTime.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './PreferencesTab.module.css';
import { useSetPreference } from './useSetPreference.ts';

const stepMinutes = 30;
const usual: QuietHours = { from: 20 * 60, to: 8 * 60 };

/**
 * Returns the times that the reader can choose, in minutes after midnight. If the stored time `chosen` is not among the
 * regular steps, it is added.
 */
const choicesFor = (chosen: number): readonly number[] => {
  const steps = Array.from({ length: (times.lastMinute + 1) / stepMinutes }, (_, index) => index * stepMinutes);
  return steps.includes(chosen) ? steps : [...steps, chosen].sort((a, b) => a - b);
};

interface TimeProps {
  readonly label: string;
  readonly chosen: number;
  readonly fault?: string | null;
  readonly onChoose: (minutes: number) => void;
}

const TimeChoice = ({ label, chosen, fault = null, onChoose }: TimeProps) => (
  <Field label={label} validationMessage={fault}>
    <Select
      value={String(chosen)}
      onChange={(_, { value }) => {
        onChoose(Number(value));
      }}
    >
      {choicesFor(chosen).map((minutes) => (
        <option key={minutes} value={String(minutes)}>
          {clockTime(minutes)}
        </option>
      ))}
    </Select>
  </Field>
);

const isSame = (a: QuietHours, b: QuietHours | null | undefined): boolean => a.from === b?.from && a.to === b.to;

interface TimesProps {
  readonly stored: QuietHours | null | undefined;
  readonly isSaving: boolean;
  readonly onSave: (hours: QuietHours) => void;
}

const Times = ({ stored, isSaving, onSave }: TimesProps) => {
  const t = useTranslate();
  const [hours, setHours] = useState(stored ?? usual);
  const isPossible = isQuietLength(hours);
  const isSaved = isSame(hours, stored);
  return (
    <>
      <div className={css.until}>
        <TimeChoice
          label={t('preferencesTab.quietFrom')}
          chosen={hours.from}
          onChoose={(from) => {
            setHours({ ...hours, from });
          }}
        />
        <TimeChoice
          label={t('preferencesTab.quietTo')}
          chosen={hours.to}
          fault={isPossible ? null : t('invalid.quietHours')}
          onChoose={(to) => {
            setHours({ ...hours, to });
          }}
        />
        <Button
          disabledFocusable={isSaving || isSaved || !isPossible}
          onClick={() => {
            if (isPossible && !isSaved) onSave(hours);
          }}
        >
          {t('preferencesTab.quietSave')}
        </Button>
      </div>
      {isPossible && hours.to < hours.from && <p className={css.state}>{t('preferencesTab.quietNextDay')}</p>}
    </>
  );
};

/**
 * Lets the reader set quiet hours: hours of each day in which the reader gets no prompts, no reminders, and no cards of
 * blockers and digests.
 */
export const QuietHoursSetting = ({ preferences: { quietHours } }: { readonly preferences: Preferences }) => {
  const t = useTranslate();
  const { set, isSaving } = useSetPreference();
  // True after the reader has turned the switch on, so that the fields appear before any hours are stored. Stored hours
  // keep the switch on until the server has removed them.
  const [isOpened, setOpened] = useState(false);
  const isOn = quietHours != null || isOpened;
  return (
    <>
      <Switch
        label={t('preferencesTab.quietOn')}
        checked={isOn}
        disabled={isSaving}
        onChange={(_, { checked }) => {
          setOpened(checked);
          if (!checked && quietHours != null) set({ quietHours: null });
        }}
      />
      {isOn && (
        <Times
          stored={quietHours}
          isSaving={isSaving}
          onSave={(hours) => {
            set({ quietHours: hours });
          }}
        />
      )}
    </>
  );
};
