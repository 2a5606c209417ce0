import type { ReactNode, SubmitEvent } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { Deed } from './reauth.tsx';

interface DeedDialogProps {
  readonly deed: Deed;
  readonly isOpen: boolean;
  readonly question: string;
  readonly confirm: string;
  /** What has to be filled in is wrong: nothing is sent. */
  readonly isReady?: () => boolean;
  readonly onClose: () => void;
  readonly onGone: () => void;
  readonly children: ReactNode;
}

/** Asks before something that cannot be taken back, and for a fresh sign-in when the server wants one. */
export const DeedDialog = (props: DeedDialogProps) => {
  const { deed, isOpen, question, confirm, isReady = () => true, onClose, onGone, children } = props;
  const run = (): void => {
    if (isReady()) deed.run();
  };
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    run();
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
      <form noValidate onSubmit={send}>
        {children}
        {deed.fields}
        {/* What Enter presses. */}
        <button type="submit" hidden />
      </form>
    </ConfirmDialog>
  );
};
