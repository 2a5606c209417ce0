import { useEffect, useState } from 'react';
import { ApiError } from '../../api/client/apiClient.ts';
import { useApi, useSession } from '../../api/client/apiContextAndSessionHooks.ts';
import { errorText } from '../../api/client/errorText.ts';
import { findInvitation } from '../../api/registration/registrationPasswordResetRestoreCalls.ts';
import { loginPath } from '../../api/client/safeRedirectAndLoginPath.ts';
import { LightTextLink } from '../../ui/display/LightTextLink.tsx';
import { WaitSpinner } from '../../ui/display/WaitSpinner.tsx';
import { Redirect } from '../../ui/router/Redirect.tsx';
import { useLocation, useNavigate, useParams } from '../../ui/router/routerHooks.ts';
import { useSearchParams } from '../../ui/router/searchParamsAndValueChecks.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { JoinByInvitationPanel } from './JoinByInvitationPanel.tsx';
import { PriceNote } from './PriceNote.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import type { Invitation } from './RegisterForm.tsx';

type State =
  | { readonly status: 'loading' }
  /** `invitation` null = the reader has no invitation and registers a new organisation. */
  | { readonly status: 'ready'; readonly invitation: Invitation | null }
  | { readonly status: 'registered' }
  | { readonly status: 'failed'; readonly error: unknown };

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : undefined);

const useInvitation = (): State => {
  const { call } = useApi();
  const { memberId } = useParams();
  const params = useSearchParams();
  const code = params.get('code') ?? undefined;
  const [state, setState] = useState<State>({ status: 'loading' });
  useEffect(() => {
    if (memberId === undefined) return undefined;
    let isHere = true;
    const setNext = (next: State): void => {
      if (isHere) setState(next);
    };
    findInvitation(call, memberId, code).then(
      (member) => {
        setNext({ status: 'ready', invitation: { member, code: code ?? '' } });
      },
      (error: unknown) => {
        setNext(codeOf(error) === 'USER_ALREADY_REGISTERED' ? { status: 'registered' } : { status: 'failed', error });
      },
    );
    return () => {
      isHere = false;
    };
  }, [call, memberId, code]);
  return memberId === undefined ? { status: 'ready', invitation: null } : state;
};

const InvitationFailed = ({ error }: { readonly error: unknown }) => {
  const t = useTranslate();
  const code = codeOf(error);
  const isOver = code === 'NOT_FOUND' || code === 'CODE_INVALID' || code === 'INVALID_INPUT';
  return (
    <>
      <h1>{t(isOver ? 'register.inviteFailed' : 'page.register')}</h1>
      <p role="alert">{isOver ? t('register.inviteFailedText') : errorText(error, t)}</p>
      <LightTextLink to="/login">{t('register.signIn')}</LightTextLink>
    </>
  );
};

interface WaysProps {
  readonly invitation: Invitation | null;
  readonly addressCode: string | null;
}

/**
 * Shows the form and a link to sign-in. A reader with an invitation who follows this link returns to this page after
 * sign-in, to join with the existing account.
 */
const Ways = ({ invitation, addressCode }: WaysProps) => {
  const t = useTranslate();
  const navigate = useNavigate();
  const session = useSession();
  const { pathname, search } = useLocation();
  if (invitation !== null && session.status === 'signedIn')
    return <JoinByInvitationPanel invitation={invitation} email={session.email} />;
  return (
    <>
      {session.status === 'signedIn' && (
        <p role="status">
          {t('register.signedInAs', { email: session.email })}{' '}
          <LightTextLink to="/">{t('register.toDashboard')}</LightTextLink>
        </p>
      )}
      <RegisterForm
        invitation={invitation}
        addressCode={addressCode}
        onDone={({ id, ...known }) => void navigate(`/register/success/${id}`, { state: known })}
      />
      <p>
        {t('register.haveAccount')}{' '}
        <LightTextLink to={invitation === null ? '/login' : loginPath(pathname + search)}>
          {t('register.signIn')}
        </LightTextLink>
      </p>
      <p>
        {t('register.terms')}{' '}
        <LightTextLink to="/terms" isOutside>
          {t('page.terms')}
        </LightTextLink>{' '}
        <LightTextLink to="/privacy" isOutside>
          {t('page.privacy')}
        </LightTextLink>
      </p>
    </>
  );
};

/**
 * Lets a new person or an invited member create an account. If the address contains a code but no member id, the code
 * proves only the email address.
 */
export const RegisterScreen = () => {
  const t = useTranslate();
  const state = useInvitation();
  const params = useSearchParams();
  const product = t('product');
  switch (state.status) {
    case 'loading':
      return <WaitSpinner />;
    case 'registered':
      return <Redirect to="/register/existing-user" />;
    case 'failed':
      return <InvitationFailed error={state.error} />;
    case 'ready': {
      const { invitation } = state;
      const addressCode = invitation === null ? params.get('code') : null;
      const intro = addressCode === null ? 'register.intro' : 'register.againText';
      const content = { product, organisation: invitation?.member.orgName ?? '', name: invitation?.member.name ?? '' };
      return (
        <>
          <h1>{t(invitation === null ? 'page.register' : 'register.invitedTitle', content)}</h1>
          <p>{t(invitation === null ? intro : 'register.invitedIntro', content)}</p>
          {invitation === null && <PriceNote />}
          <Ways invitation={invitation} addressCode={addressCode} />
        </>
      );
    }
  }
};
