import { Suspense, lazy, useRef, useState } from 'react';
import { Button } from '@fluentui/react-components';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MeetingDetail } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { OpenRun } from '#contracts/meetings/effectOnOpenRun.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useOrgAllows } from '../../../api/client/userDetailsAndOrgPauseCheck.ts';
import {
  useCancelRun,
  useDeleteMeeting,
  useNextRun,
  useSetEnabled,
} from '../../../api/reports/reportQueriesAndMutations.ts';
import { useNavigate } from '../../../ui/router/routerHooks.ts';
import { dateIn, shortDate } from '../../../ui/text/calculateAndFormatDates.ts';
import { useFocusBack, usePassFocus } from '../../../ui/dialogs/restoreFocusAndModalFixes.tsx';
import { useNotices } from '../../../ui/dialogs/noticeQueue.ts';
import { useNow, useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { loadTexts } from '../../../ui/text/loadLazyTextsAndLanguage.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { useReportPermission } from './useReportPermission.ts';
import { openRunSentences } from './openRunSentences.ts';
import { useReportsPath } from './useReportPaths.ts';
import css from './ReportSettingsTab.module.css';

const ConfirmDialog = lazy(() =>
  import('../../../ui/dialogs/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

const SaveTemplatePart = lazy(async () => {
  const [module] = await Promise.all([import('./SaveReportAsTemplate.tsx'), loadTexts('saveTemplate')]);
  return { default: module.SaveTemplatePart };
});

type Ending = 'activate' | 'deactivate' | 'delete';

/** The action that the reader must confirm: on the report or on one of its runs. */
type Action = { readonly kind: Ending } | { readonly kind: 'cancelRun'; readonly run: CancellableRun };

interface PartProps {
  readonly action: Action;
  readonly onAsk: (action: Action) => void;
}

const placeOf = (part: HTMLElement) => part.closest<HTMLElement>('[tabindex="-1"]');

/**
 * Returns a function that returns the texts for an action: title, explanation, button and question. The texts about a
 * run contain the run's date.
 */
const useTexts = () => {
  const t = useTranslate();
  const { locale } = useReader();
  return (action: Action) => {
    if (action.kind !== 'cancelRun') {
      const { kind } = action;
      return {
        title: t(`ending.${kind}Title`),
        text: t(`ending.${kind}Text`),
        button: t(`ending.${kind}`),
        question: t(`ending.${kind}Question`),
        yes: t(`ending.${kind}Yes`),
        no: undefined,
      };
    }
    const { date, open } = action.run;
    const named = { date: shortDate(date, locale) };
    const { answered = 0, asked = 0 } = open ?? {};
    const text = open === undefined ? t('ending.cancelRunAhead') : t('ending.cancelRunOpen', { answered, asked });
    return {
      title: t('ending.cancelRun', named),
      text,
      button: t('ending.cancelRun', named),
      question: t('ending.cancelRunQuestion', named),
      yes: t('ending.cancelRunYes', named),
      no: t('ending.cancelRunKeep'),
    };
  };
};

const Part = ({ action, onAsk }: PartProps) => {
  const { title, text, button } = useTexts()(action);
  const part = useRef<HTMLElement>(null);
  usePassFocus(part, true, placeOf);
  return (
    <section ref={part} className={css.part}>
      <div className={css.words}>
        <h2 className={css.title}>{title}</h2>
        <p className={css.text}>{text}</p>
      </div>
      <Button
        onClick={() => {
          onAsk(action);
        }}
      >
        {button}
      </Button>
    </section>
  );
};

/**
 * Returns the function that runs the confirmed action and then shows a notice. Opens the list of reports, or calls
 * `onStay` after the cancellation of a run, because the report still exists.
 */
const useMeetingEnding = (meeting: MeetingDetail, onStay: () => void) => {
  const t = useTranslate();
  const { locale } = useReader();
  const notices = useNotices();
  const navigate = useNavigate();
  const reports = useReportsPath();
  const setEnabled = useSetEnabled();
  const remove = useDeleteMeeting();
  const cancel = useCancelRun();
  const { id: meetingId, name } = meeting;
  const run = async (action: Action): Promise<void> => {
    switch (action.kind) {
      case 'cancelRun': {
        const { date } = await cancel.mutateAsync({ meetingId, date: action.run.date });
        onStay();
        notices.push('success', t('ending.cancelRunDone', { name, date: shortDate(date, locale) }));
        return;
      }
      case 'activate':
        await setEnabled.mutateAsync({ meetingId, isEnabled: true });
        break;
      case 'deactivate':
        await setEnabled.mutateAsync({ meetingId, isEnabled: false });
        break;
      case 'delete':
        await remove.mutateAsync(meetingId);
        break;
    }
    notices.push('success', t(`ending.${action.kind}Done`, { name }));
    await navigate(reports);
  };
  return {
    run: (action: Action): void => {
      // The dialog shows the error, so the rejection is ignored here.
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

/** A run that can be cancelled. `open` is undefined if the run has not opened yet. */
interface CancellableRun {
  readonly date: LocalDate;
  readonly open: OpenRun | undefined;
}

/**
 * Returns the runs that can be cancelled: the open runs, oldest first, and the run that opens later today in the
 * report's time zone, if there is one.
 */
const useCancellable = (meeting: MeetingDetail): readonly CancellableRun[] => {
  const now = useNow();
  const next = useNextRun(meeting);
  const open = meeting.openRuns.toSorted((a, b) => a.date.localeCompare(b.date));
  const isAhead =
    next?.state === 'RUN' &&
    next.date === dateIn(now, meeting.timezone) &&
    open.every(({ date }) => date !== next.date);
  return [
    ...open.map((run) => ({ date: run.date, open: run })),
    ...(isAhead ? [{ date: next.date, open: undefined }] : []),
  ];
};

/**
 * Returns the open runs that the action affects. Empty for the cancellation of a run, because its dialog already
 * explains the effect.
 */
const concernedRuns = (action: Action, { openRuns }: MeetingDetail): readonly OpenRun[] =>
  action.kind === 'deactivate' || action.kind === 'delete' ? openRuns : [];

interface AskedProps {
  readonly meeting: MeetingDetail;
  readonly action: Action;
  readonly isOpen: boolean;
  readonly ending: ReturnType<typeof useMeetingEnding>;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

const Asked = ({ meeting, action, isOpen, ending, onClose, onGone }: AskedProps) => {
  const t = useTranslate();
  const now = useNow();
  const reader = useReader();
  const { question, text, yes, no } = useTexts()(action);
  const consequences = openRunSentences(concernedRuns(action, meeting), 'ended', now, { reader, t });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      question={question}
      confirm={yes}
      {...(no === undefined ? {} : { decline: no })}
      isRunning={ending.isRunning}
      failure={ending.error === null ? null : errorText(ending.error, t)}
      onConfirm={() => {
        ending.run(action);
      }}
      onClose={onClose}
      onGone={onGone}
    >
      <p>{text}</p>
      {consequences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </ConfirmDialog>
  );
};

export const ReportSettingsTab = ({ meeting }: { readonly meeting: MeetingDetail }) => {
  const [asked, setAsked] = useState<Action>();
  const [isOpen, setOpen] = useState(false);
  const { place, ...focus } = useFocusBack();
  const close = (): void => {
    setOpen(false);
  };
  const ending = useMeetingEnding(meeting, close);
  const runs = useCancellable(meeting);
  const may = useReportPermission(meeting);
  const maySaveNew = useOrgAllows('saveNew');
  const ask = (action: Action): void => {
    focus.remember();
    ending.reset();
    setAsked(action);
    setOpen(true);
  };
  return (
    <div ref={place} className={css.parts} tabIndex={-1}>
      {runs.map((run) => (
        <Part key={run.date} action={{ kind: 'cancelRun', run }} onAsk={ask} />
      ))}
      {may('template.save') && maySaveNew && (
        <Suspense>
          <SaveTemplatePart meeting={meeting} />
        </Suspense>
      )}
      <Part action={{ kind: meeting.isEnabled ? 'deactivate' : 'activate' }} onAsk={ask} />
      <Part action={{ kind: 'delete' }} onAsk={ask} />
      {asked !== undefined && (
        <Suspense>
          <Asked
            meeting={meeting}
            action={asked}
            isOpen={isOpen}
            ending={ending}
            onClose={close}
            onGone={focus.giveBack}
          />
        </Suspense>
      )}
    </div>
  );
};
