import { useId } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import css from './ConflictNote.module.css';
import foot from './Foot.module.css';

interface ConflictNoteProps {
  readonly title: string;
  /** What saves what was typed all the same. */
  readonly mine: string;
  /** What gives it up for what is stored. */
  readonly theirs: string;
  readonly isRunning?: boolean;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
  /** What is stored now; nothing when it is gone. */
  readonly children?: ReactNode;
}

/** Something was changed elsewhere while it was edited here: both are shown, and nothing is done before somebody chooses. */
export const ConflictNote = ({ title, mine, theirs, isRunning, onMine, onTheirs, children }: ConflictNoteProps) => {
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
