import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import type { Connection } from '#contracts/connect.ts';
import { useSession } from '../../api/context.ts';
import { loginPath } from '../../api/safeTarget.ts';
import { CardLink } from '../../ui/CardLink.tsx';
import { useWords } from '../../ui/words.ts';
import { CodeForm } from './CodeForm.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';
import { Connected } from './Connected.tsx';

type Step =
  | { readonly at: 'CODE' }
  | { readonly at: 'CONFIRM'; readonly code: string; readonly found: Connection }
  | { readonly at: 'DONE'; readonly found: Connection };

/** An admin connects the organisation with Microsoft Teams by the code that the bot showed: first look, then confirm. */
export const ConnectScreen = () => {
  const words = useWords();
  const session = useSession();
  const [step, setStep] = useState<Step>({ at: 'CODE' });
  if (session.status === 'signedOut') return <Navigate to={loginPath('/settings/connect')} replace />;
  const goOn = (code: string, found: Connection): void => {
    setStep(found.isConnected ? { at: 'DONE', found } : { at: 'CONFIRM', code, found });
  };
  switch (step.at) {
    case 'CODE':
      return (
        <>
          <h1>{words('page.connect')}</h1>
          <p>{words('connect.intro', { product: words('product') })}</p>
          <CodeForm onFound={goOn} />
          <CardLink to="/teams/setup">{words('connect.guide')}</CardLink>
        </>
      );
    case 'CONFIRM':
      return (
        <>
          <h1>{words('connect.confirmTitle')}</h1>
          <ConfirmForm
            code={step.code}
            found={step.found}
            onDone={(found) => {
              goOn(step.code, found);
            }}
            onBack={() => {
              setStep({ at: 'CODE' });
            }}
          />
        </>
      );
    case 'DONE':
      return <Connected found={step.found} hasMember={session.memberId !== null} />;
  }
};
