import { Field, Switch } from '@fluentui/react-components';
import type { OrganisationInfo } from '#contracts/organisations/organisationCalls.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useSaveOrgSettings } from '../../../api/organisations/organisationQueriesAndMutations.ts';
import { useNotices } from '../../../ui/dialogs/noticeQueue.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { Section } from '../../../ui/display/Section.tsx';

type Flag = 'requireSecondFactor' | 'microsoftOnly' | 'maySkip';

/**
 * Shows a switch for one rule. It changes at once; if the server refuses the change, it changes back and shows the
 * reason.
 */
const Setting = ({ flag, isOn }: { readonly flag: Flag; readonly isOn: boolean }) => {
  const t = useTranslate();
  const notices = useNotices();
  const save = useSaveOrgSettings();
  const wanted = save.isPending ? save.variables[flag] : undefined;
  return (
    <Field
      hint={t(`organizationTab.${flag}Text`)}
      validationMessage={save.error === null ? null : errorText(save.error, t)}
    >
      <Switch
        label={t(`organizationTab.${flag}`)}
        checked={wanted ?? isOn}
        onChange={(_, { checked }) => {
          if (save.isPending) return;
          save.mutate(
            { [flag]: checked },
            {
              onSuccess: () => {
                notices.push('success', t('organizationTab.saved'));
              },
            },
          );
        }}
      />
    </Field>
  );
};

export const OrganisationSignInRules = ({ organisation }: { readonly organisation: OrganisationInfo }) => {
  const t = useTranslate();
  return (
    <>
      <Section title={t('organizationTab.signIn')}>
        <Setting flag="requireSecondFactor" isOn={organisation.requireSecondFactor} />
        <Setting flag="microsoftOnly" isOn={organisation.microsoftOnly} />
      </Section>
      <Section title={t('organizationTab.answers')}>
        <Setting flag="maySkip" isOn={organisation.maySkip} />
      </Section>
    </>
  );
};
