import type { ReactNode } from 'react';
import { SaveConflictNote } from '../../../ui/forms/SaveConflictNote.tsx';
import { useTranslate } from '../../../ui/text/translate.ts';

interface OrgConflictProps {
  readonly onMine: () => void;
  readonly onTheirs: () => void;
  readonly children: ReactNode;
}

/** The note that another person changed a setting of the organisation while the reader edited the same setting. */
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
