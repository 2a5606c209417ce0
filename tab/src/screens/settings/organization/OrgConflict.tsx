import type { ReactNode } from 'react';
import { ConflictNote } from '../../../ui/forms/ConflictNote.tsx';
import { useWords } from '../../../ui/text/words.ts';

interface OrgConflictProps {
  readonly onMine: () => void;
  readonly onTheirs: () => void;
  /** The current setting. */
  readonly children: ReactNode;
}

/** Shown when another person changed a setting of the organisation during an edit here. */
export const OrgConflict = ({ onMine, onTheirs, children }: OrgConflictProps) => {
  const words = useWords();
  return (
    <ConflictNote
      title={words('organizationTab.changed')}
      mine={words('organizationTab.saveMine')}
      theirs={words('organizationTab.keepTheirs')}
      onMine={onMine}
      onTheirs={onTheirs}
    >
      {children}
    </ConflictNote>
  );
};
