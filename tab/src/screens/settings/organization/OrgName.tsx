import { useState } from 'react';
import type { OrganisationInfo } from '#contracts/organisations/org.ts';
import { limits } from '#contracts/core/limits.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useKeptForm } from '../../../api/client/keptForm.ts';
import { orgConflictOf, useRenameOrganisation } from '../../../api/organisations/organisation.ts';
import { useNotices } from '../../../ui/dialogs/notices.ts';
import { TextField } from '../../../ui/forms/TextField.tsx';
import { useWords } from '../../../ui/text/words.ts';
import { Section } from '../../../ui/display/Section.tsx';
import { OrgConflict } from './OrgConflict.tsx';
import { SettingsForm } from '../SettingsForm.tsx';

/** Edits the organisation's name. A name that another admin changed meanwhile is shown before it is overwritten. */
export const OrgName = ({ organisation }: { readonly organisation: OrganisationInfo }) => {
  const words = useWords();
  const notices = useNotices();
  // Stores the name at the beginning of the edit together with the typed one, so that the server can detect a conflict.
  const form = useKeptForm('organisation', { name: organisation.name, previousName: organisation.name });
  const rename = useRenameOrganisation();
  const [isChecked, setChecked] = useState<object>();
  const { name, previousName } = form.values;
  const theirs = orgConflictOf(rename.error);
  const saveOver = (readName: string): void => {
    setChecked({});
    if (name.trim() === '') return;
    const done = (): void => {
      form.drop();
      notices.push('success', words('organizationTab.saved'));
    };
    rename.mutate({ name: name.trim(), previousName: readName }, { onSuccess: done });
  };
  const drop = (): void => {
    form.drop();
    rename.reset();
  };
  return (
    <Section title={words('settings.organization')} text={words('organizationTab.nameText')}>
      <SettingsForm
        onSubmit={() => {
          if (theirs === undefined) saveOver(previousName);
        }}
        submit={words(rename.isPending ? 'profileTab.saving' : 'profileTab.save')}
        isRunning={rename.isPending}
        failure={rename.error === null || theirs !== undefined ? null : errorText(rename.error, words)}
        faults={isChecked}
        unsaved={{ isDirty: form.isDirty, discard: drop }}
      >
        <TextField
          name="organization"
          label={words('organizationTab.name')}
          autoComplete="organization"
          maxLength={limits.nameLength}
          value={name}
          fault={isChecked !== undefined && name.trim() === '' ? words('organizationTab.nameMissing') : null}
          onChange={(value) => {
            form.set({ name: value, previousName });
          }}
        />
        {theirs !== undefined && (
          <OrgConflict
            onMine={() => {
              saveOver(theirs.name);
            }}
            onTheirs={drop}
          >
            {theirs.name}
          </OrgConflict>
        )}
      </SettingsForm>
    </Section>
  );
};
