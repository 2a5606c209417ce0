import { Button, Link } from '@fluentui/react-components';
import { useTranslate } from '../../ui/text/translate.ts';
import { ProblemCard } from './TeamsProblemPage.tsx';
import { useServices } from '../runtime/appServices.ts';

/**
 * Shown in a frame whose parent does not answer. If the parent answers later, the page replaces this text without an
 * action of the reader.
 */
export const HostNotAnswering = () => {
  const t = useTranslate();
  const { reloadPage } = useServices();
  return (
    <ProblemCard title={t('teamsGate.silentTitle')} text={t('teamsGate.silentText', { product: t('product') })}>
      <Button appearance="primary" onClick={reloadPage}>
        {t('teamsGate.again')}
      </Button>
      <Link href="/" target="_blank" rel="noreferrer" title={t('nav.leaves')}>
        {t('nav.openApp')}
      </Link>
    </ProblemCard>
  );
};
