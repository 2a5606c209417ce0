import { Suspense, lazy } from 'react';
import { Button, Link } from '@fluentui/react-components';
import { ChevronDown20Regular } from '@fluentui/react-icons/svg/chevron-down';
import { ChevronRight20Regular } from '@fluentui/react-icons/svg/chevron-right';
import { useWaitingWeeks } from '../../../api/timesheets/timesheetQueriesAndMutations.ts';
import type { WaitingWeeks } from '../../../api/timesheets/timesheetQueriesAndMutations.ts';
import type { DateReader } from '../../../ui/text/calculateAndFormatDates.ts';
import { useDateReader, useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { useLazyDialog } from '../../../ui/dialogs/useLazyDialog.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import type { WebTranslate } from '../../../ui/text/translate.ts';
import type { SheetAddress } from '../timesheetUrlFilters.ts';
import css from '../Timesheet.module.css';
import { useApproveAllWeeks } from './useApproveAllWeeks.ts';
import { hoursText, weekDates } from '../formatHoursAndWeekDates.ts';

const ConfirmDialog = lazy(() =>
  import('../../../ui/dialogs/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

interface WaitingProps {
  readonly teamId: string;
  readonly address: SheetAddress;
  readonly isApprover: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Returns the weeks sorted by their Monday, oldest first, and then by the name of their owner. */
const inOrder = (weeks: WaitingWeeks, locale: string): WaitingWeeks => {
  const { compare } = new Intl.Collator(locale);
  return weeks.toSorted((week, other) => week.monday.localeCompare(other.monday) || compare(week.user, other.user));
};

const nameOf = ({ user, monday }: WaitingWeeks[number], reader: DateReader, t: WebTranslate): string =>
  t('timesheet.waitingWeek', {
    user: user === '' ? t('timesheet.formerMember') : user,
    dates: weekDates(monday, reader),
  });

interface ListProps extends Pick<WaitingProps, 'address'> {
  readonly weeks: WaitingWeeks;
}

const WeekList = ({ weeks, address }: ListProps) => {
  const t = useTranslate();
  const reader = useDateReader();
  return (
    <ul className={css.weeks}>
      {weeks.map((week) => {
        const { memberId, monday, totalHours } = week;
        const isHere = address.week === monday && address.member === memberId;
        return (
          <li key={`${memberId} ${monday}`}>
            <Link
              as="button"
              aria-current={isHere ? 'true' : undefined}
              onClick={() => {
                address.openWeek(monday, memberId);
              }}
            >
              {nameOf(week, reader, t)}
            </Link>
            <span className={css.hours}>{hoursText(totalHours, reader.locale, t)}</span>
          </li>
        );
      })}
    </ul>
  );
};

const ApproveAll = ({ weeks }: Pick<ListProps, 'weeks'>) => {
  const t = useTranslate();
  const reader = useDateReader();
  const { place, round, open, ...dialog } = useLazyDialog();
  const { isRunning, refusals, approve } = useApproveAllWeeks();
  const confirm = async (): Promise<void> => {
    await approve(weeks);
    dialog.close();
  };
  return (
    <div ref={place} tabIndex={-1} className={css.place}>
      <Button disabledFocusable={isRunning} onClick={open}>
        {t('timesheet.approveAll')}
      </Button>
      {refusals.map(({ week, reason }) => (
        <p key={`${week.memberId} ${week.monday}`} role="alert" className={css.failure}>
          {t('timesheet.approveFailed', { week: nameOf(week, reader, t), reason })}
        </p>
      ))}
      {round > 0 && (
        <Suspense>
          <ConfirmDialog
            key={round}
            {...dialog}
            question={t('timesheet.approveAllQuestion', { count: weeks.length })}
            confirm={t('timesheet.approveAllYes')}
            isRunning={isRunning}
            onConfirm={() => void confirm()}
            onClose={dialog.close}
          />
        </Suspense>
      )}
    </div>
  );
};

/** Shows in one line how many weeks wait for the reader's approval. The reader can unfold the list of these weeks. */
export const WaitingWeeksList = ({ teamId, address, isApprover, isOpen, onToggle }: WaitingProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const weeks = inOrder(useWaitingWeeks(teamId, isApprover), locale);
  if (weeks.length === 0) return null;
  return (
    <section className={css.waiting} aria-labelledby="timesheet-waiting">
      <h2 id="timesheet-waiting" className={css.sectionTitle}>
        <Button
          appearance="transparent"
          icon={isOpen ? <ChevronDown20Regular /> : <ChevronRight20Regular data-mirrored />}
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          {t('timesheet.waiting', { count: weeks.length })}
        </Button>
      </h2>
      {isOpen && (
        <>
          <WeekList weeks={weeks} address={address} />
          <ApproveAll weeks={weeks} />
        </>
      )}
    </section>
  );
};
