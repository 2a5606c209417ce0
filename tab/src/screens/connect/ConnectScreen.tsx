import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import type { Connection } from '#contracts/connect.ts';
import { learnRole } from '../../api/connect.ts';
import { useApi, useSession } from '../../api/context.ts';
import { loginPath } from '../../api/safeTarget.ts';
import { CardLink } from '../../ui/CardLink.tsx';
import { Wait } from '../../ui/Wait.tsx';
import { useWords } from '../../ui/words.ts';
import { CodeForm } from './CodeForm.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';
import { Connected } from './Connected.tsx';

type Step =
  | { readonly at: 'CODE' }
  | { readonly at: 'CONFIRM'; readonly code: string; readonly found: Connection }
  | { readonly at: 'DONE'; readonly found: Connection };

/** For whoever reaches the page by its address and may not do it. */
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

/** The role as the server has it, once it has said. */
const useRole = (isSignedIn: boolean, isAdmin: boolean): 'asking' | 'admin' | 'other' => {
  const api = useApi();
  const [answer, setAnswer] = useState<'asking' | 'admin' | 'other'>('asking');
  useEffect(() => {
    if (!isSignedIn) return undefined;
    let isHere = true;
    void learnRole(api).then((isKnown) => {
      // Where nobody could say, the call itself will.
      if (isHere) setAnswer(isKnown ? 'other' : 'admin');
    });
    return () => {
      isHere = false;
    };
  }, [api, isSignedIn]);
  return isAdmin ? 'admin' : answer;
};

/** An admin connects the organisation with Microsoft Teams by the code that the bot showed: first look, then confirm. */
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
