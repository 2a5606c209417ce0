import { useState } from 'react';
import { useApi } from '../../../api/client/context.ts';
import { goToMicrosoft, useOffersMicrosoft } from '../../../api/identity/microsoft.ts';
import { useUserDetails } from '../../../api/client/queries.ts';
import { useWords } from '../../../ui/text/words.ts';
import { FactorOff, FactorOn } from './Factor.tsx';
import { FactorReset } from '../organization/FactorReset.tsx';
import { Loaded } from '../../../parts/Loaded.tsx';
import { Section, Sections } from '../../../ui/display/Section.tsx';
import { useDeed } from './reauth.tsx';
import { SettingsForm } from '../SettingsForm.tsx';
import { SignInMethods } from './SignInMethods.tsx';
import { useMayInOrg } from '../orgPermission.ts';

/** Joins this account to the reader's Microsoft account. Asks for a fresh sign-in if the server requires one. */
const Microsoft = () => {
  const words = useWords();
  const api = useApi();
  const isOffered = useOffersMicrosoft();
  const deed = useDeed(() => goToMicrosoft(api, 'JOIN', '/settings?tab=security'), '/settings?tab=security');
  if (!isOffered) return null;
  return (
    <Section title={words('securityTab.microsoft')} text={words('securityTab.microsoftText')}>
      <SettingsForm
        onSubmit={deed.run}
        submit={words('securityTab.join')}
        isRunning={deed.isRunning}
        failure={deed.failure}
        faults={deed.failure}
      >
        {deed.fields}
      </SettingsForm>
    </Section>
  );
};

interface SecondFactorProps {
  readonly hasPassword: boolean;
  readonly hasSecondFactor: boolean;
}

const SecondFactor = ({ hasPassword, hasSecondFactor }: SecondFactorProps) => {
  const words = useWords();
  // The second factor is already on while the recovery codes are shown.
  const [isShowing, setShowing] = useState(false);
  const title = words('securityTab.factor');
  if (!hasPassword) return <Section title={title} text={words('securityTab.noPassword')} />;
  return (
    <Section title={title} text={words('securityTab.factorText')}>
      {hasSecondFactor && !isShowing ? <FactorOn /> : <FactorOff onShowing={setShowing} />}
    </Section>
  );
};

/** The reader's sign-in methods. Admins can also reset the second factor of other accounts. */
export const SecurityTab = () => {
  const query = useUserDetails();
  const mayManage = useMayInOrg('member.manage');
  return (
    <Sections>
      <Loaded query={query}>
        {({ hasPassword, hasSecondFactor }) => (
          <>
            <SecondFactor hasPassword={hasPassword} hasSecondFactor={hasSecondFactor} />
            <SignInMethods />
            <Microsoft />
            {mayManage && <FactorReset />}
          </>
        )}
      </Loaded>
    </Sections>
  );
};
