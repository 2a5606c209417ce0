import { useState } from 'react';
import type { OrganisationInfo } from '#contracts/organisations/organisationCalls.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useKeptForm } from '../../../api/client/useFormWithStoredDraft.ts';
import { orgConflictOf, useRenameOrganisation } from '../../../api/organisations/organisationQueriesAndMutations.ts';
import { useNotices } from '../../../ui/dialogs/noticeQueue.ts';
import { TextField } from '../../../ui/forms/TextField.tsx';
import { useTranslate } from '../../../ui/text/translate.ts';
import { Section } from '../../../ui/display/Section.tsx';
import { OrganisationConflictNote } from './OrganisationConflictNote.tsx';
import { SettingsFormWithSaveBar } from '../SettingsFormWithSaveBar.tsx';

/**
 * Lets an admin change the name of the organisation. If another admin has changed the name meanwhile, shows that name
 * before it is overwritten.
 */
export const OrganisationNameForm = ({ organisation }: { readonly organisation: OrganisationInfo }) => {
  const t = useTranslate();
  const notices = useNotices();
  // The name when the edit began is kept with the typed one, so that the server can detect a conflict.
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
      notices.push('success', t('organizationTab.saved'));
    };
    rename.mutate({ name: name.trim(), previousName: readName }, { onSuccess: done });
  };
  const drop = (): void => {
    form.drop();
    rename.reset();
  };
  return (
    <Section title={t('settings.organization')} text={t('organizationTab.nameText')}>
      <SettingsFormWithSaveBar
        onSubmit={() => {
          if (theirs === undefined) saveOver(previousName);
        }}
        submit={t(rename.isPending ? 'profileTab.saving' : 'profileTab.save')}
        isRunning={rename.isPending}
        failure={rename.error === null || theirs !== undefined ? null : errorText(rename.error, t)}
        faults={isChecked}
        unsaved={{ isDirty: form.isDirty, discard: drop }}
      >
        <TextField
          name="organization"
          label={t('organizationTab.name')}
          autoComplete="organization"
          maxLength={limits.nameLength}
          value={name}
          fault={isChecked !== undefined && name.trim() === '' ? t('organizationTab.nameMissing') : null}
          onChange={(value) => {
            form.set({ name: value, previousName });
          }}
        />
        {theirs !== undefined && (
          <OrganisationConflictNote
            onMine={() => {
              saveOver(theirs.name);
            }}
            onTheirs={drop}
          >
            {theirs.name}
          </OrganisationConflictNote>
        )}
      </SettingsFormWithSaveBar>
    </Section>
  );
};
