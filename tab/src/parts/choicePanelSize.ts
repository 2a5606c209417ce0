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
/** A shorter list shows too few entries. */
const enough = 160;
const margin = 8;

/** Returns the place and height of a list that does not cover its field: below, or above if there is more room. */
export const panelSpace = ({ top, bottom }: Place, viewHeight: number): PanelSpace => {
  const below = viewHeight - bottom - margin;
  const above = top - margin;
  const side = below >= enough || below >= above ? 'below' : 'above';
  return { side, maxHeight: Math.max(Math.min(tallest, side === 'below' ? below : above), enough / 2) };
};

/** Measures when the list opens. The visual viewport leaves out an on-screen keyboard. */
export const usePanelSpace = (field: RefObject<HTMLElement | null>, isOpen: boolean): PanelSpace => {
  const [space, setSpace] = useState<PanelSpace>({ side: 'below', maxHeight: tallest });
  useLayoutEffect(() => {
    if (!isOpen || field.current === null) return;
    setSpace(panelSpace(field.current.getBoundingClientRect(), window.visualViewport?.height ?? window.innerHeight));
  }, [field, isOpen]);
  return space;
};

/** Scrolls a list, but nothing around it, to one of its entries; repeats it when the list's height changes. */
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
