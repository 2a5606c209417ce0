import { useEffect } from 'react';
import { Button, Link } from '@fluentui/react-components';
import { errorText } from '../../api/client/errorText.ts';
import { useWords } from '../../ui/text/words.ts';
import { MessageCard } from '../shell/MessageCard.tsx';
import { supportUrl } from '../shell/navTable.tsx';
import { useHostState } from '../runtime/services.ts';
import { SignInPanel } from '../shell/SignInPanel.tsx';
import type { SsoFault } from '../runtime/sso.ts';

interface SsoPanelProps {
  readonly fault: SsoFault;
  readonly signIn: (how: 'SILENT' | 'ASKING') => void;
}

/** Gives the reason why silent sign-in failed, and the one action that helps. */
export const SsoPanel = ({ fault, signIn }: SsoPanelProps) => {
  const words = useWords();
  const host = useHostState();
  // The panel is the first content, so the host may remove its spinner.
  useEffect(() => {
    if (host.kind === 'teams') host.ready();
  }, [host]);
  const product = words('product');
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
        <MessageCard title={words('teamsGate.consentTitle')} text={words('teamsGate.consentText', { product })}>
          {button(words('teamsGate.consentButton'), 'ASKING')}
        </MessageCard>
      );
    case 'NOT_IN_ROSTER':
      return (
        <MessageCard title={words('teamsGate.rosterTitle')} text={words('teamsGate.rosterText', { product })}>
          {button(words('teamsGate.again'), 'SILENT')}
          <Link href={supportUrl} target="_blank" rel="noreferrer" title={words('nav.leaves')}>
            {words('nav.support')}
          </Link>
        </MessageCard>
      );
    case 'FAILED':
      return (
        <MessageCard title={words('signIn.panelTitle')} text={errorText(fault.error, words)}>
          {button(words('teamsGate.again'), 'SILENT')}
        </MessageCard>
      );
    case 'NOT_POSSIBLE':
      return <SignInPanel />;
  }
};
