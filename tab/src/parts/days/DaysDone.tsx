import { Button } from '@fluentui/react-components';
import { useWords } from '../../ui/words.ts';
import type { DayChanges } from './dayChanges.ts';
import css from './DaysDone.module.css';

/** What was just done, and the way back. */
export const DaysDone = ({ changes }: { readonly changes: DayChanges }) => {
  const words = useWords();
  const { last } = changes;
  return (
    <div className={css.done}>
      <span role="status">
        {last === undefined ? '' : words(last.isAdded ? 'days.added' : 'days.removed', { count: last.dates.length })}
      </span>
      {last !== undefined && (
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
