import { useCallback, useState } from 'react';
import type { ComponentProps } from 'react';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { ClosableDialog } from '../../ui/dialogs/ClosableDialog.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './AnswerDialog.module.css';
import { AnswerForm } from './answer/AnswerForm.tsx';
import { useRunNameAndDate } from './answer/useRunNameAndDate.ts';
import type { AnswerTarget } from './answerDialogTarget.ts';

interface AnswerDialogProps extends Pick<ComponentProps<typeof ClosableDialog>, 'isOpen' | 'onClose' | 'onGone'> {
  readonly target: AnswerTarget;
}

/**
 * Lets the reader answer a run in a dialog above the report, with the same card as in chat. If the reader closes the
 * dialog, the draft is kept.
 */
export const AnswerDialog = ({ target, isOpen, onClose, onGone }: AnswerDialogProps) => {
  const t = useTranslate();
  const [next, setNext] = useState<LocalDate>();
  const gone = useCallback(() => {
    setNext(undefined);
    onGone();
  }, [onGone]);
  const shown = next === undefined ? target : { ...target, date: next, edit: false };
  const named = useRunNameAndDate(shown);
  return (
    <ClosableDialog
      isOpen={isOpen}
      title={t('answer.title', named)}
      titleClass={css.title}
      surfaceClass={css.surface}
      onClose={onClose}
      onGone={gone}
    >
      <AnswerForm key={shown.date} target={shown} onNext={setNext} />
    </ClosableDialog>
  );
};
