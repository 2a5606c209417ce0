import { useState } from 'react';
import { useFocusBack } from './restoreFocusAndModalFixes.tsx';

/** Returns the state of a dialog whose code loads when it first opens. Restores the focus when the dialog closes. */
export const useLazyDialog = () => {
  const { place, remember, giveBack } = useFocusBack();
  const [isOpen, setOpen] = useState(false);
  // Grows by 1 at each opening. It is the key of the dialog, so that a new opening begins without the state of the
  // previous one.
  const [round, setRound] = useState(0);
  return {
    place,
    round,
    isOpen,
    open: (): void => {
      remember();
      setRound(round + 1);
      setOpen(true);
    },
    close: (): void => {
      setOpen(false);
    },
    onGone: giveBack,
  };
};
