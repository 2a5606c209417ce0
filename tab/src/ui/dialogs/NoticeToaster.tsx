import { useEffect, useSyncExternalStore } from 'react';
import { Toast, Toaster, ToastTitle, useId, useToastController } from '@fluentui/react-components';
import { ui } from '#contracts/core/limitsAndProductConstants.ts';
import { EmailAddressText } from '../text/EmailAddressText.tsx';
import { useNotices } from './noticeQueue.ts';

/**
 * Shows notices as toasts. `ui` in contracts/core/limitsAndProductConstants.ts defines how long and where they appear.
 */
export const NoticeToaster = () => {
  const notices = useNotices();
  const toasterId = useId('toaster');
  const { dispatchToast } = useToastController(toasterId);
  const count = useSyncExternalStore(notices.subscribe, notices.count);
  useEffect(() => {
    for (const { kind, text } of notices.take()) {
      dispatchToast(
        <Toast>
          <ToastTitle>
            <EmailAddressText text={text} />
          </ToastTitle>
        </Toast>,
        kind === 'success'
          ? { intent: 'success', timeout: ui.toastSuccessMs }
          : { intent: 'error', timeout: ui.toastMs },
      );
    }
  }, [count, dispatchToast, notices]);
  return (
    <Toaster
      toasterId={toasterId}
      position="top"
      offset={{ vertical: ui.toastOffset }}
      limit={ui.toastMax}
      timeout={ui.toastMs}
    />
  );
};
