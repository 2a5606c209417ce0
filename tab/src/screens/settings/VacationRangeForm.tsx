import { useId, useState } from 'react';
import { Button, Field, Select, Switch } from '@fluentui/react-components';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { DayChanges } from '../../parts/daysOff/useDaysOffChanges.ts';
import { DateField } from '../../ui/forms/DateField.tsx';
import { useToday } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { datesIn, daysOf, presets } from './vacationPresetsAndRanges.ts';
import css from './VacationTab.module.css';

type Days = ReturnType<typeof daysOf>;

interface RangeProps {
  readonly days: Days;
  readonly onDays: (days: Days) => void;
}

const PresetField = ({ days, onDays }: RangeProps) => {
  const t = useTranslate();
  const today = useToday();
  const named = presets.find((preset) => {
    const { from, to } = daysOf(preset, today);
    return from === days.from && to === days.to;
  });
  return (
    <Field label={t('vacationTab.preset')}>
      <Select
        value={named ?? ''}
        onChange={(_, { value }) => {
          const chosen = presets.find((preset) => preset === value);
          if (chosen !== undefined) onDays(daysOf(chosen, today));
        }}
      >
        <option value="" disabled={named !== undefined}>
          {t('vacationTab.ownRange')}
        </option>
        {presets.map((preset) => (
          <option key={preset} value={preset}>
            {t(`vacationTab.${preset}`)}
          </option>
        ))}
      </Select>
    </Field>
  );
};

const EndFields = ({ days, onDays }: RangeProps) => {
  const t = useTranslate();
  const today = useToday();
  return (
    <>
      <div className={css.field}>
        <span aria-hidden="true">{t('range.from')}</span>
        <DateField
          date={days.from}
          today={today}
          label={t('range.from')}
          onChange={(from) => {
            // If the first day would be after the last day, moves the last day too. The reader then only has to choose
            // a later last day.
            onDays({ from, to: days.to < from ? from : days.to });
          }}
        />
      </div>
      <div className={css.field}>
        <span aria-hidden="true">{t('range.to')}</span>
        <DateField
          date={days.to}
          today={today}
          label={t('range.to')}
          onChange={(to) => {
            onDays({ ...days, to });
          }}
        />
      </div>
    </>
  );
};

interface SendButtonsProps {
  readonly count: number;
  readonly fault: string | null;
  readonly onSend: (isAdded: boolean) => void;
}

const SendButtons = ({ count, fault, onSend }: SendButtonsProps) => {
  const t = useTranslate();
  const faultId = useId();
  return (
    <>
      <Button
        appearance="primary"
        disabledFocusable={fault !== null}
        aria-describedby={fault === null ? undefined : faultId}
        onClick={() => {
          onSend(true);
        }}
      >
        {t('vacationTab.add', { count })}
      </Button>
      <Button
        disabledFocusable={fault !== null}
        aria-describedby={fault === null ? undefined : faultId}
        onClick={() => {
          onSend(false);
        }}
      >
        {t('vacationTab.takeOut')}
      </Button>
      {fault !== null && (
        <p id={faultId} className={css.fault} role="alert">
          {fault}
        </p>
      )}
    </>
  );
};

/** Lets the reader add or remove many vacation days at once, by a preset or by a first and a last day. */
export const AddOrRemoveVacationRange = ({ vacation }: { readonly vacation: DayChanges }) => {
  const t = useTranslate();
  const today = useToday();
  const [days, setDays] = useState(() => daysOf('nextWeek', today));
  const [withWeekends, setWithWeekends] = useState(false);
  const isBackwards = days.to < days.from;
  const dates = isBackwards ? [] : datesIn(days, withWeekends);
  const isTooLong = dates.length > limits.vacationDates;
  const fault = isBackwards
    ? t('range.backwards')
    : isTooLong
      ? t('range.tooLong', { days: limits.vacationDates })
      : null;
  return (
    <div className={css.range}>
      <PresetField days={days} onDays={setDays} />
      <EndFields days={days} onDays={setDays} />
      <Switch
        label={t('vacationTab.weekends')}
        checked={withWeekends}
        onChange={(_, { checked }) => {
          setWithWeekends(checked);
        }}
      />
      <SendButtons
        count={dates.length}
        fault={fault}
        onSend={(isAdded) => {
          if (fault === null) vacation.change(dates, isAdded);
        }}
      />
    </div>
  );
};
