import { useEffect, useState } from 'react';
import type { Connection } from '#contracts/connect/connectOrgByCode.ts';
import { learnRole } from '../../api/identity/loadReaderRole.ts';
import { useApi, useSession } from '../../api/client/apiContextAndSessionHooks.ts';
import { loginPath } from '../../api/client/safeRedirectAndLoginPath.ts';
import { LightTextLink } from '../../ui/display/LightTextLink.tsx';
import { WaitSpinner } from '../../ui/display/WaitSpinner.tsx';
import { Redirect } from '../../ui/router/Redirect.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import { ConnectCodeForm } from './ConnectCodeForm.tsx';
import { ConnectConfirmForm } from './ConnectConfirmForm.tsx';
import { ConnectedNotice } from './ConnectedNotice.tsx';

type Step =
  | { readonly at: 'CODE' }
  | { readonly at: 'CONFIRM'; readonly code: string; readonly found: Connection }
  | { readonly at: 'DONE'; readonly found: Connection };

/** Shown to readers who may not connect the organisation but open the page by its address. */
const AdminsOnly = () => {
  const t = useTranslate();
  return (
    <>
      <h1>{t('page.connect')}</h1>
      <p>{t('connect.adminsOnly')}</p>
      <LightTextLink to="/">{t('connect.toDashboard')}</LightTextLink>
      <LightTextLink to="/teams/setup">{t('connect.guide')}</LightTextLink>
    </>
  );
};

/** Returns whether the reader is an admin, as the server reports it; `asking` until the server has replied. */
const useRole = (isSignedIn: boolean, isAdmin: boolean): 'asking' | 'admin' | 'other' => {
  const api = useApi();
  const [answer, setAnswer] = useState<'asking' | 'admin' | 'other'>('asking');
  useEffect(() => {
    if (!isSignedIn) return undefined;
    let isHere = true;
    void learnRole(api).then((isKnown) => {
      // If the role could not be loaded, the page still shows the form: the server checks the permission when
      // the form is sent.
      if (isHere) setAnswer(isKnown ? 'other' : 'admin');
    });
    return () => {
      isHere = false;
    };
  }, [api, isSignedIn]);
  return isAdmin ? 'admin' : answer;
};

/**
 * Connects the organisation to Microsoft Teams: the admin enters the code that the bot showed, then confirms the
 * connection.
 */
export const ConnectTeamsScreen = () => {
  const t = useTranslate();
  const session = useSession();
  const [step, setStep] = useState<Step>({ at: 'CODE' });
  const role = useRole(session.status === 'signedIn', session.status === 'signedIn' && session.isAdmin);
  if (session.status === 'signedOut') return <Redirect to={loginPath('/settings/connect')} />;
  if (role === 'asking') return <WaitSpinner />;
  if (role === 'other') return <AdminsOnly />;
  const goOn = (code: string, match: Connection): void => {
    setStep(match.isConnected ? { at: 'DONE', found: match } : { at: 'CONFIRM', code, found: match });
  };
  switch (step.at) {
    case 'CODE':
      return (
        <>
          <h1>{t('page.connect')}</h1>
          <p>{t('connect.intro', { product: t('product') })}</p>
          <ConnectCodeForm onFound={goOn} />
          <LightTextLink to="/teams/setup">{t('connect.guide')}</LightTextLink>
        </>
      );
    case 'CONFIRM':
      return (
        <>
          <h1>{t('connect.confirmTitle')}</h1>
          <ConnectConfirmForm
            code={step.code}
            found={step.found}
            onDone={(match) => {
              goOn(step.code, match);
            }}
            onBack={() => {
              setStep({ at: 'CODE' });
            }}
          />
        </>
      );
    case 'DONE':
      return <ConnectedNotice found={step.found} hasMember={session.memberId !== null} />;
  }
};
