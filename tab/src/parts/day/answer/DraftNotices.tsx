import { lazy, Suspense } from 'react';
import type { AnswerDraft } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { DraftState } from '../../../api/answers/useSyncedAnswerDraft.ts';
import { timeOf } from '../../../ui/text/calculateAndFormatDates.ts';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import css from './AnswerForm.module.css';

const SaveConflictNote = lazy(() =>
  import('../../../ui/forms/SaveConflictNote.tsx').then((module) => ({ default: module.SaveConflictNote })),
);

interface DraftConflictProps {
  readonly state: DraftState;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}

const textsOf = (draft: AnswerDraft | null): readonly string[] =>
  Object.values(draft?.values ?? {}).filter((text) => text.trim() !== '');

/** Lets the reader choose between the text of this device and the text that another device has saved. */
export const DraftConflict = ({ state, onMine, onTheirs }: DraftConflictProps) => {
  const t = useTranslate();
  const { locale, zone } = useReader();
  if (state.kind !== 'conflict') return null;
  const { draft } = state;
  const title =
    draft === null
      ? t('answer.sentAlready')
      : t('answer.draftConflict', { time: timeOf(Date.parse(draft.savedAt), zone, locale) });
  return (
    <Suspense>
      <SaveConflictNote
        title={title}
        mine={t('answer.keepDraft')}
        theirs={t(draft === null ? 'answer.showSent' : 'answer.takeDraft')}
        onMine={onMine}
        onTheirs={onTheirs}
      >
        {draft?.openBlocker !== undefined && (
          <p className={css.stored}>{t('answer.draftBlocker', { choice: draft.openBlocker.is })}</p>
        )}
        {textsOf(draft).map((text) => (
          <p key={text} className={css.stored}>
            {text}
          </p>
        ))}
      </SaveConflictNote>
    </Suspense>
  );
};

/** Shows below the form whether the server has saved the draft, so that it is available on other devices. */
export const DraftStatus = ({ state }: { readonly state: DraftState }) => {
  const t = useTranslate();
  return (
    <p role="status" className={css.draft}>
      {state.kind === 'saved' && t('answer.draftSaved')}
      {state.kind === 'unsaved' && t('answer.draftUnsaved')}
    </p>
  );
};
