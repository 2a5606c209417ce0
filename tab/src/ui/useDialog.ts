import { useState } from 'react';
import { useFocusBack } from './modal.tsx';

/** A dialog that is fetched when it is first opened, and gives the focus back. */
export const useDialog = () => {
  const { place, remember, giveBack } = useFocusBack();
  const [isOpen, setOpen] = useState(false);
  // +1 each time it is opened: nothing of the time before stands in it.
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
