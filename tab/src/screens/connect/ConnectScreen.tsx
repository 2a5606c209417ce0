import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import type { Connection } from '#contracts/organisations/connect.ts';
import { learnRole } from '../../api/organisations/connect.ts';
import { useApi, useSession } from '../../api/client/context.ts';
import { loginPath } from '../../api/client/safeTarget.ts';
import { CardLink } from '../../ui/display/CardLink.tsx';
import { Wait } from '../../ui/display/Wait.tsx';
import { useWords } from '../../ui/text/words.ts';
import { CodeForm } from './CodeForm.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';
import { Connected } from './Connected.tsx';

type Step =
  | { readonly at: 'CODE' }
  | { readonly at: 'CONFIRM'; readonly code: string; readonly found: Connection }
  | { readonly at: 'DONE'; readonly found: Connection };

/** Shown to readers who open the page by its address without the permission. */
const AdminsOnly = () => {
  const words = useWords();
  return (
    <>
      <h1>{words('page.connect')}</h1>
      <p>{words('connect.adminsOnly')}</p>
      <CardLink to="/">{words('connect.toDashboard')}</CardLink>
      <CardLink to="/teams/setup">{words('connect.guide')}</CardLink>
    </>
  );
};

/** Returns the reader's role from the server, and `asking` until the server has replied. */
const useRole = (isSignedIn: boolean, isAdmin: boolean): 'asking' | 'admin' | 'other' => {
  const api = useApi();
  const [answer, setAnswer] = useState<'asking' | 'admin' | 'other'>('asking');
  useEffect(() => {
    if (!isSignedIn) return undefined;
    let isHere = true;
    void learnRole(api).then((isKnown) => {
      // If the role could not be loaded, the form appears: the server checks the permission at the call.
      if (isHere) setAnswer(isKnown ? 'other' : 'admin');
    });
    return () => {
      isHere = false;
    };
  }, [api, isSignedIn]);
  return isAdmin ? 'admin' : answer;
};

/** Connects the organisation with Microsoft Teams by the code that the bot showed: the admin enters the code, then confirms. */
export const ConnectScreen = () => {
  const words = useWords();
  const session = useSession();
  const [step, setStep] = useState<Step>({ at: 'CODE' });
  const role = useRole(session.status === 'signedIn', session.status === 'signedIn' && session.isAdmin);
  if (session.status === 'signedOut') return <Navigate to={loginPath('/settings/connect')} replace />;
  if (role === 'asking') return <Wait />;
  if (role === 'other') return <AdminsOnly />;
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
