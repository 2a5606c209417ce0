import { Suspense, lazy } from 'react';
import { Button } from '@fluentui/react-components';
import { Copy20Regular } from '@fluentui/react-icons/svg/copy';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { useDayText, useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { useLazyDialog } from '../../../ui/dialogs/useLazyDialog.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import css from '../Timesheet.module.css';
import type { Copying } from './useCopyLastDayWithPreview.ts';
import { hoursOf, minutesOf } from '../week/weekSumsAndHourConversion.ts';
import { hoursNumber, hoursText } from '../formatHoursAndWeekDates.ts';

const ConfirmDialog = lazy(() =>
  import('../../../ui/dialogs/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

interface CopyDayProps {
  readonly copying: Copying;
  readonly date: LocalDate;
  /** Reason why the reader cannot copy now; undefined = the reader can. */
  readonly whyNot: string | undefined;
}

const sumOf = (tasks: readonly Task[]): number => tasks.reduce((sum, task) => sum + minutesOf(task), 0);

/** Shows the rows of the reader's last day with rows. After confirmation, copies them to another day. */
export const CopyDay = ({ copying, date, whyNot }: CopyDayProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const dayText = useDayText();
  const { place, round, open, ...dialog } = useLazyDialog();
  const { preview, isRunning } = copying;
  const loadPreview = async (): Promise<void> => {
    if (await copying.loadPreview(date)) open();
  };
  const copy = async (): Promise<void> => {
    await copying.copy(date);
    dialog.close();
  };
  return (
    <div ref={place} tabIndex={-1} className={css.place}>
      <Button
        icon={<Copy20Regular />}
        disabledFocusable={isRunning || whyNot !== undefined}
        title={whyNot}
        onClick={() => void (isRunning || whyNot !== undefined ? undefined : loadPreview())}
      >
        {t('timesheet.copyDay')}
      </Button>
      {round > 0 && preview !== null && (
        <Suspense>
          <ConfirmDialog
            key={round}
            {...dialog}
            question={t('timesheet.copyQuestion', {
              count: preview.items.length,
              from: dayText(preview.from),
            })}
            confirm={t('timesheet.copyYes')}
            isRunning={isRunning}
            onConfirm={() => void copy()}
            onClose={dialog.close}
          >
            <ul className={css.weeks}>
              {preview.items.map(({ id, task, totalHours }) => (
                <li key={id}>
                  <span>{task}</span>
                  <span className={css.hours}>{hoursText(totalHours, locale, t)}</span>
                </li>
              ))}
            </ul>
            <p>
              {t('timesheet.copySum', {
                hours: hoursNumber(hoursOf(sumOf(preview.items)), locale),
                day: hoursNumber(hoursOf(preview.dayMinutes), locale),
              })}
              {preview.dayMinutes > limits.dayMinutes && <strong> {t('timesheet.copyLong')}</strong>}
            </p>
          </ConfirmDialog>
        </Suspense>
      )}
    </div>
  );
};

/**
 * Reports the rows that were copied last, and offers to delete them again. The notice stays until the reader uses or
 * closes it.
 */
export const Copied = ({ copying: { copied, isRunning, undo, dismiss } }: { readonly copying: Copying }) => {
  const t = useTranslate();
  const dayText = useDayText();
  if (copied === null) return null;
  return (
    <div className={css.notice} role="status">
      <span className={css.said}>
        {t('timesheet.copied', { count: copied.items.length, from: dayText(copied.from) })}
      </span>
      <Button size="small" disabledFocusable={isRunning} onClick={undo}>
        {t('timesheet.undo')}
      </Button>
      <Button size="small" onClick={dismiss}>
        {t('common.close')}
      </Button>
    </div>
  );
};
