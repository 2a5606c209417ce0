import { useId, useState } from 'react';
import { Button, Field, Select, Switch } from '@fluentui/react-components';
import { limits } from '#contracts/core/limits.ts';
import type { DayChanges } from '../../parts/days/dayChanges.ts';
import { DateField } from '../../ui/forms/DateField.tsx';
import { useToday } from '../../ui/text/reader.ts';
import { useWords } from '../../ui/text/words.ts';
import { datesIn, daysOf, presets } from './ranges.ts';
import css from './VacationTab.module.css';

/** Adds many days at once: a preset, or a range with a first and a last day. */
export const VacationRange = ({ vacation }: { readonly vacation: DayChanges }) => {
  const words = useWords();
  const today = useToday();
  const faultId = useId();
  const [days, setDays] = useState(() => daysOf('nextWeek', today));
  const [withWeekends, setWithWeekends] = useState(false);
  const named = presets.find((preset) => {
    const { from, to } = daysOf(preset, today);
    return from === days.from && to === days.to;
  });
  const isBackwards = days.to < days.from;
  const dates = isBackwards ? [] : datesIn(days, withWeekends);
  const isTooLong = dates.length > limits.vacationDates;
  const fault = isBackwards
    ? words('range.backwards')
    : isTooLong
      ? words('range.tooLong', { days: limits.vacationDates })
      : null;
  const send = (isAdded: boolean): void => {
    if (fault === null) vacation.change(dates, isAdded);
  };
  return (
    <>
      <div className={css.range}>
        <Field label={words('vacationTab.preset')}>
          <Select
            value={named ?? ''}
            onChange={(_, { value }) => {
              const chosen = presets.find((preset) => preset === value);
              if (chosen !== undefined) setDays(daysOf(chosen, today));
            }}
          >
            <option value="" disabled={named !== undefined}>
              {words('vacationTab.ownRange')}
            </option>
            {presets.map((preset) => (
              <option key={preset} value={preset}>
                {words(`vacationTab.${preset}`)}
              </option>
            ))}
          </Select>
        </Field>
        <div className={css.field}>
          <span aria-hidden="true">{words('range.from')}</span>
          <DateField
            date={days.from}
            today={today}
            label={words('range.from')}
            onChange={(from) => {
              // A beginning after the end moves the end too, because the reader will want a later end.
              setDays({ from, to: days.to < from ? from : days.to });
            }}
          />
        </div>
        <div className={css.field}>
          <span aria-hidden="true">{words('range.to')}</span>
          <DateField
            date={days.to}
            today={today}
            label={words('range.to')}
            onChange={(to) => {
              setDays({ ...days, to });
            }}
          />
        </div>
        <Switch
          label={words('vacationTab.weekends')}
          checked={withWeekends}
          onChange={(_, { checked }) => {
            setWithWeekends(checked);
          }}
        />
        <Button
          appearance="primary"
          disabledFocusable={fault !== null}
          aria-describedby={fault === null ? undefined : faultId}
          onClick={() => {
            send(true);
          }}
        >
          {words('vacationTab.add', { count: dates.length })}
        </Button>
        <Button
          disabledFocusable={fault !== null}
          aria-describedby={fault === null ? undefined : faultId}
          onClick={() => {
            send(false);
          }}
        >
          {words('vacationTab.takeOut')}
        </Button>
        {fault !== null && (
          <p id={faultId} className={css.fault} role="alert">
            {fault}
          </p>
        )}
      </div>
    </>
  );
};
