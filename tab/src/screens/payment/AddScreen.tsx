import { useCallback, useEffect, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Navigate, useNavigate } from 'react-router-dom';
import type { PaymentInfo } from '#contracts/payment.ts';
import { useAdmins } from '../../api/admins.ts';
import { ApiError } from '../../api/client.ts';
import { useApi } from '../../api/context.ts';
import { errorText } from '../../api/errorText.ts';
import { findPayment } from '../../api/payment.ts';
import { useUserDetails } from '../../api/queries.ts';
import { CardLink } from '../../ui/CardLink.tsx';
import { utcDay } from '../../ui/dates.ts';
import { useNotices } from '../../ui/notices.ts';
import { useReader } from '../../ui/reader.ts';
import { Wait } from '../../ui/Wait.tsx';
import { useWords } from '../../ui/words.ts';
import type { WebWords } from '../../ui/words.ts';
import { ContactForm } from './ContactForm.tsx';

type State =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly payment: PaymentInfo }
  | { readonly status: 'failed'; readonly error: unknown };

const usePayment = (): State & { readonly retry: () => void } => {
  const { call } = useApi();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State>({ status: 'loading' });
  useEffect(() => {
    const leaving = new AbortController();
    const tell = (next: State): void => {
      if (!leaving.signal.aborted) setState(next);
    };
    findPayment(call, leaving.signal).then(
      (payment) => {
        tell({ status: 'ready', payment });
      },
      (error: unknown) => {
        tell({ status: 'failed', error });
      },
    );
    return () => {
      leaving.abort();
    };
  }, [call, attempt]);
  const retry = useCallback(() => {
    setState({ status: 'loading' });
    setAttempt((before) => before + 1);
  }, []);
  return { ...state, retry };
};

/** What holds now and what follows, in one sentence. */
const sentence = (
  words: WebWords,
  { state, trialEndsAt, readOnlyFrom, method }: PaymentInfo,
  locale: string,
): string => {
  const product = words('product');
  switch (state) {
    case 'TRIAL':
      return words('payment.text.TRIAL', { date: utcDay(trialEndsAt, locale) });
    case 'PAYING':
      return words('payment.text.PAYING', { method: method ?? 'none' });
    case 'TRIAL_ENDED':
      return words('payment.text.TRIAL_ENDED', { date: utcDay(readOnlyFrom, locale) });
    case 'METHOD_LOST':
      return words('payment.text.METHOD_LOST', { date: utcDay(readOnlyFrom, locale) });
    case 'OVERDUE':
      return words('payment.text.OVERDUE', { date: utcDay(readOnlyFrom, locale) });
    case 'READ_ONLY':
      return words('payment.text.READ_ONLY', { product });
  }
};

const mostNamed = 3;

/** For whoever may not change it: whom to ask, and what still works. */
const AskAdmin = () => {
  const words = useWords();
  const { locale } = useReader();
  const { data: me, isPending } = useUserDetails();
  const admins = useAdmins().slice(0, mostNamed);
  if (isPending) return <Wait />;
  const state = me?.billing?.state;
  const names = new Intl.ListFormat(locale, { type: 'conjunction' }).format(admins.map(({ name }) => name));
  return (
    <>
      <h1>{words(state === undefined ? 'page.payment' : `payment.title.${state}`)}</h1>
      <p>{words(state === 'PAYING' ? 'payment.paysAlready' : 'payment.askAdmin')}</p>
      {admins.length > 0 && <p>{words('payment.admins', { names })}</p>}
      <CardLink to="/">{words('payment.toDashboard')}</CardLink>
      <CardLink to="/support" isOutside>
        {words('payment.support')}
      </CardLink>
    </>
  );
};

const Failed = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => {
  const words = useWords();
  return (
    <>
      <h1>{words('page.payment')}</h1>
      <p role="alert">{errorText(error, words)}</p>
      <Button appearance="primary" onClick={onRetry}>
        {words('payment.again')}
      </Button>
    </>
  );
};

/** Where signing in leads when the trial is over (warning ORG_TRIAL_ENDED), and where an admin says how invoices are paid. */
export const AddScreen = () => {
  const words = useWords();
  const { leaveFor } = useApi();
  const navigate = useNavigate();
  const notices = useNotices();
  const { locale } = useReader();
  const state = usePayment();
  switch (state.status) {
    case 'loading':
      return <Wait />;
    case 'failed': {
      const code = state.error instanceof ApiError ? state.error.code : undefined;
      if (code === 'FORBIDDEN') return <AskAdmin />;
      // Nothing is billed here.
      if (code === 'NOT_FOUND') return <Navigate to="/" replace />;
      return <Failed error={state.error} onRetry={state.retry} />;
    }
    case 'ready': {
      const { payment } = state;
      const saved = (url: string | null): void => {
        if (url !== null) {
          leaveFor(url);
          return;
        }
        notices.push('success', words('payment.saved'));
        void navigate('/');
      };
      return (
        <>
          <h1>{words(`payment.title.${payment.state}`)}</h1>
          <p>{sentence(words, payment, locale)}</p>
          <ContactForm payment={payment} onSaved={saved} />
          <CardLink to="/">{words('payment.toDashboard')}</CardLink>
        </>
      );
    }
  }
};
