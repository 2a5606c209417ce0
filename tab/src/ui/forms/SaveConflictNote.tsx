import { useId } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import css from './SaveConflictNote.module.css';
import foot from '../display/ButtonRow.module.css';

interface ConflictNoteProps {
  readonly title: string;
  readonly mine: string;
  readonly theirs: string;
  readonly isRunning?: boolean;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
  /** The stored version of the item; left out if the item was deleted. */
  readonly children?: ReactNode;
}

/**
 * Shows that another person changed the item while the reader edited it, with the stored version. Nothing is saved
 * until the reader has chosen one of the two.
 */
export const SaveConflictNote = ({ title, mine, theirs, isRunning, onMine, onTheirs, children }: ConflictNoteProps) => {
  const titleId = useId();
  return (
    <div role="alert" aria-labelledby={titleId} className={css.note}>
      <p id={titleId} className={css.title}>
        {title}
      </p>
      <div className={css.stored}>{children}</div>
      <div className={foot.foot}>
        <Button appearance="primary" disabledFocusable={isRunning === true} onClick={onMine}>
          {mine}
        </Button>
        <Button disabledFocusable={isRunning === true} onClick={onTheirs}>
          {theirs}
        </Button>
      </div>
    </div>
  );
};
