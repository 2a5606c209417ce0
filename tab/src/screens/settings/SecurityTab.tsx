import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { useApi, useAttempt } from '../../api/context.ts';
import { errorText } from '../../api/errorText.ts';
import { beginMicrosoft, useOffersMicrosoft } from '../../api/microsoft.ts';
import { useUserDetails } from '../../api/queries.ts';
import { useWords } from '../../ui/words.ts';
import { FactorOff, FactorOn } from './Factor.tsx';
import { FactorReset } from './FactorReset.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Section, Sections } from '../../ui/Section.tsx';
import { Failure } from './SettingsForm.tsx';
import { useMayInOrg } from './standing.ts';

/** Makes this account and the reader's Microsoft account one. */
const Microsoft = () => {
  const words = useWords();
  const api = useApi();
  const attempt = useAttempt();
  const isOffered = useOffersMicrosoft();
  if (!isOffered) return null;
  return (
    <Section title={words('securityTab.microsoft')} text={words('securityTab.microsoftText')}>
      <Failure text={attempt.status === 'failed' ? errorText(attempt.error, words) : null} />
      <Button
        disabledFocusable={attempt.status === 'running'}
        onClick={() => {
          if (attempt.status !== 'running') void beginMicrosoft(api, 'JOIN', '/settings?tab=security');
        }}
      >
        {words('securityTab.join')}
      </Button>
    </Section>
  );
};

interface SecondFactorProps {
  readonly hasPassword: boolean;
  readonly hasSecondFactor: boolean;
}

const SecondFactor = ({ hasPassword, hasSecondFactor }: SecondFactorProps) => {
  const words = useWords();
  // While the recovery codes are looked at it is on already.
  const [isShowing, setShowing] = useState(false);
  const title = words('securityTab.factor');
  if (!hasPassword) return <Section title={title} text={words('securityTab.noPassword')} />;
  return (
    <Section title={title} text={words('securityTab.factorText')}>
      {hasSecondFactor && !isShowing ? <FactorOn /> : <FactorOff onShowing={setShowing} />}
    </Section>
  );
};

/** How the reader proves who they are; of an admin also the way back in for who lost theirs. */
export const SecurityTab = () => {
  const query = useUserDetails();
  const mayManage = useMayInOrg('member.manage');
  return (
    <Sections>
      <Loaded query={query}>
        {({ hasPassword, hasSecondFactor }) => (
          <>
            <SecondFactor hasPassword={hasPassword} hasSecondFactor={hasSecondFactor} />
            <Microsoft />
            {mayManage && <FactorReset />}
          </>
        )}
      </Loaded>
    </Sections>
  );
};
