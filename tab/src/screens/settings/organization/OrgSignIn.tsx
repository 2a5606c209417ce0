import { Field, Switch } from '@fluentui/react-components';
import type { OrganisationInfo } from '#contracts/organisations/org.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useSaveOrgSettings } from '../../../api/organisations/organisation.ts';
import { useNotices } from '../../../ui/dialogs/notices.ts';
import { useWords } from '../../../ui/text/words.ts';
import { Section } from '../../../ui/display/Section.tsx';

type Flag = 'requireSecondFactor' | 'microsoftOnly';

/** A switch that shows its new state at once. After a refusal it shows the old state again, with the reason. */
const Setting = ({ flag, isOn }: { readonly flag: Flag; readonly isOn: boolean }) => {
  const words = useWords();
  const notices = useNotices();
  const save = useSaveOrgSettings();
  const wanted = save.isPending ? save.variables[flag] : undefined;
  return (
    <Field
      hint={words(`organizationTab.${flag}Text`)}
      validationMessage={save.error === null ? null : errorText(save.error, words)}
    >
      <Switch
        label={words(`organizationTab.${flag}`)}
        checked={wanted ?? isOn}
        onChange={(_, { checked }) => {
          if (save.isPending) return;
          save.mutate(
            { [flag]: checked },
            {
              onSuccess: () => {
                notices.push('success', words('organizationTab.saved'));
              },
            },
          );
        }}
      />
    </Field>
  );
};

/** The rules for signing in to the organisation. */
export const OrgSignIn = ({ organisation }: { readonly organisation: OrganisationInfo }) => {
  const words = useWords();
  return (
    <Section title={words('organizationTab.signIn')}>
      <Setting flag="requireSecondFactor" isOn={organisation.requireSecondFactor} />
      <Setting flag="microsoftOnly" isOn={organisation.microsoftOnly} />
    </Section>
  );
};
