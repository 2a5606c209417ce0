import { Suspense, lazy, useEffect, useRef, useState } from 'react';
import { NavigationType, useBlocker } from 'react-router-dom';
import { useFocusBack } from '../ui/dialogs/restoreFocus.tsx';
import { useTranslate } from '../ui/text/translate.ts';

const load = () => import('../ui/dialogs/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog }));
const ConfirmDialog = lazy(load);

interface UnsavedGuardProps {
  /**
   * Returns true if the reader would lose unsaved work. Called before the reader opens another page (`page`) or another tab of
   * this page (`tab`).
   */
  readonly isUnsaved: (target: 'page' | 'tab') => boolean;
  readonly onLeave: (target: 'page' | 'tab') => void;
  /** Set if the form has an earlier step. The browser's Back button then opens the earlier step instead of leaving the page. */
  readonly onStepBack?: () => void;
}

/** Asks for confirmation before the reader leaves unsaved work by a link, by Back, or by closing or reloading the page. */
export const UnsavedGuard = ({ isUnsaved, onLeave, onStepBack }: UnsavedGuardProps) => {
  const t = useTranslate();
  const { remember, giveBack } = useFocusBack();
  const [isWanted, setWanted] = useState(false);
  const isSteppingBack = useRef(false);
  const target = useRef<'page' | 'tab'>('page');
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const next = currentLocation.pathname === nextLocation.pathname ? 'tab' : 'page';
    if (!isUnsaved(next)) return false;
    target.current = next;
    isSteppingBack.current = historyAction === NavigationType.Pop && onStepBack !== undefined;
    if (!isSteppingBack.current) {
      remember();
      setWanted(true);
    }
    return true;
  });
  useEffect(() => {
    if (!isSteppingBack.current || blocker.state !== 'blocked') return;
    // Resets the flag, so that one press goes back only one step: the blocker becomes free only in a later render.
    isSteppingBack.current = false;
    blocker.reset();
    onStepBack?.();
  }, [blocker, onStepBack]);
  useEffect(() => {
    // Loads the dialog in advance, so that the question appears without waiting for the network.
    load().catch(() => undefined);
  }, []);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (isUnsaved('page')) event.preventDefault();
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
        question={t('leave.question')}
        confirm={t('leave.confirm')}
        isRunning={false}
        onConfirm={() => {
          if (blocker.state !== 'blocked') return;
          onLeave(target.current);
          blocker.proceed();
        }}
        onClose={() => {
          if (blocker.state === 'blocked') blocker.reset();
        }}
        onGone={giveBack}
      >
        {t('leave.detail')}
      </ConfirmDialog>
    </Suspense>
  );
};
