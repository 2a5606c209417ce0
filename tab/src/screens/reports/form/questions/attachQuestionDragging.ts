import type { RefObject } from 'react';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';

/** The side of this card on which a dragged card would be placed. */
type Edge = 'above' | 'below';

export interface Dragging {
  readonly isDragged: boolean;
  readonly edge: Edge | undefined;
}

export interface DragOptions {
  readonly card: RefObject<HTMLElement | null>;
  readonly handle: RefObject<HTMLElement | null>;
  readonly at: number;
  /** Id of the list of cards. A card can be moved only within its own list. */
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
 * Returns the index that the card has after the move. The card leaves its old place first, so the cards behind that
 * place move up by one.
 */
const placeAfter = (from: number, over: number, edge: Edge): number => {
  const before = edge === 'above' ? over : over + 1;
  return from < before ? before - 1 : before;
};

interface AttachedCard extends Pick<DragOptions, 'card' | 'handle' | 'list'> {
  /** The present index and callback of the card, which may change while the card stays attached. */
  readonly latest: RefObject<Pick<DragOptions, 'at' | 'onDrop'>>;
  readonly show: (dragging: Dragging) => void;
}

/** Attaches the drag-and-drop library to a card. Returns the function that detaches it. */
export const attachQuestionDragging = ({ card, handle, list, latest, show }: AttachedCard): (() => void) => {
  const element = card.current;
  const dragHandle = handle.current;
  if (element === null || dragHandle === null) return () => undefined;
  const still: Dragging = { isDragged: false, edge: undefined };
  const isOurs = ({ data }: Source): boolean => data['list'] === list && data['at'] !== latest.current.at;
  return combine(
    draggable({
      element,
      dragHandle,
      getInitialData: () => ({ list, at: latest.current.at }),
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
