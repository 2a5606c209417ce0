import { Suspense, lazy, useEffect, useState } from 'react';
import { useFocusBack } from '../ui/dialogs/restoreFocusAndModalFixes.tsx';
import { useNavigationGuard } from '../ui/router/routerHooks.ts';
import { useTranslate } from '../ui/text/translate.ts';

const load = () => import('../ui/dialogs/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog }));
const ConfirmDialog = lazy(load);

type Target = 'page' | 'tab';

/** A navigation that was stopped until the reader has answered the question. */
interface Stopped {
  readonly target: Target;
  readonly proceed: () => void;
}

interface UnsavedGuardProps {
  /**
   * Returns true if the reader would lose unsaved work. Called before the reader opens another page (`page`) or another
   * tab within this page (`tab`).
   */
  readonly isUnsaved: (target: Target) => boolean;
  readonly onLeave: (target: Target) => void;
  /**
   * Set if the form has several steps. The browser's Back button then calls this function, which opens the previous
   * step, instead of leaving the page.
   */
  readonly onStepBack?: () => void;
}

/**
 * Asks for confirmation before the reader leaves unsaved work by a link, by Back, or by closing or reloading the page.
 * The browser itself asks in the last two cases.
 */
export const UnsavedGuard = ({ isUnsaved, onLeave, onStepBack }: UnsavedGuardProps) => {
  const t = useTranslate();
  const { remember, giveBack } = useFocusBack();
  const [isWanted, setWanted] = useState(false);
  const [stopped, setStopped] = useState<Stopped>();
  useNavigationGuard(({ current, next, isPop, proceed }) => {
    const target = current.pathname === next.pathname ? 'tab' : 'page';
    if (!isUnsaved(target)) return false;
    if (isPop && onStepBack !== undefined) {
      onStepBack();
      return true;
    }
    remember();
    setWanted(true);
    setStopped({ target, proceed });
    return true;
  });
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
        isOpen={stopped !== undefined}
        question={t('leave.question')}
        confirm={t('leave.confirm')}
        isRunning={false}
        onConfirm={() => {
          if (stopped === undefined) return;
          setStopped(undefined);
          onLeave(stopped.target);
          stopped.proceed();
        }}
        onClose={() => {
          setStopped(undefined);
        }}
        onGone={giveBack}
      >
        {t('leave.detail')}
      </ConfirmDialog>
    </Suspense>
  );
};
