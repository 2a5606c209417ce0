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
import { Leaving, useModal } from './modal.tsx';
import { useWords } from './words.ts';

interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly question: string;
  /** What will follow from it. */
  readonly children?: ReactNode;
  /** "Yes, Delete" */
  readonly confirm: string;
  readonly isRunning: boolean;
  readonly failure?: string | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

/** Asks before something is done that is not easily undone. Neither a click beside it nor a second press answers. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { isOpen, question, children, confirm, isRunning, failure = null, onConfirm, onClose, onGone } = props;
  const words = useWords();
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
          <DialogActions>
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
              {words('common.cancel')}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
};
