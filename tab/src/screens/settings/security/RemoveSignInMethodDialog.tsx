import { useRemoveMicrosoft } from '../../../api/microsoftAccounts/signInMethodQueriesAndMutations.ts';
import type { MicrosoftAccount } from '../../../api/microsoftAccounts/signInMethodQueriesAndMutations.ts';
import { useNotices } from '../../../ui/dialogs/noticeQueue.ts';
import { useNavigate } from '../../../ui/router/routerHooks.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { ConfirmAndReauthenticateDialog } from '../organization/ConfirmAndReauthenticateDialog.tsx';
import { useReauthenticatedAction } from './useReauthenticatedAction.tsx';

interface RemoveMethodDialogProps {
  readonly account: MicrosoftAccount;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

/**
 * Asks for confirmation and then removes a linked Microsoft account. If the server requires a recent sign-in, also asks
 * the reader to sign in again.
 */
export const RemoveSignInMethodDialog = ({ account, isOpen, onClose, onGone }: RemoveMethodDialogProps) => {
  const t = useTranslate();
  const notices = useNotices();
  const navigate = useNavigate();
  const remove = useRemoveMicrosoft();
  const { memberId, name, organisation } = account;
  const action = useReauthenticatedAction(async () => {
    const isSignedOut = await remove(memberId);
    notices.push('success', t(isSignedOut ? 'securityTab.removedOut' : 'securityTab.removed'));
    onClose();
    if (isSignedOut) await navigate('/login', { replace: true });
  }, '/settings?tab=security');
  return (
    <ConfirmAndReauthenticateDialog
      action={action}
      isOpen={isOpen}
      question={t('securityTab.removeQuestion', { name, organisation })}
      confirm={t('securityTab.removeYes')}
      onClose={onClose}
      onGone={onGone}
    >
      <p>{t('securityTab.removeText', { organisation })}</p>
    </ConfirmAndReauthenticateDialog>
  );
};
