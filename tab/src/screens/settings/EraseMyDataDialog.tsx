import { useEraseMe } from '../../api/dataLifecycle/exportOrEraseMyData.ts';
import { useNotices } from '../../ui/dialogs/noticeQueue.ts';
import { useNavigate } from '../../ui/router/routerHooks.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { ConfirmAndReauthenticateDialog } from './organization/ConfirmAndReauthenticateDialog.tsx';
import css from './PrivacyTab.module.css';
import { useReauthenticatedAction } from './security/useReauthenticatedAction.tsx';

interface EraseDialogProps {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly onGone: () => void;
}

/**
 * Lists the personal data that is erased and the data that stays. After confirmation, erases the reader's personal data
 * and opens the sign-in page.
 */
export const EraseMyDataDialog = ({ isOpen, close, onGone }: EraseDialogProps) => {
  const t = useTranslate();
  const notices = useNotices();
  const navigate = useNavigate();
  const eraseMe = useEraseMe();
  const action = useReauthenticatedAction(async () => {
    await eraseMe();
    notices.push('success', t('privacyTab.erased'));
    await navigate('/login', { replace: true });
  }, '/settings?tab=privacy');
  return (
    <ConfirmAndReauthenticateDialog
      action={action}
      isOpen={isOpen}
      question={t('privacyTab.eraseQuestion')}
      confirm={t('privacyTab.eraseYes')}
      onClose={close}
      onGone={onGone}
    >
      <ul className={css.list}>
        <li>{t('privacyTab.eraseWords')}</li>
        <li>{t('privacyTab.eraseCounts')}</li>
        <li>{t('privacyTab.eraseAccount')}</li>
        <li>{t('privacyTab.eraseFinal')}</li>
      </ul>
    </ConfirmAndReauthenticateDialog>
  );
};
