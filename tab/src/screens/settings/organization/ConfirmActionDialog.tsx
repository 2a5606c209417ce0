import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { Form } from '../../../ui/forms/Form.tsx';
import type { Deed } from '../security/reauth.tsx';

interface DeedDialogProps {
  readonly deed: Deed;
  readonly isOpen: boolean;
  readonly question: string;
  readonly confirm: string;
  /** Returns false if a required input is wrong: nothing is sent then. */
  readonly isReady?: () => boolean;
  readonly onClose: () => void;
  readonly onGone: () => void;
  readonly children: ReactNode;
}

/** Asks for confirmation of an action that cannot be undone, and for a fresh sign-in if the server requires one. */
export const DeedDialog = (props: DeedDialogProps) => {
  const { deed, isOpen, question, confirm, isReady = () => true, onClose, onGone, children } = props;
  const run = (): void => {
    if (isReady()) deed.run();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      question={question}
      confirm={confirm}
      isRunning={deed.isRunning}
      failure={deed.failure}
      onConfirm={run}
      onClose={onClose}
      onGone={onGone}
    >
      <Form isRunning={deed.isRunning} onSubmit={run}>
        {children}
        {deed.fields}
        {/* The Enter key submits the form through this button. */}
        <button type="submit" hidden />
      </Form>
    </ConfirmDialog>
  );
};
