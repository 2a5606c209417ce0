import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

export interface PanelSpace {
  readonly side: 'below' | 'above';
  readonly maxHeight: number;
}

interface Place {
  readonly top: number;
  readonly bottom: number;
}

const tallest = 320;
/**
 * Free height in pixels that is enough for the list below the field. If there is less, and more above the field, the
 * list opens above it.
 */
const enough = 160;
const margin = 8;

/**
 * Returns the side of the field on which the list opens, and the list's maximum height in pixels. The list opens above
 * the field only if too little room is left below and more above.
 */
export const panelSpace = ({ top, bottom }: Place, viewHeight: number): PanelSpace => {
  const below = viewHeight - bottom - margin;
  const above = top - margin;
  const side = below >= enough || below >= above ? 'below' : 'above';
  return { side, maxHeight: Math.max(Math.min(tallest, side === 'below' ? below : above), enough / 2) };
};

/**
 * Returns the result of `panelSpace`, measured when the list opens. Uses the height of the visual viewport, which
 * excludes an on-screen keyboard.
 */
export const usePanelSpace = (field: RefObject<HTMLElement | null>, isOpen: boolean): PanelSpace => {
  const [space, setSpace] = useState<PanelSpace>({ side: 'below', maxHeight: tallest });
  useLayoutEffect(() => {
    if (!isOpen || field.current === null) return;
    setSpace(panelSpace(field.current.getBoundingClientRect(), window.visualViewport?.height ?? window.innerHeight));
  }, [field, isOpen]);
  return space;
};

/**
 * Scrolls the list, but not the page, to one of its entries. Repeats this when the maximum height of the list changes.
 */
export const useShown = (
  list: RefObject<HTMLElement | null>,
  id: string | undefined,
  maxHeight: PanelSpace['maxHeight'],
): void => {
  useLayoutEffect(() => {
    const entry = id === undefined ? null : document.getElementById(id);
    const panel = list.current;
    if (entry === null || panel === null) return;
    const { offsetTop: top, offsetHeight: height } = entry;
    if (top < panel.scrollTop || top + height > panel.scrollTop + panel.clientHeight)
      panel.scrollTop = top - (panel.clientHeight - height) / 2;
  }, [list, id, maxHeight]);
};
