import { useState } from 'react';
import { useApi } from '../../../api/client/apiContextAndSessionHooks.ts';
import { goToMicrosoft, useOffersMicrosoft } from '../../../api/microsoftAccounts/offerAndStartMicrosoftSignIn.ts';
import { useUserDetails } from '../../../api/client/userDetailsAndOrgPauseCheck.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { FactorOff, FactorOn } from './SecondFactorSettings.tsx';
import { SecondFactorReset } from '../organization/SecondFactorReset.tsx';
import { LoadedData } from '../../../parts/LoadedData.tsx';
import { Section, Sections } from '../../../ui/display/Section.tsx';
import { useReauthenticatedAction } from './useReauthenticatedAction.tsx';
import { SettingsFormWithSaveBar } from '../SettingsFormWithSaveBar.tsx';
import { SignInMethods } from './SignInMethods.tsx';
import { useOrganisationPermission } from '../useOrganisationPermission.ts';

/**
 * Links the reader's Microsoft account to this account. If the server requires a recent sign-in, first asks the reader
 * to sign in again.
 */
const Microsoft = () => {
  const t = useTranslate();
  const api = useApi();
  const isOffered = useOffersMicrosoft();
  const action = useReauthenticatedAction(
    () => goToMicrosoft(api, 'JOIN', '/settings?tab=security'),
    '/settings?tab=security',
  );
  if (!isOffered) return null;
  return (
    <Section title={t('securityTab.microsoft')} text={t('securityTab.microsoftText')}>
      <SettingsFormWithSaveBar
        onSubmit={action.run}
        submit={t('securityTab.join')}
        isRunning={action.isRunning}
        failure={action.failure}
        faults={action.failure}
      >
        {action.fields}
      </SettingsFormWithSaveBar>
    </Section>
  );
};

interface SecondFactorProps {
  readonly hasPassword: boolean;
  readonly hasSecondFactor: boolean;
}

const SecondFactor = ({ hasPassword, hasSecondFactor }: SecondFactorProps) => {
  const t = useTranslate();
  // True while the page shows the recovery codes. The second factor is then already on, but `FactorOff` must stay on
  // the page because it shows the codes.
  const [isShowing, setShowing] = useState(false);
  const title = t('securityTab.factor');
  if (!hasPassword) return <Section title={title} text={t('securityTab.noPassword')} />;
  return (
    <Section title={title} text={t('securityTab.factorText')}>
      {hasSecondFactor && !isShowing ? <FactorOn /> : <FactorOff onShowing={setShowing} />}
    </Section>
  );
};

/** Shows the reader's sign-in methods. Admins can also remove the second factor of other accounts. */
export const SecurityTab = () => {
  const query = useUserDetails();
  const mayManage = useOrganisationPermission('member.manage');
  return (
    <Sections>
      <LoadedData query={query}>
        {({ hasPassword, hasSecondFactor }) => (
          <>
            <SecondFactor hasPassword={hasPassword} hasSecondFactor={hasSecondFactor} />
            <SignInMethods />
            <Microsoft />
            {mayManage && <SecondFactorReset />}
          </>
        )}
      </LoadedData>
    </Sections>
  );
};
