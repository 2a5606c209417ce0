import { Suspense, lazy, useCallback, useMemo, useState } from 'react';
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import type { AdaptiveCardJson } from '#contracts/meetings/answer.ts';
import type { LocalDate } from '#contracts/core/ids.ts';
import { limits } from '#contracts/core/limits.ts';
import { answerOf, useDraft, withValues } from '../../api/reports/answerDraft.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useAnswerCard, useSaveAnswer } from '../../api/client/commonQueries.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { Leaving, useModal } from '../../ui/dialogs/modalFocus.tsx';
import { shortDate } from '../../ui/text/formatDates.ts';
import { useMemberChoice } from '../../api/reports/memberChoiceQueries.ts';
import { choiceIn } from './memberChoice.ts';
import { useNotices } from '../../ui/dialogs/noticeQueue.ts';
import { useReader } from '../../ui/text/readerContext.ts';
import { Wait } from '../../ui/display/WaitSpinner.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './AnswerDialog.module.css';
import type { AnswerTarget } from './answerDialogTarget.ts';

const CardView = lazy(() =>
  import('../../ui/display/AdaptiveCardView.tsx').then((module) => ({ default: module.AdaptiveCardView })),
);

type CardState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly kind: 'ready'; readonly card: AdaptiveCardJson; readonly next: Next };

/** The run offered below the card, which the reader can answer ahead; null = none. */
type Next = { readonly date: LocalDate } | null;

interface Saved {
  readonly card: AdaptiveCardJson;
  readonly next: Next;
}

interface Opening {
  readonly edit: boolean;
  readonly round: number;
}

/** Returns the card to show: the card that the last save returned, or the loaded card if nothing was saved yet. */
const useCard = ({ meetingId, date }: AnswerTarget, opening: Opening, saved: Saved | undefined): CardState => {
  const { data, error, refetch } = useAnswerCard({ meetingId, date, ...opening });
  const draft = useDraft(meetingId, date);
  return useMemo((): CardState => {
    if (saved !== undefined) return { kind: 'ready', ...saved };
    if (data !== undefined) return { kind: 'ready', card: withValues(data.card, draft.read()), next: data.next };
    return error === null ? { kind: 'loading' } : { kind: 'failed', error, retry: () => void refetch() };
    // The draft is read only when a new card arrives. If it were a dependency, each key press would redraw the card.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [saved, data, error, refetch]);
};

interface AnswerDialogProps {
  readonly target: AnswerTarget;
  /** False closes the dialog. Keep the closed dialog mounted, so that the library makes the page behind it accessible again. */
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Called when the dialog has left the page, so that the page can move the focus to another element. */
  readonly onGone: () => void;
}

const useNamed = ({ meetingName, date }: AnswerTarget): { readonly meeting: string; readonly date: string } => ({
  meeting: meetingName,
  date: shortDate(date, useReader().locale),
});

interface AnsweringProps {
  readonly target: AnswerTarget;
  /** Called with the date of the next run when the reader presses the card's button for it. */
  readonly onNext: (date: LocalDate) => void;
}

const noticeOf = { SKIP: 'answer.skippedFor', SNOOZE: 'answer.snoozedFor' } as const;

interface FailureProps {
  readonly of: { readonly isError: boolean; readonly error: unknown };
  readonly text: 'answer.failed' | 'answer.choiceFailed';
}

const Failure = ({ of, text }: FailureProps) => {
  const t = useTranslate();
  if (!of.isError) return null;
  return (
    <p className={css.failure} role="alert">
      {t(text, { reason: errorText(of.error, t) })}
    </p>
  );
};

const Answering = ({ target, onNext }: AnsweringProps) => {
  const t = useTranslate();
  const notices = useNotices();
  const { meetingId, date } = target;
  const named = useNamed(target);
  const [opening, setOpening] = useState<Opening>({ edit: target.edit, round: 1 });
  const [saved, setSaved] = useState<Saved>();
  const draft = useDraft(meetingId, date);
  const state = useCard(target, opening, saved);
  const save = useSaveAnswer(({ card, next }) => {
    draft.drop();
    setSaved({ card, next });
    notices.push('success', t('answer.savedFor', named));
  });
  // The draft stays: the reader may still answer.
  const choose = useMemberChoice(({ card }, { kind }) => {
    setSaved({ card, next: null });
    notices.push('success', t(noticeOf[kind], named));
  });
  const isBusy = save.isPending || choose.isPending;
  const submit = (inputs: Readonly<Record<string, string>>): void => {
    if (isBusy) return;
    choose.reset();
    draft.write(inputs);
    save.mutate(answerOf({ meetingId, date }, inputs));
  };
  const reopen = (): void => {
    setSaved(undefined);
    setOpening({ edit: true, round: opening.round + 1 });
  };
  if (state.kind === 'loading') return <Wait />;
  if (state.kind === 'failed')
    return (
      <EmptyState role="alert" text={errorText(state.error, t)}>
        <Button onClick={state.retry}>{t('common.retry')}</Button>
      </EmptyState>
    );
  return (
    <Suspense fallback={<Wait />}>
      <CardView
        card={state.card}
        takesFocus
        textLimit={limits.answerLength}
        onInput={draft.write}
        onAction={({ verb, inputs, data }) => {
          const choice = choiceIn({ meetingId, date }, { verb, inputs, data });
          if (choice !== undefined && !isBusy) choose.mutate(choice);
          if (verb === 'edit') reopen();
          // This button requests the card of the next run. In chat the card arrives as a message; here it replaces the card in
          // the dialog.
          if (verb === 'answerRun' && state.next !== null) onNext(state.next.date);
          if (verb === 'submit' || verb === '') submit(inputs);
        }}
      />
      {isBusy && <Wait says="answer.saving" />}
      <Failure of={save} text="answer.failed" />
      <Failure of={choose} text="answer.choiceFailed" />
    </Suspense>
  );
};

/**
 * Lets the reader answer a run on the page that shows the report, with the same card as in chat. Closing the dialog keeps the
 * draft.
 */
export const AnswerDialog = ({ target, isOpen, onClose, onGone }: AnswerDialogProps) => {
  const t = useTranslate();
  const [next, setNext] = useState<LocalDate>();
  const gone = useCallback(() => {
    setNext(undefined);
    onGone();
  }, [onGone]);
  const opening = useModal(isOpen);
  const shown = next === undefined ? target : { ...target, date: next, edit: false };
  const named = useNamed(shown);
  return (
    <Dialog
      key={opening}
      open={isOpen}
      onOpenChange={(_, { open }) => {
        if (!open) onClose();
      }}
    >
      <DialogSurface className={css.surface}>
        <DialogBody>
          <DialogTitle className={css.title}>{t('answer.title', named)}</DialogTitle>
          <DialogContent>
            <Answering key={shown.date} target={shown} onNext={setNext} />
            <Leaving onGone={gone} />
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{t('common.close')}</Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
};
