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
import type { AdaptiveCardJson } from '#contracts/answer.ts';
import type { LocalDate } from '#contracts/ids.ts';
import { answerOf, useDraft, withValues } from '../../api/answer.ts';
import { errorText } from '../../api/errorText.ts';
import { useAnswerCard, useSaveAnswer } from '../../api/queries.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Leaving, useModal } from '../../ui/modal.tsx';
import { useNotices } from '../../ui/notices.ts';
import { Wait } from '../../ui/Wait.tsx';
import { useWords } from '../../ui/words.ts';
import css from './AnswerDialog.module.css';
import type { AnswerTarget } from './answerTarget.ts';

const CardView = lazy(() => import('../../ui/CardView.tsx').then((it) => ({ default: it.CardView })));

type CardState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly kind: 'ready'; readonly card: AdaptiveCardJson; readonly next: Next };

/** The run that can be answered ahead, beside the one the card is about. */
type Next = { readonly date: LocalDate } | null;

interface Saved {
  readonly card: AdaptiveCardJson;
  readonly next: Next;
}

interface Opening {
  readonly edit: boolean;
  readonly round: number;
}

/** The card to show: the one just returned for an answer, else the one fetched. */
const useCard = ({ meetingId, date }: AnswerTarget, opening: Opening, saved: Saved | undefined): CardState => {
  const { data, error, refetch } = useAnswerCard({ meetingId, date, ...opening });
  const draft = useDraft(meetingId, date);
  return useMemo((): CardState => {
    if (saved !== undefined) return { kind: 'ready', ...saved };
    if (data !== undefined) return { kind: 'ready', card: withValues(data.card, draft.read()), next: data.next };
    return error === null ? { kind: 'loading' } : { kind: 'failed', error, retry: () => void refetch() };
    // The draft is what was typed before this card came; reading it again would redraw the card at every key.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [saved, data, error, refetch]);
};

interface AnswerDialogProps {
  readonly target: AnswerTarget;
  /** Closing is a change of this, not of the element: the page behind must be told that it is no longer covered. */
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The dialog is off the page: whoever uses the keyboard needs a place to go on from. */
  readonly onGone: () => void;
}

interface AnsweringProps {
  readonly target: AnswerTarget;
  /** The card's own button asks for the next run's. */
  readonly onNext: (date: LocalDate) => void;
}

const Answering = ({ target, onNext }: AnsweringProps) => {
  const words = useWords();
  const notices = useNotices();
  const { meetingId, date } = target;
  const [opening, setOpening] = useState<Opening>({ edit: target.edit, round: 1 });
  const [saved, setSaved] = useState<Saved>();
  const draft = useDraft(meetingId, date);
  const state = useCard(target, opening, saved);
  const save = useSaveAnswer(({ card, next }) => {
    draft.drop();
    setSaved({ card, next });
    notices.push('success', words('answer.saved'));
  });
  const submit = (inputs: Readonly<Record<string, string>>): void => {
    if (save.isPending) return;
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
      <EmptyState role="alert" text={errorText(state.error, words)}>
        <Button onClick={state.retry}>{words('common.retry')}</Button>
      </EmptyState>
    );
  return (
    <Suspense fallback={<Wait />}>
      <CardView
        card={state.card}
        takesFocus
        onInput={draft.write}
        onAction={({ verb, inputs }) => {
          if (verb === 'edit') reopen();
          // What is a command in chat is a card of this dialog here.
          if (verb === 'command' && state.next !== null) onNext(state.next.date);
          if (verb === 'submit' || verb === '') submit(inputs);
        }}
      />
      {save.isPending && <Wait says="answer.saving" />}
      {save.isError && (
        <p className={css.failure} role="alert">
          {words('answer.failed', { reason: errorText(save.error, words) })}
        </p>
      )}
    </Suspense>
  );
};

/** Answering where the report is read: the same card as in chat. Closing keeps what was typed for the next time. */
export const AnswerDialog = ({ target, isOpen, onClose, onGone }: AnswerDialogProps) => {
  const words = useWords();
  const [next, setNext] = useState<LocalDate>();
  const gone = useCallback(() => {
    setNext(undefined);
    onGone();
  }, [onGone]);
  const opening = useModal(isOpen);
  const shown = next === undefined ? target : { ...target, date: next, edit: false };
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
          <DialogTitle className={css.title}>{target.meetingName}</DialogTitle>
          <DialogContent>
            <Answering key={shown.date} target={shown} onNext={setNext} />
            <Leaving onGone={gone} />
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{words('common.close')}</Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
};
