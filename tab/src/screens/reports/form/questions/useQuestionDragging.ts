import { useEffect, useRef, useState } from 'react';
import type { Dragging, DragOptions } from './attachQuestionDragging.ts';

/**
 * Makes a question's card draggable. The drag-and-drop library loads after the first rendering, because buttons and
 * keys move the cards without it.
 */
export const useQuestionDragging = (options: DragOptions): Dragging => {
  const { card, handle, at, list, onDrop } = options;
  const [dragging, setDragging] = useState<Dragging>({ isDragged: false, edge: undefined });
  const latest = useRef({ at, onDrop });
  useEffect(() => {
    latest.current = { at, onDrop };
  });
  useEffect(() => {
    let isGone = false;
    let detach: () => void = () => undefined;
    const show = (next: Dragging): void => {
      setDragging((known) => (known.isDragged === next.isDragged && known.edge === next.edge ? known : next));
    };
    // If the library cannot be loaded, the buttons and keys still move the cards.
    void import('./attachQuestionDragging.ts')
      .then(({ attachQuestionDragging }) => {
        if (!isGone) detach = attachQuestionDragging({ card, handle, list, latest, show });
      })
      .catch(() => undefined);
    return () => {
      isGone = true;
      detach();
    };
  }, [card, handle, list]);
  return dragging;
};
