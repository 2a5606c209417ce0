import { useEffect } from 'react';
import { Button, Link } from '@fluentui/react-components';
import { learnRole } from '../../api/identity/loadReaderRole.ts';
import { useApi, useSession } from '../../api/client/apiContextAndSessionHooks.ts';
import { LightTextLink } from '../../ui/display/LightTextLink.tsx';
import { useSurface } from '../../ui/display/pageHostContext.ts';
import { useNavigate } from '../../ui/router/routerHooks.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import type { WebKey } from '../../ui/text/translate.ts';
import css from './TeamsSetupGuideScreen.module.css';
import { SetupStepPicture } from './SetupStepPicture.tsx';
import type { StepName } from './SetupStepPicture.tsx';

const steps: readonly { readonly name: StepName; readonly textKey: WebKey }[] = [
  { name: 'team', textKey: 'setup.openTeam' },
  { name: 'plus', textKey: 'setup.clickPlus' },
  { name: 'search', textKey: 'setup.search' },
  { name: 'result', textKey: 'setup.clickResult' },
  { name: 'add', textKey: 'setup.clickAdd' },
];

/** Shows admins who are signed in a link to the page that connects the organisation to Microsoft Teams. */
const ConnectLink = () => {
  const t = useTranslate();
  const api = useApi();
  const session = useSession();
  const isIn = session.status === 'signedIn';
  useEffect(() => {
    if (isIn) void learnRole(api);
  }, [api, isIn]);
  return isIn && session.isAdmin ? <LightTextLink to="/settings/connect">{t('setup.connect')}</LightTextLink> : null;
};

export const TeamsSetupGuideScreen = () => {
  const t = useTranslate();
  const navigate = useNavigate();
  const { host } = useSurface();
  const product = t('product');
  return (
    <>
      <h1>{t('page.setup')}</h1>
      <p>{t('setup.intro', { product })}</p>
      <ol className={css.steps}>
        {steps.map(({ name, textKey }) => (
          <li key={name}>
            {t(textKey, { product })}
            <SetupStepPicture step={name} />
          </li>
        ))}
      </ol>
      <Button
        appearance="primary"
        disabledFocusable={host === 'connecting'}
        onClick={() => void navigate(host === 'teams' ? '/teams/home' : '/')}
      >
        {t('setup.continue')}
      </Button>
      {host === 'browser' && <ConnectLink />}
      <Link href="/support" target="_blank" rel="noreferrer">
        {t('setup.support')}
      </Link>
    </>
  );
};
