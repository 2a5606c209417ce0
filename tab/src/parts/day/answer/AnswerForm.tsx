import { Suspense, lazy, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '@fluentui/react-components';
import type { AdaptiveCardJson } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import {
  answerOf,
  cardValuesOf,
  isAnswerForm,
  withColleagues,
  withValues,
} from '../../../api/answers/fillCardAndReadAnswer.ts';
import type { CardValues } from '../../../api/answers/fillCardAndReadAnswer.ts';
import { filledInputs } from '../../../api/answers/chooseBetweenAnswerDrafts.ts';
import { useSyncedDraft } from '../../../api/answers/useSyncedAnswerDraft.ts';
import type { SyncedDraft } from '../../../api/answers/useSyncedAnswerDraft.ts';
import { useSkipOrSnooze } from '../../../api/answers/useSkipOrSnooze.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useAnswerCard, useSaveAnswer } from '../../../api/answers/answerCardQueryAndSave.ts';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { useNotices } from '../../../ui/dialogs/noticeQueue.ts';
import { WaitSpinner } from '../../../ui/display/WaitSpinner.tsx';
import { useTranslate } from '../../../ui/text/translate.ts';
import type { AnswerTarget } from '../answerDialogTarget.ts';
import { skipOrSnoozeOfButton } from '../skipOrSnoozeOfButton.ts';
import css from './AnswerForm.module.css';
import { DraftConflict, DraftStatus } from './DraftNotices.tsx';
import { PlanDurations } from './PlanDurations.tsx';
import { useRunNameAndDate } from './useRunNameAndDate.ts';

const CardView = lazy(() =>
  import('../../../ui/display/AdaptiveCardView.tsx').then((module) => ({ default: module.AdaptiveCardView })),
);

type CardState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void }
  | {
      readonly kind: 'ready';
      readonly card: AdaptiveCardJson;
      readonly next: Next;
      /** Id of the question whose answer lists tasks, one a line; null = the card has no such question. */
      readonly planQuestion: string | null;
    };

/** The next run of the meeting, if the reader can answer it ahead; null = none. */
type Next = { readonly date: LocalDate } | null;

interface Saved {
  readonly card: AdaptiveCardJson;
  readonly next: Next;
}

interface Opening {
  readonly edit: boolean;
  /** True after the reader has pressed "Same as last time": the card then contains the previous answers. */
  readonly fill: boolean;
  readonly round: number;
}

interface Shown {
  readonly opening: Opening;
  readonly saved: Saved | undefined;
  readonly draft: SyncedDraft;
}

/** Returns the card to show: the card that the last save returned, else the loaded card. */
const useCard = ({ meetingId, date }: AnswerTarget, { opening, saved, draft }: Shown): CardState => {
  const { data, error, refetch } = useAnswerCard({ meetingId, date, ...opening });
  const state = useMemo((): CardState => {
    if (saved !== undefined) return { kind: 'ready', ...saved, planQuestion: null };
    if (data !== undefined)
      return {
        kind: 'ready',
        card: withValues(withColleagues(data.card, data.colleagues ?? []), draft.valuesFor(data)),
        next: data.next,
        planQuestion: data.planQuestion ?? null,
      };
    return error === null ? { kind: 'loading' } : { kind: 'failed', error, retry: () => void refetch() };
    // oxlint-disable-next-line react/exhaustive-deps -- `draft` changes with each key press, which must not redraw the card
  }, [saved, data, error, refetch]);
  useEffect(() => {
    // The card of a skipped run never contains a draft, even if the server stores one. Comparing this browser's draft
    // with such a card would show a false conflict.
    if (data !== undefined && data.state !== 'SKIPPED') draft.begin(data);
    // oxlint-disable-next-line react/exhaustive-deps -- `begin` runs once for each loaded card; `draft` changes with each key press
  }, [data]);
  return state;
};

interface AnswerFormProps {
  readonly target: AnswerTarget;
  /** Called with the date of the next run when the reader presses the card's button that answers it. */
  readonly onNext: (date: LocalDate) => void;
}

const noticeOf = { SKIP: 'answer.skippedFor', SNOOZE: 'answer.snoozedFor' } as const;

const useAnswering = (target: AnswerTarget) => {
  const t = useTranslate();
  const notices = useNotices();
  const { meetingId, date } = target;
  const named = useRunNameAndDate(target);
  const [opening, setOpening] = useState<Opening>({ edit: target.edit, fill: false, round: 1 });
  const [saved, setSaved] = useState<Saved>();
  const draft = useSyncedDraft({ meetingId, date });
  const state = useCard(target, { opening, saved, draft });
  const save = useSaveAnswer(({ card, next }) => {
    draft.drop();
    setSaved({ card, next });
    notices.push('success', t('answer.savedFor', named));
  });
  // Keeps the draft after a skip or a snooze, because the reader may still answer.
  const choose = useSkipOrSnooze(({ card }, { kind }) => {
    setSaved({ card, next: null });
    notices.push('success', t(noticeOf[kind], named));
  });
  const isBusy = save.isPending || choose.isPending;
  // True while the draft is saved before the answer is sent. `isBusy` is still false then, so without this flag a
  // double click would send the answer twice.
  const isFlushing = useRef(false);
  const load = (change: Partial<Opening>): void => {
    setSaved(undefined);
    setOpening({ ...opening, fill: false, ...change, round: opening.round + 1 });
  };
  const submit = async (inputs: CardValues): Promise<void> => {
    if (isBusy || isFlushing.current) return;
    choose.reset();
    save.reset();
    draft.write(inputs);
    isFlushing.current = true;
    const isCurrent = await draft.flush().finally(() => {
      isFlushing.current = false;
    });
    // `isCurrent` is false if another device has saved a newer draft. The reader must first choose between the two, so
    // the answer is not sent.
    if (isCurrent) save.mutate(answerOf({ meetingId, date }, inputs));
  };
  const fill = async (inputs: CardValues): Promise<void> => {
    draft.write(filledInputs(inputs));
    if (await draft.flush()) load({ fill: true });
  };
  const takeTheirs = (): void => {
    draft.drop();
    load({});
  };
  return { state, draft, save, choose, isBusy, load, submit, fill, takeTheirs };
};

/** The values of the inputs that the reader has changed, and the card to which they belong. */
interface Typed {
  readonly card: AdaptiveCardJson;
  readonly inputs: CardValues;
}

const inputsIn = (card: AdaptiveCardJson, typed: Typed | undefined): CardValues =>
  typed?.card === card ? typed.inputs : cardValuesOf(card);

interface FailureProps {
  readonly of: { readonly isError: boolean; readonly error: unknown };
  readonly text: 'answer.failed' | 'answer.choiceFailed';
}

/** Scrolls the reason into view, because the pressed button may be at the edge of a small dialog. */
const showFailure = (element: HTMLElement | null): void => {
  element?.scrollIntoView({ block: 'nearest' });
};

const Failure = ({ of, text }: FailureProps) => {
  const t = useTranslate();
  if (!of.isError) return null;
  return (
    <p className={css.failure} role="alert" ref={showFailure}>
      {t(text, { reason: errorText(of.error, t) })}
    </p>
  );
};

/** Shows the card of one run. Saves the text that the reader types as a draft. */
export const AnswerForm = ({ target, onNext }: AnswerFormProps) => {
  const t = useTranslate();
  const { state, draft, save, choose, isBusy, load, submit, fill, takeTheirs } = useAnswering(target);
  const [typed, setTyped] = useState<Typed>();
  if (state.kind === 'loading') return <WaitSpinner />;
  if (state.kind === 'failed')
    return (
      <EmptyState role="alert" text={errorText(state.error, t)}>
        <Button onClick={state.retry}>{t('common.retry')}</Button>
      </EmptyState>
    );
  const isForm = isAnswerForm(state.card);
  return (
    <Suspense fallback={<WaitSpinner />}>
      <div className={css.conflict}>
        <DraftConflict state={draft.state} onMine={draft.keepMine} onTheirs={takeTheirs} />
      </div>
      <CardView
        card={state.card}
        takesFocus
        textLimit={isForm ? limits.answerLength : limits.skipReasonLength}
        onInput={(inputs) => {
          if (isForm) draft.write(inputs);
          setTyped({ card: state.card, inputs });
        }}
        onAction={({ verb, inputs, data }) => {
          const { meetingId, date } = target;
          const choice = skipOrSnoozeOfButton({ meetingId, date }, { verb, inputs, data });
          if (choice !== undefined && !isBusy) {
            save.reset();
            choose.mutate(choice);
          }
          if (verb === 'edit') load({ edit: true });
          if (verb === 'sameAsLast') void fill(inputs);
          // The card's button for the next run. In chat, the card of the next run arrives as a message; on the web, it
          // replaces the card in the dialog.
          if (verb === 'answerRun' && state.next !== null) onNext(state.next.date);
          if (isForm && (verb === 'submit' || verb === '')) void submit(inputs);
        }}
      />
      {state.planQuestion !== null && (
        <PlanDurations plan={inputsIn(state.card, typed)[`q:${state.planQuestion}`] ?? ''} />
      )}
      {isForm && <DraftStatus state={draft.state} />}
      {isBusy && <WaitSpinner label="answer.saving" />}
      <Failure of={save} text="answer.failed" />
      <Failure of={choose} text="answer.choiceFailed" />
    </Suspense>
  );
};
