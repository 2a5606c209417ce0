import { Suspense, lazy, useEffect, useState } from 'react';
import { useBlocker } from 'react-router-dom';
import { useFocusBack } from '../../../ui/modal.tsx';
import { useWords } from '../../../ui/words.ts';

const load = () => import('../../../ui/ConfirmDialog.tsx').then((it) => ({ default: it.ConfirmDialog }));
const ConfirmDialog = lazy(load);

interface LeaveGuardProps {
  /** Whether there is work that would be lost; asked at the moment somebody leaves. */
  readonly isUnsaved: () => boolean;
  readonly onLeave: () => void;
}

/** Asks before unsaved work is left: by a link or Back in the app, and by closing or reloading the page. */
export const LeaveGuard = ({ isUnsaved, onLeave }: LeaveGuardProps) => {
  const words = useWords();
  const { remember, giveBack } = useFocusBack();
  const [isWanted, setWanted] = useState(false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isLeaving = currentLocation.pathname !== nextLocation.pathname && isUnsaved();
    if (isLeaving) {
      remember();
      setWanted(true);
    }
    return isLeaving;
  });
  useEffect(() => {
    // Here before it is needed: leaving must not wait for the network.
    load().catch(() => undefined);
  }, []);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (isUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
    };
  }, [isUnsaved]);
  if (!isWanted) return null;
  return (
    <Suspense>
      <ConfirmDialog
        isOpen={blocker.state === 'blocked'}
        question={words('wizard.leave')}
        confirm={words('wizard.leaveConfirm')}
        isRunning={false}
        onConfirm={() => {
          if (blocker.state !== 'blocked') return;
          onLeave();
          blocker.proceed();
        }}
        onClose={() => {
          if (blocker.state === 'blocked') blocker.reset();
        }}
        onGone={giveBack}
      >
        {words('wizard.leaveDetail')}
      </ConfirmDialog>
    </Suspense>
  );
};
