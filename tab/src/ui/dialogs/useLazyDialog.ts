import { useState } from 'react';
import { useFocusBack } from './modalFocus.tsx';

/** State of a dialog whose code is loaded at its first opening. Returns the focus when the dialog closes. */
export const useDialog = () => {
  const { place, remember, giveBack } = useFocusBack();
  const [isOpen, setOpen] = useState(false);
  // Grows by 1 at each opening and serves as a key: the dialog keeps nothing of an earlier opening.
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
