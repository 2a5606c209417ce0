import { useEffect } from 'react';
import { Button, Link } from '@fluentui/react-components';
import { useNavigate } from 'react-router-dom';
import { learnRole } from '../../api/connect.ts';
import { useApi, useSession } from '../../api/context.ts';
import { CardLink } from '../../ui/CardLink.tsx';
import { useSurface } from '../../ui/surface.ts';
import { useWords } from '../../ui/words.ts';
import type { WebKey } from '../../ui/words.ts';
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

/** For an admin on the web whose teams are in Teams already. */
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

/** How to connect the product with Teams, in five steps with pictures. */
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
