import { useState } from 'react';
import type { OrganisationInfo } from '#contracts/org.ts';
import { limits } from '#contracts/limits.ts';
import { errorText } from '../../api/errorText.ts';
import { useKeptForm } from '../../api/keptForm.ts';
import { useRenameOrganisation } from '../../api/organisation.ts';
import { useNotices } from '../../ui/notices.ts';
import { TextField } from '../../ui/TextField.tsx';
import { useWords } from '../../ui/words.ts';
import { Section } from '../../ui/Section.tsx';
import { SettingsForm } from './SettingsForm.tsx';

export const OrgName = ({ organisation }: { readonly organisation: OrganisationInfo }) => {
  const words = useWords();
  const notices = useNotices();
  const form = useKeptForm('organisation', { name: organisation.name });
  const rename = useRenameOrganisation();
  const [isChecked, setChecked] = useState<object>();
  const { name } = form.values;
  const submit = (): void => {
    setChecked({});
    if (name.trim() === '') return;
    rename.mutate(name.trim(), {
      onSuccess: () => {
        form.drop();
        notices.push('success', words('organizationTab.saved'));
      },
    });
  };
  return (
    <Section title={words('settings.organization')} text={words('organizationTab.nameText')}>
      <SettingsForm
        onSubmit={submit}
        submit={words(rename.isPending ? 'profileTab.saving' : 'profileTab.save')}
        isRunning={rename.isPending}
        failure={rename.error === null ? null : errorText(rename.error, words)}
        faults={isChecked}
        unsaved={{ isDirty: form.isDirty, discard: form.drop }}
      >
        <TextField
          name="organization"
          label={words('organizationTab.name')}
          autoComplete="organization"
          maxLength={limits.nameLength}
          value={name}
          fault={isChecked !== undefined && name.trim() === '' ? words('organizationTab.nameMissing') : null}
          onChange={(value) => {
            form.set({ name: value });
          }}
        />
      </SettingsForm>
    </Section>
  );
};
