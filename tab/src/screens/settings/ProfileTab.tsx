import { useState } from 'react';
import { Field, Input } from '@fluentui/react-components';
import { LockClosed20Regular } from '@fluentui/react-icons/svg/lock-closed';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useKeptForm } from '../../api/client/useFormWithStoredDraft.ts';
import { useProfile, useSaveProfile } from '../../api/people/profilePasswordAndPreferencesHooks.ts';
import type { Profile } from '../../api/people/profilePasswordAndPreferencesHooks.ts';
import { useUserDetails } from '../../api/client/userDetailsAndOrgPauseCheck.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { useNotices } from '../../ui/dialogs/noticeQueue.ts';
import { TextField } from '../../ui/forms/TextField.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import { LoadedData } from '../../parts/LoadedData.tsx';
import css from './ProfileTab.module.css';
import { Section, Sections } from '../../ui/display/Section.tsx';
import { SettingsFormWithSaveBar } from './SettingsFormWithSaveBar.tsx';

const Person = ({ profile }: { readonly profile: Profile }) => {
  const { data: me } = useUserDetails();
  const name = `${profile.firstName} ${profile.lastName}`.trim();
  return (
    <div className={css.person}>
      <Avatar name={name} imageUrl={profile.photoUrl} />
      <div>
        <div className={css.name}>{name}</div>
        <div className={css.detail}>{me?.orgName ?? ''}</div>
      </div>
    </div>
  );
};

/** Shows the email address of the account. This form cannot change it. */
const EmailField = ({ email }: { readonly email: string }) => {
  const t = useTranslate();
  return (
    <Field label={t('profileTab.email')} hint={t('profileTab.emailHint')}>
      <Input
        id="email"
        name="email"
        type="email"
        readOnly
        appearance="filled-darker"
        contentAfter={<LockClosed20Regular aria-hidden="true" />}
        value={email}
      />
    </Field>
  );
};

const ProfileForm = ({ profile }: { readonly profile: Profile }) => {
  const t = useTranslate();
  const notices = useNotices();
  const { firstName, lastName, email } = profile;
  const form = useKeptForm('profile', { firstName, lastName });
  const save = useSaveProfile();
  const [isChecked, setChecked] = useState<object>();
  const isMissing = (text: string): boolean => isChecked !== undefined && text.trim() === '';
  const submit = (): void => {
    setChecked({});
    const names = { firstName: form.values.firstName.trim(), lastName: form.values.lastName.trim() };
    if (names.firstName === '' || names.lastName === '') return;
    save.mutate(names, {
      onSuccess: () => {
        form.drop();
        notices.push('success', t('profileTab.saved'));
      },
    });
  };
  return (
    <SettingsFormWithSaveBar
      onSubmit={submit}
      submit={t(save.isPending ? 'profileTab.saving' : 'profileTab.save')}
      isRunning={save.isPending}
      failure={save.error === null ? null : errorText(save.error, t)}
      faults={isChecked}
      unsaved={{ isDirty: form.isDirty, discard: form.drop }}
    >
      <TextField
        name="firstName"
        label={t('profileTab.firstName')}
        autoComplete="given-name"
        maxLength={limits.nameLength}
        value={form.values.firstName}
        fault={isMissing(form.values.firstName) ? t('profile.firstNameMissing') : null}
        onChange={(value) => {
          form.set({ firstName: value });
        }}
      />
      <TextField
        name="lastName"
        label={t('profileTab.lastName')}
        autoComplete="family-name"
        maxLength={limits.nameLength}
        value={form.values.lastName}
        fault={isMissing(form.values.lastName) ? t('profile.lastNameMissing') : null}
        onChange={(value) => {
          form.set({ lastName: value });
        }}
      />
      <EmailField email={email} />
    </SettingsFormWithSaveBar>
  );
};

export const ProfileTab = () => {
  const t = useTranslate();
  const query = useProfile();
  return (
    <Sections>
      <LoadedData query={query}>
        {(profile) => (
          <Section title={t('settings.profile')} text={t('profileTab.text')}>
            <Person profile={profile} />
            <ProfileForm profile={profile} />
          </Section>
        )}
      </LoadedData>
    </Sections>
  );
};
