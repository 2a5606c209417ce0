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
import { useTranslate } from '../text/translate.ts';
import { Leaving, useModal } from './restoreFocusAndModalFixes.tsx';

interface ClosableDialogProps {
  /**
   * Set this to false to close the dialog. Keep the closed dialog mounted, so that Fluent can make the page behind it
   * accessible again.
   */
  readonly isOpen: boolean;
  readonly title: string;
  readonly titleClass?: string | undefined;
  readonly surfaceClass?: string | undefined;
  readonly children: ReactNode;
  readonly onClose: () => void;
  /** Called when the dialog has left the page, so that the page can move the focus to another element. */
  readonly onGone: () => void;
}

/** Shows a dialog whose footer contains only the button that closes it. The content may have buttons of its own. */
export const ClosableDialog = (props: ClosableDialogProps) => {
  const { isOpen, title, titleClass, surfaceClass, children, onClose, onGone } = props;
  const t = useTranslate();
  const opening = useModal(isOpen);
  return (
    <Dialog
      key={opening}
      open={isOpen}
      onOpenChange={(_, { open }) => {
        if (!open) onClose();
      }}
    >
      <DialogSurface className={surfaceClass}>
        <DialogBody>
          <DialogTitle className={titleClass}>{title}</DialogTitle>
          <DialogContent>
            {children}
            <Leaving onGone={onGone} />
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{t('common.close')}</Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
};
