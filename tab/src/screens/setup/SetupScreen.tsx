import { Button, Link } from '@fluentui/react-components';
import { useNavigate } from 'react-router-dom';
import { useSurface } from '../../ui/surface.ts';
import { useWords } from '../../ui/words.ts';
import type { WebKey } from '../../ui/words.ts';
import css from './SetupScreen.module.css';
import { StepPicture } from './StepPicture.tsx';
import type { StepName } from './StepPicture.tsx';

const steps: readonly { readonly name: StepName; readonly text: WebKey }[] = [
  { name: 'team', text: 'setup.openTeam' },
  { name: 'plus', text: 'setup.clickPlus' },
  { name: 'search', text: 'setup.search' },
  { name: 'result', text: 'setup.clickResult' },
  { name: 'add', text: 'setup.clickAdd' },
];

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
        {steps.map(({ name, text }) => (
          <li key={name}>
            {words(text, { product })}
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
      <Link href="/support" target="_blank" rel="noreferrer">
        {words('setup.support')}
      </Link>
    </>
  );
};
