import { useEffect } from 'react';
import { Button, Link } from '@fluentui/react-components';
import { useNavigate } from 'react-router-dom';
import { learnRole } from '../../api/organisations/connect.ts';
import { useApi, useSession } from '../../api/client/context.ts';
import { CardLink } from '../../ui/display/CardLink.tsx';
import { useSurface } from '../../ui/display/surface.ts';
import { useWords } from '../../ui/text/words.ts';
import type { WebKey } from '../../ui/text/words.ts';
import css from './SetupScreen.module.css';
import { StepPicture } from './StepPicture.tsx';
import type { StepName } from './StepPicture.tsx';

const steps: readonly { readonly name: StepName; readonly textKey: WebKey }[] = [
  { name: 'team', textKey: 'setup.openTeam' },
  { name: 'plus', textKey: 'setup.clickPlus' },
  { name: 'search', textKey: 'setup.search' },
  { name: 'result', textKey: 'setup.clickResult' },
  { name: 'add', textKey: 'setup.clickAdd' },
];

/** A link for admins in a browser whose teams already use Microsoft Teams. */
const ConnectLink = () => {
  const words = useWords();
  const api = useApi();
  const session = useSession();
  const isIn = session.status === 'signedIn';
  useEffect(() => {
    if (isIn) void learnRole(api);
  }, [api, isIn]);
  return isIn && session.isAdmin ? <CardLink to="/settings/connect">{words('setup.connect')}</CardLink> : null;
};

/** Explains in five steps, with pictures, how to add the product to Microsoft Teams. */
export const SetupScreen = () => {
  const words = useWords();
  const navigate = useNavigate();
  const { host } = useSurface();
  const product = words('product');
  return (
    <>
      <h1>{words('page.setup')}</h1>
      <p>{words('setup.intro', { product })}</p>
      <ol className={css.steps}>
        {steps.map(({ name, textKey }) => (
          <li key={name}>
            {words(textKey, { product })}
            <StepPicture step={name} />
          </li>
        ))}
      </ol>
      <Button
        appearance="primary"
        disabledFocusable={host === 'connecting'}
        onClick={() => void navigate(host === 'teams' ? '/teams/home' : '/')}
      >
        {words('setup.continue')}
      </Button>
      {host === 'browser' && <ConnectLink />}
      <Link href="/support" target="_blank" rel="noreferrer">
        {words('setup.support')}
      </Link>
    </>
  );
};
