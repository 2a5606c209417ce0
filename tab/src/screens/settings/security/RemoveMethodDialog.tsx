import { useNavigate } from 'react-router-dom';
import { useRemoveMicrosoft } from '../../../api/identity/signInMethods.ts';
import type { MicrosoftAccount } from '../../../api/identity/signInMethods.ts';
import { useNotices } from '../../../ui/dialogs/notices.ts';
import { useWords } from '../../../ui/text/words.ts';
import { DeedDialog } from '../organization/ConfirmActionDialog.tsx';
import { useDeed } from './reauth.tsx';

interface RemoveMethodDialogProps {
  readonly account: MicrosoftAccount;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

/** Asks for confirmation before a joined Microsoft account is removed, and for a fresh sign-in if the server requires one. */
export const RemoveMethodDialog = ({ account, isOpen, onClose, onGone }: RemoveMethodDialogProps) => {
  const words = useWords();
  const notices = useNotices();
  const navigate = useNavigate();
  const remove = useRemoveMicrosoft();
  const { memberId, name, organisation } = account;
  const deed = useDeed(async () => {
    const isSignedOut = await remove(memberId);
    notices.push('success', words(isSignedOut ? 'securityTab.removedOut' : 'securityTab.removed'));
    onClose();
    if (isSignedOut) await navigate('/login', { replace: true });
  }, '/settings?tab=security');
  return (
    <DeedDialog
      deed={deed}
      isOpen={isOpen}
      question={words('securityTab.removeQuestion', { name, organization: organisation })}
      confirm={words('securityTab.removeYes')}
      onClose={onClose}
      onGone={onGone}
    >
      <p>{words('securityTab.removeText', { organization: organisation })}</p>
    </DeedDialog>
  );
};
