import { Suspense, lazy, useRef } from 'react';
import { Button } from '@fluentui/react-components';
import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import { errorText } from '../../api/client/errorText.ts';
import type { MeetingName } from '../../api/meetings/meetingNamesQuery.ts';
import { useUserDetails } from '../../api/client/userDetailsAndOrgPauseCheck.ts';
import { useStartRun } from '../../api/reports/reportQueriesAndMutations.ts';
import { dateIn, shortDate } from '../../ui/text/calculateAndFormatDates.ts';
import { usePassFocus } from '../../ui/dialogs/restoreFocusAndModalFixes.tsx';
import { useNotices } from '../../ui/dialogs/noticeQueue.ts';
import { useNow, useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { useLazyDialog } from '../../ui/dialogs/useLazyDialog.ts';
import { useTranslate } from '../../ui/text/translate.ts';

const ConfirmDialog = lazy(() =>
  import('../../ui/dialogs/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

export type Startable = Pick<MeetingName, 'id' | 'name' | 'isEnabled'> & {
  /** Member id of the report's creator, who may start its runs; undefined = unknown to this page. */
  readonly createdBy?: string | null;
  /**
   * Time zone of the report, in which the button names the run's date; undefined = unknown to this page, which then
   * uses the reader's zone.
   */
  readonly timezone?: string;
};

const useMayStart = ({ createdBy }: Startable): boolean => {
  const { data: me } = useUserDetails();
  if (me === undefined) return false;
  const isOwner = me.memberId !== null && me.memberId === createdBy;
  return hasPermission('meeting.start', { role: me.role, belongsToTeam: true, isOwner });
};

/**
 * Returns the state of the confirmation dialog and the function that starts the run. After the start, a notice names
 * the run's date.
 */
const useStart = ({ id, name }: Startable) => {
  const t = useTranslate();
  const { locale } = useReader();
  const notices = useNotices();
  const dialog = useLazyDialog();
  const { start, refresh } = useStartRun();
  const run = async (): Promise<void> => {
    const { date, isNew } = await start.mutateAsync(id);
    const key = isNew ? 'dashboard.started' : 'dashboard.startedBefore';
    notices.push('success', t(key, { meeting: name, date: shortDate(date, locale) }));
    dialog.close();
  };
  return {
    dialog,
    run: (): void => {
      // The dialog shows the error, so it is ignored here.
      run().catch(() => undefined);
    },
    isRunning: start.isPending,
    failure: start.error === null ? null : errorText(start.error, t),
    ask: (): void => {
      start.reset();
      dialog.open();
    },
    /**
     * Called when the dialog has left the page. Only then are the reports read again, because the new run replaces the
     * empty day together with this button and its dialog.
     */
    leave: (): void => {
      dialog.onGone();
      if (start.isSuccess) refresh();
    },
  };
};

const placeOf = (part: HTMLElement) => part.closest<HTMLElement>('[tabindex="-1"]');

interface StartNowProps {
  readonly meeting: Startable;
  /** True to show the report's name in the button. By default, only screen readers read the name. */
  readonly isNamed?: boolean;
}

/**
 * Shows a button that opens today's run of the report after a confirmation. Only readers who may start the run see it.
 */
export const StartRunButton = ({ meeting, isNamed = false }: StartNowProps) => {
  const t = useTranslate();
  const now = useNow();
  const { zone, locale } = useReader();
  const part = useRef<HTMLSpanElement>(null);
  const { dialog, ...start } = useStart(meeting);
  const mayStart = useMayStart(meeting);
  usePassFocus(part, mayStart, placeOf);
  if (!mayStart) return null;
  const date = shortDate(dateIn(now, meeting.timezone ?? zone), locale);
  const named = { meeting: meeting.name };
  return (
    <span ref={part}>
      <Button aria-label={t('dashboard.startFor', named)} onClick={start.ask}>
        {isNamed ? t('dashboard.startFor', named) : t('dashboard.startNow')}
      </Button>
      {dialog.round > 0 && (
        <Suspense>
          <ConfirmDialog
            isOpen={dialog.isOpen}
            question={t('dashboard.startQuestion', named)}
            confirm={t('dashboard.startYes')}
            isRunning={start.isRunning}
            failure={start.failure}
            onConfirm={start.run}
            onClose={dialog.close}
            onGone={start.leave}
          >
            {t('dashboard.startText', { date })}
          </ConfirmDialog>
        </Suspense>
      )}
    </span>
  );
};
