import { useEffect } from 'react';
import { Button, Link } from '@fluentui/react-components';
import { errorText } from '../../api/client/errorText.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { ProblemCard } from './TeamsProblemPage.tsx';
import { supportUrl } from '../shell/navigationEntries.tsx';
import { useHostState } from '../runtime/appServices.ts';
import { EmbeddedSignInPanel } from '../shell/EmbeddedSignInPanel.tsx';
import type { SsoFault } from '../runtime/teamsSso.ts';

interface SsoPanelProps {
  readonly fault: SsoFault;
  readonly signIn: (how: 'SILENT' | 'ASKING') => void;
}

/** Gives the reason why silent sign-in failed, and the actions that can help. */
export const SsoFailurePanel = ({ fault, signIn }: SsoPanelProps) => {
  const t = useTranslate();
  const host = useHostState();
  // This panel is the first visible content of the page, so it reports `ready`, and the host removes its spinner.
  useEffect(() => {
    if (host.kind === 'teams') host.ready();
  }, [host]);
  const product = t('product');
  const button = (label: string, how: 'SILENT' | 'ASKING') => (
    <Button
      appearance="primary"
      onClick={() => {
        signIn(how);
      }}
    >
      {label}
    </Button>
  );
  switch (fault.why) {
    case 'CONSENT':
      return (
        <ProblemCard title={t('teamsGate.consentTitle')} text={t('teamsGate.consentText', { product })}>
          {button(t('teamsGate.consentButton'), 'ASKING')}
        </ProblemCard>
      );
    case 'NOT_IN_ROSTER':
      return (
        <ProblemCard title={t('teamsGate.rosterTitle')} text={t('teamsGate.rosterText', { product })}>
          {button(t('teamsGate.again'), 'SILENT')}
          <Link href={supportUrl} target="_blank" rel="noreferrer" title={t('nav.leaves')}>
            {t('nav.support')}
          </Link>
        </ProblemCard>
      );
    case 'FAILED':
      return (
        <ProblemCard title={t('signIn.panelTitle')} text={errorText(fault.error, t)}>
          {button(t('teamsGate.again'), 'SILENT')}
        </ProblemCard>
      );
    case 'NOT_POSSIBLE':
      return <EmbeddedSignInPanel />;
  }
};
