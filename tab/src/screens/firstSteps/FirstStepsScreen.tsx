import { Button } from '@fluentui/react-components';
import { LightTextLink } from '../../ui/display/LightTextLink.tsx';
import { useNavigate } from '../../ui/router/routerHooks.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import type { WebKey } from '../../ui/text/translate.ts';
import css from './FirstStepsScreen.module.css';

const steps: readonly { readonly titleKey: WebKey; readonly textKey: WebKey }[] = [
  { titleKey: 'firstSteps.connect', textKey: 'firstSteps.connectText' },
  { titleKey: 'firstSteps.report', textKey: 'firstSteps.reportText' },
  { titleKey: 'firstSteps.answer', textKey: 'firstSteps.answerText' },
];

export const FirstStepsScreen = () => {
  const t = useTranslate();
  const navigate = useNavigate();
  const product = t('product');
  return (
    <>
      <h1>{t('page.firstSteps')}</h1>
      <p>{t('firstSteps.intro')}</p>
      <ol className={css.steps}>
        {steps.map(({ titleKey, textKey }) => (
          <li key={titleKey}>
            <strong>{t(titleKey)}</strong>
            <p>{t(textKey, { product })}</p>
          </li>
        ))}
      </ol>
      <Button appearance="primary" onClick={() => void navigate('/teams/setup')}>
        {t('firstSteps.go')}
      </Button>
      <LightTextLink to="/">{t('firstSteps.later')}</LightTextLink>
    </>
  );
};
