import { useState } from 'react';
import { useFocusBack } from './restoreFocusAndModalFixes.tsx';

/**
 * Returns the state of a dialog whose code loads when it first opens. When the dialog closes, returns the focus to the
 * element that had it before.
 */
export const useLazyDialog = () => {
  const { place, remember, giveBack } = useFocusBack();
  const [isOpen, setOpen] = useState(false);
  // Number of openings so far; 0 = the dialog was never open. It is the key of the dialog, so that each opening begins
  // without the state of the previous one.
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
