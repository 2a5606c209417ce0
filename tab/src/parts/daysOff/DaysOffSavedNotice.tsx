import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { Button } from '@fluentui/react-components';
import { useTranslate } from '../../ui/text/translate.ts';
import type { DayChanges } from './useDaysOffChanges.ts';
import css from './DaysOffSavedNotice.module.css';

/**
 * Moves the focus to this notice when the focused element has left the page. Otherwise the next press of Tab would
 * start at the top of the page.
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

/** Shows the days that were changed last and offers to undo the change. */
export const DaysOffSavedNotice = ({ changes }: { readonly changes: DayChanges }) => {
  const t = useTranslate();
  const place = useRef<HTMLDivElement>(null);
  useFocusCaught(place, changes);
  const { last, mayUndo } = changes;
  return (
    <div ref={place} tabIndex={-1} className={css.done}>
      <span role="status">
        {last === undefined ? '' : t(last.isAdded ? 'days.added' : 'days.removed', { count: last.dates.length })}
      </span>
      {last !== undefined && mayUndo && (
        <Button
          size="small"
          onClick={() => {
            changes.undo();
          }}
        >
          {t('days.undo')}
        </Button>
      )}
    </div>
  );
};
