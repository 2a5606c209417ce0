import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import type { SheetAddress } from './timesheetUrlFilters.ts';
import { mondayOf } from '../../ui/text/calculateAndFormatDates.ts';
import css from './Timesheet.module.css';

interface HeadProps {
  readonly address: SheetAddress;
  readonly today: LocalDate;
  readonly children?: ReactNode;
}

export const Title = () => (
  <h1 id="timesheet-title" className={css.title}>
    {useTranslate()('timesheet.title')}
  </h1>
);

export const TimesheetHead = ({ address, today, children }: HeadProps) => {
  const t = useTranslate();
  const isWeek = address.week !== undefined;
  const [only, ...others] = address.users;
  const toWeek = (): void => {
    const last = address.range === undefined || address.range.to > today ? today : address.range.to;
    // If the filter contains exactly one member, the button opens the week of that member.
    address.openWeek(mondayOf(last), others.length === 0 ? only : undefined);
  };
  const views = [
    { key: 'timesheet.list', isShown: !isWeek, show: address.openList },
    { key: 'timesheet.week', isShown: isWeek, show: toWeek },
  ] as const;
  return (
    <div className={css.head}>
      <Title />
      <div className={css.pair} role="group" aria-label={t('timesheet.views')}>
        {views.map(({ key, isShown, show }) => (
          <Button
            key={key}
            appearance={isShown ? 'primary' : 'outline'}
            aria-pressed={isShown}
            onClick={() => {
              if (!isShown) show();
            }}
          >
            {t(key)}
          </Button>
        ))}
      </div>
      <div className={css.actions}>{children}</div>
    </div>
  );
};
