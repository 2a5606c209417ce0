import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Button, Link } from '@fluentui/react-components';
import { errorText } from '../api/errorText.ts';
import { ProductMark } from '../ui/ProductMark.tsx';
import { useWords } from '../ui/words.ts';
import css from './CardLayout.module.css';
import { supportUrl } from './navTable.tsx';
import { useHostState } from './services.ts';
import { SignInPanel } from './SignInPanel.tsx';
import type { SsoFault } from './sso.ts';

interface CardProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

const Card = ({ title, text, children }: CardProps) => {
  const words = useWords();
  return (
    <main className={css.quiet}>
      <div className={css.card}>
        <div className={css.brand}>
          <ProductMark size={32} />
          {words('product')}
        </div>
        <h1>{title}</h1>
        <p>{text}</p>
        {children}
      </div>
    </main>
  );
};

interface SsoPanelProps {
  readonly fault: SsoFault;
  readonly signIn: (how: 'SILENT' | 'ASKING') => void;
}

/** Why the reader is not signed in, and the one thing to do about it. */
export const SsoPanel = ({ fault, signIn }: SsoPanelProps) => {
  const words = useWords();
  const host = useHostState();
  // With this panel there is something to see.
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
        <Card title={words('teamsGate.consentTitle')} text={words('teamsGate.consentText', { product })}>
          {button(words('teamsGate.consentButton'), 'ASKING')}
        </Card>
      );
    case 'NOT_IN_ROSTER':
      return (
        <Card title={words('teamsGate.rosterTitle')} text={words('teamsGate.rosterText', { product })}>
          {button(words('teamsGate.again'), 'SILENT')}
          <Link href={supportUrl} target="_blank" rel="noreferrer" title={words('nav.leaves')}>
            {words('nav.support')}
          </Link>
        </Card>
      );
    case 'FAILED':
      return (
        <Card title={words('signIn.panelTitle')} text={errorText(fault.error, words)}>
          {button(words('teamsGate.again'), 'SILENT')}
        </Card>
      );
    case 'NOT_POSSIBLE':
      return <SignInPanel />;
  }
};
