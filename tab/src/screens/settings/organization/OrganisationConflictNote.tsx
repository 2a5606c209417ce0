import type { ReactNode } from 'react';
import { SaveConflictNote } from '../../../ui/forms/SaveConflictNote.tsx';
import { useTranslate } from '../../../ui/text/translate.ts';

interface OrgConflictProps {
  readonly onMine: () => void;
  readonly onTheirs: () => void;
  readonly children: ReactNode;
}

/**
 * Explains that another admin changed a setting of the organisation while the reader edited it, and lets the reader
 * choose between the two values.
 */
export const OrganisationConflictNote = ({ onMine, onTheirs, children }: OrgConflictProps) => {
  const t = useTranslate();
  return (
    <SaveConflictNote
      title={t('organizationTab.changed')}
      mine={t('organizationTab.saveMine')}
      theirs={t('organizationTab.keepTheirs')}
      onMine={onMine}
      onTheirs={onTheirs}
    >
      {children}
    </SaveConflictNote>
  );
};
