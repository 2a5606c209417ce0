import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { ApiError } from '../../api/client/client.ts';
import { useApi, useSession } from '../../api/client/context.ts';
import { errorText } from '../../api/client/errorText.ts';
import { findInvited } from '../../api/identity/registration.ts';
import { loginPath } from '../../api/client/safeTarget.ts';
import { CardLink } from '../../ui/display/CardLink.tsx';
import { Wait } from '../../ui/display/Wait.tsx';
import { useWords } from '../../ui/text/words.ts';
import { JoinPanel } from './JoinPanel.tsx';
import { PriceNote } from './PriceNote.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import type { Invitation } from './RegisterForm.tsx';

type State =
  | { readonly status: 'loading' }
  /** Null = no invitation: a new person with a new organisation. */
  | { readonly status: 'ready'; readonly invitation: Invitation | null }
  | { readonly status: 'registered' }
  | { readonly status: 'failed'; readonly error: unknown };

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : undefined);

const useInvitation = (): State => {
  const { call } = useApi();
  const { memberId } = useParams();
  const [params] = useSearchParams();
  const code = params.get('code') ?? undefined;
  const [state, setState] = useState<State>({ status: 'loading' });
  useEffect(() => {
    if (memberId === undefined) return undefined;
    let isHere = true;
    const tell = (next: State): void => {
      if (isHere) setState(next);
    };
    findInvited(call, memberId, code).then(
      (member) => {
        tell({ status: 'ready', invitation: { member, code: code ?? '' } });
      },
      (error: unknown) => {
        tell(codeOf(error) === 'USER_ALREADY_REGISTERED' ? { status: 'registered' } : { status: 'failed', error });
      },
    );
    return () => {
      isHere = false;
    };
  }, [call, memberId, code]);
  return memberId === undefined ? { status: 'ready', invitation: null } : state;
};

const InvitationFailed = ({ error }: { readonly error: unknown }) => {
  const words = useWords();
  const code = codeOf(error);
  const isOver = code === 'NOT_FOUND' || code === 'CODE_INVALID' || code === 'INVALID_INPUT';
  return (
    <>
      <h1>{words(isOver ? 'register.inviteFailed' : 'page.register')}</h1>
      <p role="alert">{isOver ? words('register.inviteFailedText') : errorText(error, words)}</p>
      <CardLink to="/login">{words('register.signIn')}</CardLink>
    </>
  );
};

interface WaysProps {
  readonly invitation: Invitation | null;
  readonly addressCode: string | null;
}

/** The registration form, and a link to sign in. With an invitation, the sign-in returns to this page. */
const Ways = ({ invitation, addressCode }: WaysProps) => {
  const words = useWords();
  const navigate = useNavigate();
  const session = useSession();
  const { pathname, search } = useLocation();
  if (invitation !== null && session.status === 'signedIn')
    return <JoinPanel invitation={invitation} email={session.email} />;
  return (
    <>
      {session.status === 'signedIn' && (
        <p role="status">
          {words('register.signedInAs', { email: session.email })}{' '}
          <CardLink to="/">{words('register.toDashboard')}</CardLink>
        </p>
      )}
      <RegisterForm
        invitation={invitation}
        addressCode={addressCode}
        onDone={({ id, ...known }) => void navigate(`/register/success/${id}`, { state: known })}
      />
      <p>
        {words('register.haveAccount')}{' '}
        <CardLink to={invitation === null ? '/login' : loginPath(pathname + search)}>
          {words('register.signIn')}
        </CardLink>
      </p>
      <p>
        {words('register.terms')}{' '}
        <CardLink to="/terms" isOutside>
          {words('page.terms')}
        </CardLink>{' '}
        <CardLink to="/privacy" isOutside>
          {words('page.privacy')}
        </CardLink>
      </p>
    </>
  );
};

/** Creates an account for a new person, or for a member by their invitation. A code without a member proves the address. */
export const RegisterScreen = () => {
  const words = useWords();
  const state = useInvitation();
  const [params] = useSearchParams();
  const product = words('product');
  switch (state.status) {
    case 'loading':
      return <Wait />;
    case 'registered':
      return <Navigate to="/register/existing-user" replace />;
    case 'failed':
      return <InvitationFailed error={state.error} />;
    case 'ready': {
      const { invitation } = state;
      const addressCode = invitation === null ? params.get('code') : null;
      const intro = addressCode === null ? 'register.intro' : 'register.againText';
      const said = { product, organization: invitation?.member.orgName ?? '', name: invitation?.member.name ?? '' };
      return (
        <>
          <h1>{words(invitation === null ? 'page.register' : 'register.invitedTitle', said)}</h1>
          <p>{words(invitation === null ? intro : 'register.invitedIntro', said)}</p>
          {invitation === null && <PriceNote />}
          <Ways invitation={invitation} addressCode={addressCode} />
        </>
      );
    }
  }
};
