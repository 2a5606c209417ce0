import { Button } from '@fluentui/react-components';
import { useNavigate } from 'react-router-dom';
import { CardLink } from '../../ui/display/CardLink.tsx';
import { useWords } from '../../ui/text/words.ts';
import type { WebKey } from '../../ui/text/words.ts';
import css from './FirstStepsScreen.module.css';

const steps: readonly { readonly titleKey: WebKey; readonly textKey: WebKey }[] = [
  { titleKey: 'firstSteps.connect', textKey: 'firstSteps.connectText' },
  { titleKey: 'firstSteps.report', textKey: 'firstSteps.reportText' },
  { titleKey: 'firstSteps.answer', textKey: 'firstSteps.answerText' },
];

/** Explains the three steps after registration; the first of them opens the setup guide. */
export const FirstStepsScreen = () => {
  const words = useWords();
  const navigate = useNavigate();
  const product = words('product');
  return (
    <>
      <h1>{words('page.firstSteps')}</h1>
      <p>{words('firstSteps.intro')}</p>
      <ol className={css.steps}>
        {steps.map(({ titleKey, textKey }) => (
          <li key={titleKey}>
            <strong>{words(titleKey)}</strong>
            <p>{words(textKey, { product })}</p>
          </li>
        ))}
      </ol>
      <Button appearance="primary" onClick={() => void navigate('/teams/setup')}>
        {words('firstSteps.go')}
      </Button>
      <CardLink to="/">{words('firstSteps.later')}</CardLink>
    </>
  );
};
