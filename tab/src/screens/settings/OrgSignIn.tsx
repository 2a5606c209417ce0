import { Field, Switch } from '@fluentui/react-components';
import type { OrganisationInfo } from '#contracts/org.ts';
import { errorText } from '../../api/errorText.ts';
import { useSaveOrgSettings } from '../../api/organisation.ts';
import { useNotices } from '../../ui/notices.ts';
import { useWords } from '../../ui/words.ts';
import { Section } from '../../ui/Section.tsx';

type Flag = 'requireSecondFactor' | 'microsoftOnly';

/** A switch that shows its new state at once, and the old one again with the reason when it was refused. */
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

/** How people of the organisation come in. */
export const OrgSignIn = ({ organisation }: { readonly organisation: OrganisationInfo }) => {
  const words = useWords();
  return (
    <Section title={words('organizationTab.signIn')}>
      <Setting flag="requireSecondFactor" isOn={organisation.requireSecondFactor} />
      <Setting flag="microsoftOnly" isOn={organisation.microsoftOnly} />
    </Section>
  );
};
