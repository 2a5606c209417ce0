import { useNavigate } from 'react-router-dom';
import { useEraseMe } from '../../api/privacy.ts';
import { useNotices } from '../../ui/notices.ts';
import { useWords } from '../../ui/words.ts';
import { DeedDialog } from './DeedDialog.tsx';
import css from './PrivacyTab.module.css';
import { useDeed } from './reauth.tsx';

interface EraseDialogProps {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly onGone: () => void;
}

/** Says what goes and what stays, then forgets the reader. */
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
