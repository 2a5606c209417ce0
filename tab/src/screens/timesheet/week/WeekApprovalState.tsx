import { Suspense, lazy, useState } from 'react';
import { Badge, Button } from '@fluentui/react-components';
import type { WeekState as State } from '#contracts/timesheets/weekState.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useMoveWeek } from '../../../api/timesheets/timesheetQueriesAndMutations.ts';
import type { FullWeek, WeekMove } from '../../../api/timesheets/timesheetQueriesAndMutations.ts';
import { useNotices } from '../../../ui/dialogs/noticeQueue.ts';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { useLazyDialog } from '../../../ui/dialogs/useLazyDialog.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import type { WebKey, WebTranslate } from '../../../ui/text/translate.ts';
import css from '../Timesheet.module.css';
import { hoursText } from '../formatHoursAndWeekDates.ts';

const NoteDialog = lazy(() =>
  import('./ReturnWeekDialog.tsx').then((module) => ({ default: module.ReturnWeekDialog })),
);

interface WeekProps {
  readonly week: FullWeek;
  readonly isOwn: boolean;
}

const colours: Readonly<Record<State, 'informative' | 'brand' | 'success' | 'warning'>> = {
  ...{ OPEN: 'informative', SUBMITTED: 'brand', APPROVED: 'success', SENT_BACK: 'warning' },
};

const approverName = (name: string | null, t: WebTranslate): string => name ?? t('timesheet.admin');

const sentenceOf = ({ week, isOwn }: WeekProps, locale: string, t: WebTranslate): string => {
  const user = week.user === '' ? t('timesheet.formerMember') : week.user;
  const name = approverName(week.decidedBy, t);
  switch (week.state) {
    case 'OPEN':
      if (week.note !== null) return t('timesheet.reopenedBy', { name });
      return isOwn ? t('timesheet.ownOpen') : t('timesheet.otherOpen', { user });
    case 'SUBMITTED':
      if (isOwn) return t('timesheet.ownSubmitted');
      return t('timesheet.otherSubmitted', { user, hours: hoursText(week.totalHours, locale, t) });
    case 'APPROVED':
      return t('timesheet.approvedBy', { name });
    case 'SENT_BACK':
      return t('timesheet.sentBackBy', { name });
  }
};

const doneKeys: Readonly<Record<WeekMove['kind'], WebKey>> = {
  submit: 'timesheet.submitDone',
  approve: 'timesheet.approveDone',
  return: 'timesheet.returnDone',
  reopen: 'timesheet.reopenDone',
};

type NotedMove = 'return' | 'reopen';

interface ActionsProps {
  readonly week: WeekProps['week'];
  readonly isPending: boolean;
  readonly onMove: (move: WeekMove) => void;
  /** Called for a change of state that needs a note, so that the dialog for the note opens. */
  readonly onAsk: (move: NotedMove) => void;
}

const Actions = ({ week, isPending, onMove, onAsk }: ActionsProps) => {
  const t = useTranslate();
  const { can, version } = week;
  const buttons = [
    {
      key: 'timesheet.submitWeek',
      isShown: can.submit,
      run: () => {
        onMove({ kind: 'submit' });
      },
    },
    {
      key: 'timesheet.approveWeek',
      isShown: can.approve,
      run: () => {
        onMove({ kind: 'approve', version });
      },
    },
    {
      key: 'timesheet.sendBack',
      isShown: can.sendBack,
      run: () => {
        onAsk('return');
      },
    },
    {
      key: 'timesheet.reopenWeek',
      isShown: can.reopen,
      run: () => {
        onAsk('reopen');
      },
    },
  ] as const;
  return buttons
    .filter(({ isShown }) => isShown)
    .map(({ key, run }, index) => (
      <Button
        key={key}
        appearance={index === 0 && key !== 'timesheet.reopenWeek' ? 'primary' : 'secondary'}
        disabledFocusable={isPending}
        onClick={() => {
          if (!isPending) run();
        }}
      >
        {t(key)}
      </Button>
    ));
};

export const WeekApprovalState = ({ week, isOwn }: WeekProps) => {
  const t = useTranslate();
  const notices = useNotices();
  const { locale } = useReader();
  const [failure, setFailure] = useState<string | null>(null);
  const [asked, setAsked] = useState<NotedMove>('return');
  const { place, round, open, ...dialog } = useLazyDialog();
  const { mutateAsync, isPending } = useMoveWeek(week);
  const move = async (what: WeekMove): Promise<void> => {
    setFailure(null);
    try {
      await mutateAsync(what);
      dialog.close();
      notices.push('success', t(doneKeys[what.kind]));
    } catch (error) {
      setFailure(errorText(error, t));
    }
  };
  const ask = (what: NotedMove): void => {
    setFailure(null);
    setAsked(what);
    open();
  };
  return (
    <div ref={place} tabIndex={-1} className={css.state}>
      <Badge appearance="tint" color={colours[week.state]} className={css.badge}>
        {t(`timesheet.state${week.state}`)}
      </Badge>
      <div role="status" className={css.said}>
        {sentenceOf({ week, isOwn }, locale, t)}
        {week.note !== null && <div data-own-words>{week.note}</div>}
      </div>
      <Actions {...{ week, isPending }} onMove={(what) => void move(what)} onAsk={ask} />
      {failure !== null && !dialog.isOpen && (
        <p role="alert" className={css.failure}>
          {failure}
        </p>
      )}
      {round > 0 && (
        <Suspense>
          <NoteDialog
            key={round}
            {...dialog}
            kind={asked}
            user={week.user}
            isRunning={isPending}
            failure={failure}
            onSend={(note) => void move({ kind: asked, note })}
          />
        </Suspense>
      )}
    </div>
  );
};
