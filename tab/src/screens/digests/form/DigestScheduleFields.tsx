import { Checkbox, Field, Input, Radio, RadioGroup, Select } from '@fluentui/react-components';
import { digestCadences } from '#contracts/digests/digestCadencesAndSections.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { TimezoneField } from '../../../parts/TimezoneField.tsx';
import { DateField } from '../../../ui/forms/DateField.tsx';
import { useReader, useToday } from '../../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { weekdayName, weekIn } from '../../../ui/text/weekdays.ts';
import { FaultNote } from './ContentFieldsAndFaultNote.tsx';
import type { FieldsProps } from './ContentFieldsAndFaultNote.tsx';
import { faultAt } from './digestFaults.ts';
import css from '../DigestsScreen.module.css';

const weekChoices = Array.from({ length: limits.sprintWeeks }, (_, index) => index + 1);

const Weekly = ({ form, change }: FieldsProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  return (
    <Field label={t('digests.weekday')}>
      <Select
        value={form.weekday}
        onChange={(_, { value }) => {
          change({ weekday: weekIn(locale).find((day) => day === value) ?? 'friday' });
        }}
      >
        {weekIn(locale).map((day) => (
          <option key={day} value={day}>
            {weekdayName(day, 'long', locale)}
          </option>
        ))}
      </Select>
    </Field>
  );
};

const Sprint = ({ form, change, fault }: FieldsProps) => {
  const t = useTranslate();
  const today = useToday();
  return (
    <>
      <Field label={t('digests.sprintWeeks')}>
        <Select
          value={String(form.sprintWeeks)}
          onChange={(_, { value }) => {
            change({ sprintWeeks: Number(value) });
          }}
        >
          {weekChoices.map((weeks) => (
            <option key={weeks} value={String(weeks)}>
              {weeks}
            </option>
          ))}
        </Select>
      </Field>
      <div>
        <span aria-hidden="true">{t('digests.sprintAnchor')}</span>
        <DateField
          label={t('digests.sprintAnchor')}
          date={form.sprintAnchor}
          today={today}
          onChange={(sprintAnchor) => {
            change({ sprintAnchor });
          }}
        />
        <FaultNote text={faultAt(fault, 'sprintAnchor')} />
      </div>
    </>
  );
};

const Cadence = ({ form, change }: FieldsProps) => {
  const t = useTranslate();
  return (
    <RadioGroup
      aria-label={t('digests.cadence')}
      value={form.cadence}
      onChange={(_, { value }) => {
        change({ cadence: digestCadences.find((cadence) => cadence === value) ?? 'WEEKLY' });
      }}
    >
      {digestCadences.map((cadence) => (
        <Radio key={cadence} value={cadence} label={t(`digests.cadence${cadence}`)} />
      ))}
    </RadioGroup>
  );
};

type PlaceProps = FieldsProps & { readonly isOrganisation: boolean };

/**
 * Options for days without a message. An organisation has no holidays, so its digests offer only the option about
 * working days.
 */
const DaysOff = ({ form, change, isOrganisation }: PlaceProps) => {
  const t = useTranslate();
  return (
    <div className={css.choices}>
      <Checkbox
        label={t('digests.workingDays')}
        checked={form.isWorkingDaysOnly}
        onChange={(_, { checked }) => {
          change({ isWorkingDaysOnly: checked === true });
        }}
      />
      {!isOrganisation && (
        <Checkbox
          label={t('digests.holidays')}
          checked={form.isHolidayAware}
          onChange={(_, { checked }) => {
            change({ isHolidayAware: checked === true });
          }}
        />
      )}
      <p className={css.note}>{t('digests.movedNote')}</p>
    </div>
  );
};

export const DigestScheduleFields = (props: PlaceProps) => {
  const t = useTranslate();
  const { form, change } = props;
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{t('digests.schedule')}</legend>
      <Cadence {...props} />
      {form.cadence === 'WEEKLY' && <Weekly {...props} />}
      {form.cadence === 'SPRINT' && <Sprint {...props} />}
      <Field label={t('digests.time')}>
        <Input
          type="time"
          value={form.time}
          onChange={(_, { value }) => {
            if (value !== '') change({ time: value });
          }}
        />
      </Field>
      <TimezoneField
        label={t('digests.timezone')}
        fault={null}
        chosen={form.timezone}
        onChoose={(timezone) => {
          if (timezone !== null) change({ timezone });
        }}
      />
      <DaysOff {...props} />
    </fieldset>
  );
};
