import { Suspense, lazy, useRef, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { useNavigate } from 'react-router-dom';
import type { MeetingDetail } from '#contracts/meeting.ts';
import { errorText } from '../../../api/errorText.ts';
import { useCancelToday, useDeleteMeeting, useNextRun, useSetEnabled } from '../../../api/reports.ts';
import { dateIn } from '../../../ui/dates.ts';
import { useFocusBack, usePassFocus } from '../../../ui/modal.tsx';
import { useNotices } from '../../../ui/notices.ts';
import { useNow, useReader } from '../../../ui/reader.ts';
import { useWords } from '../../../ui/words.ts';
import { runSentences } from './openRuns.ts';
import { useReportsPath } from './paths.ts';
import css from './SettingsTab.module.css';

const ConfirmDialog = lazy(() => import('../../../ui/ConfirmDialog.tsx').then((it) => ({ default: it.ConfirmDialog })));

type Action = 'cancelToday' | 'activate' | 'deactivate' | 'delete';

interface PartProps {
  readonly action: Action;
  readonly onAsk: (action: Action) => void;
}

const placeOf = (part: HTMLElement) => part.closest<HTMLElement>('[tabindex="-1"]');

const Part = ({ action, onAsk }: PartProps) => {
  const words = useWords();
  const part = useRef<HTMLElement>(null);
  usePassFocus(part, true, placeOf);
  return (
    <section ref={part} className={css.part}>
      <div className={css.words}>
        <h2 className={css.title}>{words(`ending.${action}Title`)}</h2>
        <p className={css.text}>{words(`ending.${action}Text`)}</p>
      </div>
      <Button
        onClick={() => {
          onAsk(action);
        }}
      >
        {words(`ending.${action}`)}
      </Button>
    </section>
  );
};

/** Does what was confirmed, says so, and leaves the page; a run called off leaves its reader there. */
const useEnding = (meeting: MeetingDetail, onStay: () => void) => {
  const words = useWords();
  const notices = useNotices();
  const navigate = useNavigate();
  const reports = useReportsPath();
  const setEnabled = useSetEnabled();
  const remove = useDeleteMeeting();
  const cancel = useCancelToday();
  const cancelRun = async (): Promise<void> => {
    const { isCancelled } = await cancel.mutateAsync(meeting.id);
    onStay();
    const { name } = meeting;
    if (isCancelled) notices.push('success', words('ending.cancelTodayDone', { name }));
    else notices.push('failure', words('ending.cancelTodayNone', { name }));
  };
  const run = async (action: Action): Promise<void> => {
    switch (action) {
      case 'cancelToday':
        await cancelRun();
        return;
      case 'activate':
        await setEnabled.mutateAsync({ meetingId: meeting.id, isEnabled: true });
        break;
      case 'deactivate':
        await setEnabled.mutateAsync({ meetingId: meeting.id, isEnabled: false });
        break;
      case 'delete':
        await remove.mutateAsync(meeting.id);
        break;
    }
    notices.push('success', words(`ending.${action}Done`, { name: meeting.name }));
    await navigate(reports);
  };
  return {
    run: (action: Action): void => {
      // What was refused stands in the dialog.
      run(action).catch(() => undefined);
    },
    isRunning: setEnabled.isPending || remove.isPending || cancel.isPending,
    error: setEnabled.error ?? remove.error ?? cancel.error,
    reset: () => {
      setEnabled.reset();
      remove.reset();
      cancel.reset();
    },
  };
};

/** Pausing the report, and its end. */
export const SettingsTab = ({ meeting }: { readonly meeting: MeetingDetail }) => {
  const words = useWords();
  const now = useNow();
  const reader = useReader();
  const [asked, setAsked] = useState<Action>();
  const [isOpen, setOpen] = useState(false);
  const { place, ...focus } = useFocusBack();
  const ending = useEnding(meeting, () => {
    setOpen(false);
  });
  const next = useNextRun(meeting);
  // By the meeting's own clock.
  const isNextToday = next?.state === 'RUN' && next.date === dateIn(now, meeting.timezone);
  const hasRunToday = meeting.openRuns.length > 0 || isNextToday;
  const ask = (action: Action): void => {
    focus.remember();
    ending.reset();
    setAsked(action);
    setOpen(true);
  };
  const consequences = asked === 'activate' ? [] : runSentences(meeting.openRuns, 'ended', now, reader, words);
  return (
    <div ref={place} className={css.parts} tabIndex={-1}>
      {hasRunToday && <Part action="cancelToday" onAsk={ask} />}
      <Part action={meeting.isEnabled ? 'deactivate' : 'activate'} onAsk={ask} />
      <Part action="delete" onAsk={ask} />
      {asked !== undefined && (
        <Suspense>
          <ConfirmDialog
            isOpen={isOpen}
            question={words(`ending.${asked}Question`)}
            confirm={words(`ending.${asked}Yes`)}
            isRunning={ending.isRunning}
            failure={ending.error === null ? null : errorText(ending.error, words)}
            onConfirm={() => {
              ending.run(asked);
            }}
            onClose={() => {
              setOpen(false);
            }}
            onGone={focus.giveBack}
          >
            <p>{words(`ending.${asked}Text`)}</p>
            {consequences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </ConfirmDialog>
        </Suspense>
      )}
    </div>
  );
};
