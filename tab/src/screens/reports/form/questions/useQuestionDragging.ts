import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** The edge of this card beside which the dragged card would be placed. */
export type Edge = 'above' | 'below';

interface Dragging {
  readonly isDragged: boolean;
  readonly edge: Edge | undefined;
}

interface DragOptions {
  readonly card: RefObject<HTMLElement | null>;
  readonly handle: RefObject<HTMLElement | null>;
  readonly at: number;
  /** Id of the list. A card can move only within its own list. */
  readonly list: string;
  readonly onDrop: (from: number, to: number) => void;
}

interface Source {
  readonly data: Readonly<Record<string, unknown>>;
}

const edgeAt = (card: HTMLElement, clientY: number): Edge => {
  const { top, height } = card.getBoundingClientRect();
  return clientY < top + height / 2 ? 'above' : 'below';
};

/**
 * Returns the card's index after the move. Removing the card from its old place first moves the later cards up by one.
 */
const placeAfter = (from: number, over: number, edge: Edge): number => {
  const before = edge === 'above' ? over : over + 1;
  return from < before ? before - 1 : before;
};

type Latest = RefObject<Pick<DragOptions, 'at' | 'onDrop'>>;

/**
 * Attaches the drag-and-drop library to a card. The library loads late, because the buttons and keys that move cards do not need
 * it.
 */
const attach = async (options: DragOptions, latest: Latest, show: (dragging: Dragging) => void) => {
  const { draggable, dropTargetForElements } = await import('@atlaskit/pragmatic-drag-and-drop/element/adapter');
  const { combine } = await import('@atlaskit/pragmatic-drag-and-drop/combine');
  const element = options.card.current;
  const dragHandle = options.handle.current;
  if (element === null || dragHandle === null) return () => undefined;
  const still: Dragging = { isDragged: false, edge: undefined };
  const isOurs = ({ data }: Source): boolean => data['list'] === options.list && data['at'] !== latest.current.at;
  return combine(
    draggable({
      element,
      dragHandle,
      getInitialData: () => ({ list: options.list, at: latest.current.at }),
      onDragStart: () => {
        show({ isDragged: true, edge: undefined });
      },
      onDrop: () => {
        show(still);
      },
    }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => isOurs(source),
      onDrag: ({ location }) => {
        show({ isDragged: false, edge: edgeAt(element, location.current.input.clientY) });
      },
      onDragLeave: () => {
        show(still);
      },
      onDrop: ({ source, location }) => {
        show(still);
        const from = Number(source.data['at']);
        const to = placeAfter(from, latest.current.at, edgeAt(element, location.current.input.clientY));
        if (to !== from) latest.current.onDrop(from, to);
      },
    }),
  );
};

export const useDragging = (options: DragOptions): Dragging => {
  const { card, handle, at, list, onDrop } = options;
  const [dragging, setDragging] = useState<Dragging>({ isDragged: false, edge: undefined });
  const latest = useRef({ at, onDrop });
  useEffect(() => {
    latest.current = { at, onDrop };
  });
  useEffect(() => {
    let isGone = false;
    let detach: () => void = () => undefined;
    const attached = attach({ card, handle, list, at: 0, onDrop: () => undefined }, latest, (next) => {
      setDragging((known) => (known.isDragged === next.isDragged && known.edge === next.edge ? known : next));
    });
    // If the library cannot be loaded, the buttons and keys still move the cards.
    void attached
      .then((undo) => {
        detach = undo;
        if (isGone) undo();
      })
      .catch(() => undefined);
    return () => {
      isGone = true;
      detach();
    };
  }, [card, handle, list]);
  return dragging;
};
