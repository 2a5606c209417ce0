import { Suspense, lazy, useState } from 'react';
import { Badge, Button } from '@fluentui/react-components';
import type { WeekState as State } from '#contracts/timesheets/timesheet.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useMoveWeek } from '../../../api/timesheets/timesheet.ts';
import type { FullWeek, WeekMove } from '../../../api/timesheets/timesheet.ts';
import { useNotices } from '../../../ui/dialogs/notices.ts';
import { useReader } from '../../../ui/text/reader.ts';
import { useDialog } from '../../../ui/dialogs/useDialog.ts';
import { useWords } from '../../../ui/text/words.ts';
import type { WebKey, WebWords } from '../../../ui/text/words.ts';
import css from '../Timesheet.module.css';
import { hoursText } from '../sheetText.ts';

const NoteDialog = lazy(() => import('./NoteDialog.tsx').then((it) => ({ default: it.NoteDialog })));

interface WeekProps {
  readonly week: FullWeek;
  readonly isOwn: boolean;
}

const colours: Readonly<Record<State, 'informative' | 'brand' | 'success' | 'warning'>> = {
  ...{ OPEN: 'informative', SUBMITTED: 'brand', APPROVED: 'success', SENT_BACK: 'warning' },
};

const somebody = (name: string | null, words: WebWords): string => name ?? words('timesheet.admin');

/** Returns a sentence about the state of the week. */
const sentenceOf = ({ week, isOwn }: WeekProps, locale: string, words: WebWords): string => {
  const user = week.user === '' ? words('timesheet.formerMember') : week.user;
  const name = somebody(week.decidedBy, words);
  switch (week.state) {
    case 'OPEN':
      if (week.note !== null) return words('timesheet.reopenedBy', { name });
      return isOwn ? words('timesheet.ownOpen') : words('timesheet.otherOpen', { user });
    case 'SUBMITTED':
      if (isOwn) return words('timesheet.ownSubmitted');
      return words('timesheet.otherSubmitted', { user, hours: hoursText(week.totalHours, locale, words) });
    case 'APPROVED':
      return words('timesheet.approvedBy', { name });
    case 'SENT_BACK':
      return words('timesheet.sentBackBy', { name });
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
  /** A move that needs a note. */
  readonly onAsk: (move: NotedMove) => void;
}

const Actions = ({ week, isPending, onMove, onAsk }: ActionsProps) => {
  const words = useWords();
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
        {words(key)}
      </Button>
    ));
};

/** Shows the state of a week and the reader's actions on it. */
export const WeekState = ({ week, isOwn }: WeekProps) => {
  const words = useWords();
  const notices = useNotices();
  const { locale } = useReader();
  const [failure, setFailure] = useState<string | null>(null);
  const [asked, setAsked] = useState<NotedMove>('return');
  const { place, round, open, ...dialog } = useDialog();
  const { mutateAsync, isPending } = useMoveWeek(week);
  const move = async (what: WeekMove): Promise<void> => {
    setFailure(null);
    try {
      await mutateAsync(what);
      dialog.close();
      notices.push('success', words(doneKeys[what.kind]));
    } catch (error) {
      setFailure(errorText(error, words));
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
        {words(`timesheet.state${week.state}`)}
      </Badge>
      <div role="status" className={css.said}>
        {sentenceOf({ week, isOwn }, locale, words)}
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
