import type { ReactNode } from 'react';
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import css from './ConfirmDialog.module.css';
import { Leaving, useModal } from './restoreFocusAndModalFixes.tsx';
import { useTranslate } from '../text/translate.ts';

interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly question: string;
  readonly children?: ReactNode;
  readonly confirm: string;
  /**
   * Label of the button that closes the dialog without the action; "Cancel" by default. Set another label if "Cancel"
   * could be understood as the action itself.
   */
  readonly decline?: string;
  readonly isRunning: boolean;
  readonly failure?: string | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

/**
 * Asks for confirmation of an action that is hard to undo. A click outside the dialog does not close it, and a second
 * press of the button does not repeat the action.
 */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { isOpen, question, children, confirm, isRunning, failure = null, onConfirm, onClose, onGone } = props;
  const t = useTranslate();
  const { decline = t('common.cancel') } = props;
  const opening = useModal(isOpen);
  return (
    <Dialog
      key={opening}
      open={isOpen}
      modalType="alert"
      onOpenChange={(_, { open }) => {
        if (!open && !isRunning) onClose();
      }}
    >
      <DialogSurface className={css.surface}>
        <DialogBody>
          <DialogTitle>{question}</DialogTitle>
          <DialogContent className={css.content}>
            {children}
            {failure !== null && (
              <p className={css.failure} role="alert">
                {failure}
              </p>
            )}
            <Leaving onGone={onGone} />
          </DialogContent>
          <DialogActions fluid className={css.actions}>
            <Button
              appearance="primary"
              disabledFocusable={isRunning}
              onClick={() => {
                if (!isRunning) onConfirm();
              }}
            >
              {confirm}
            </Button>
            <Button disabledFocusable={isRunning} onClick={onClose}>
              {decline}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
};
