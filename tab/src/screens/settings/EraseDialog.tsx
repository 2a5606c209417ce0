import { useNavigate } from 'react-router-dom';
import { useEraseMe } from '../../api/identity/privacy.ts';
import { useNotices } from '../../ui/dialogs/notices.ts';
import { useWords } from '../../ui/text/words.ts';
import { DeedDialog } from './organization/ConfirmActionDialog.tsx';
import css from './PrivacyTab.module.css';
import { useDeed } from './security/reauth.tsx';

interface EraseDialogProps {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly onGone: () => void;
}

/** Lists the data that is erased and the data that stays, then erases the reader. */
export const EraseDialog = ({ isOpen, close, onGone }: EraseDialogProps) => {
  const words = useWords();
  const notices = useNotices();
  const navigate = useNavigate();
  const eraseMe = useEraseMe();
  const deed = useDeed(async () => {
    await eraseMe();
    notices.push('success', words('privacyTab.erased'));
    await navigate('/login', { replace: true });
  }, '/settings?tab=privacy');
  return (
    <DeedDialog
      deed={deed}
      isOpen={isOpen}
      question={words('privacyTab.eraseQuestion')}
      confirm={words('privacyTab.eraseYes')}
      onClose={close}
      onGone={onGone}
    >
      <ul className={css.list}>
        <li>{words('privacyTab.eraseWords')}</li>
        <li>{words('privacyTab.eraseCounts')}</li>
        <li>{words('privacyTab.eraseAccount')}</li>
        <li>{words('privacyTab.eraseFinal')}</li>
      </ul>
    </DeedDialog>
  );
};
