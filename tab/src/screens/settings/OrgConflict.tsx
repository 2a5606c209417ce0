import type { ReactNode } from 'react';
import { ConflictNote } from '../../ui/ConflictNote.tsx';
import { useWords } from '../../ui/words.ts';

interface OrgConflictProps {
  readonly onMine: () => void;
  readonly onTheirs: () => void;
  /** What is set now. */
  readonly children: ReactNode;
}

/** A setting of the organisation that somebody else changed while it was edited here. */
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
