import { Button } from '@fluentui/react-components';
import { ChevronLeft20Regular } from '@fluentui/react-icons/svg/chevron-left';
import { ChevronRight20Regular } from '@fluentui/react-icons/svg/chevron-right';
import { DateField } from '../../ui/forms/DateField.tsx';
import { addDays } from '../../ui/text/calculateAndFormatDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import type { DateFilter } from './dateInUrl.ts';
import css from './DayNavigation.module.css';

export const DayNavigation = ({ filter: { date, today, setDate } }: { readonly filter: DateFilter }) => {
  const t = useTranslate();
  return (
    <div className={css.days}>
      <Button
        appearance="subtle"
        icon={<ChevronLeft20Regular data-mirrored />}
        aria-label={t('dashboard.previousDay')}
        title={t('dashboard.previousDay')}
        onClick={() => {
          setDate(addDays(date, -1));
        }}
      />
      <DateField date={date} today={today} label={t('dashboard.pickDate')} onChange={setDate} />
      <Button
        appearance="subtle"
        icon={<ChevronRight20Regular data-mirrored />}
        aria-label={t('dashboard.nextDay')}
        title={t('dashboard.nextDay')}
        onClick={() => {
          setDate(addDays(date, 1));
        }}
      />
      <Button
        appearance="subtle"
        className={css.today ?? ''}
        disabledFocusable={date === today}
        onClick={() => {
          setDate(today);
        }}
      >
        {t('dashboard.today')}
      </Button>
    </div>
  );
};
