import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { Button } from '@fluentui/react-components';
import { useWords } from '../../ui/text/words.ts';
import type { DayChanges } from './dayChanges.ts';
import css from './DaysDone.module.css';

/**
 * Moves the focus here when the focused element has left the page: otherwise the keyboard would start at the top of the page
 * again.
 */
const useFocusCaught = (place: RefObject<HTMLElement | null>, { last, mayUndo }: DayChanges): void => {
  const focused = useRef<EventTarget | null>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent): void => {
      focused.current = target;
    };
    document.addEventListener('focusin', remember);
    return () => {
      document.removeEventListener('focusin', remember);
    };
  }, []);
  useEffect(() => {
    const { current: lost } = focused;
    if (document.activeElement !== document.body || !(lost instanceof Node) || lost.isConnected) return;
    (place.current?.querySelector('button') ?? place.current)?.focus();
  }, [place, last, mayUndo]);
};

/** Reports the last change of days and offers to undo it. */
export const DaysDone = ({ changes }: { readonly changes: DayChanges }) => {
  const words = useWords();
  const place = useRef<HTMLDivElement>(null);
  useFocusCaught(place, changes);
  const { last, mayUndo } = changes;
  return (
    <div ref={place} tabIndex={-1} className={css.done}>
      <span role="status">
        {last === undefined ? '' : words(last.isAdded ? 'days.added' : 'days.removed', { count: last.dates.length })}
      </span>
      {last !== undefined && mayUndo && (
        <Button
          size="small"
          onClick={() => {
            changes.undo();
          }}
        >
          {words('days.undo')}
        </Button>
      )}
    </div>
  );
};
