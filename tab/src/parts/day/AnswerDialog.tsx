import { useCallback, useState } from 'react';
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import type { LocalDate } from '#contracts/core/ids.ts';
import { Leaving, useModal } from '../../ui/dialogs/restoreFocus.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './AnswerDialog.module.css';
import { AnswerForm } from './answer/AnswerForm.tsx';
import { useRunNameAndDate } from './answer/useRunNameAndDate.ts';
import type { AnswerTarget } from './answerDialogTarget.ts';

interface AnswerDialogProps {
  readonly target: AnswerTarget;
  /**
   * False closes the dialog. Keep the closed dialog mounted, so that the library can make the page behind it accessible
   * again.
   */
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Called when the dialog has left the page, so that the page can move the focus to another element. */
  readonly onGone: () => void;
}

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
  const named = useRunNameAndDate(shown);
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
            <AnswerForm key={shown.date} target={shown} onNext={setNext} />
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
