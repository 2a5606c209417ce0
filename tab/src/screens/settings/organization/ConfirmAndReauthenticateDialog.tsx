import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { Form } from '../../../ui/forms/Form.tsx';
import type { ReauthenticatedAction } from '../security/useReauthenticatedAction.tsx';

interface ConfirmActionDialogProps {
  readonly action: ReauthenticatedAction;
  readonly isOpen: boolean;
  readonly question: string;
  readonly confirm: string;
  /** Returns false if a required input is wrong; the action then does not run. */
  readonly isReady?: () => boolean;
  readonly onClose: () => void;
  readonly onGone: () => void;
  readonly children: ReactNode;
}

/**
 * Asks for confirmation of an action, such as a deletion. If the server requires a recent sign-in for the action, also
 * asks the reader to sign in again.
 */
export const ConfirmAndReauthenticateDialog = (props: ConfirmActionDialogProps) => {
  const { action, isOpen, question, confirm, isReady = () => true, onClose, onGone, children } = props;
  const run = (): void => {
    if (isReady()) action.run();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      question={question}
      confirm={confirm}
      isRunning={action.isRunning}
      failure={action.failure}
      onConfirm={run}
      onClose={onClose}
      onGone={onGone}
    >
      <Form isRunning={action.isRunning} onSubmit={run}>
        {children}
        {action.fields}
        {/* Lets the Enter key submit the form, whose visible buttons are outside it. */}
        <button type="submit" hidden />
      </Form>
    </ConfirmDialog>
  );
};
