import { useCallback, useEffect, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import type { PaymentInfo } from '#contracts/billing/paymentAndBillingContactCalls.ts';
import { moneyText } from '#contracts/text/formatMoney.ts';
import { useAdminsToAsk } from '../../api/identity/useAdminsToAsk.ts';
import { useBillingSummary } from '../../api/billing/billingQueries.ts';
import { ApiError } from '../../api/client/apiClient.ts';
import { useApi } from '../../api/client/apiContextAndSessionHooks.ts';
import { errorText } from '../../api/client/errorText.ts';
import { findPayment } from '../../api/billing/paymentCalls.ts';
import { useUserDetails } from '../../api/client/userDetailsAndOrgPauseCheck.ts';
import { LightTextLink } from '../../ui/display/LightTextLink.tsx';
import { Redirect } from '../../ui/router/Redirect.tsx';
import { useNavigate } from '../../ui/router/routerHooks.ts';
import { utcDay, utcMoment } from '../../ui/text/calculateAndFormatDates.ts';
import { useNotices } from '../../ui/dialogs/noticeQueue.ts';
import { useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { WaitSpinner } from '../../ui/display/WaitSpinner.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import type { WebTranslate } from '../../ui/text/translate.ts';
import { BillingContactForm } from './BillingContactForm.tsx';

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
    const setNext = (next: State): void => {
      if (!leaving.signal.aborted) setState(next);
    };
    findPayment(call, leaving.signal).then(
      (payment) => {
        setNext({ status: 'ready', payment });
      },
      (error: unknown) => {
        setNext({ status: 'failed', error });
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

/**
 * Returns a function that reads the data again that a saved payment method changes: the reader's details, from which
 * the billing banner takes its state, and the data of the billing page.
 */
const useRefresh = (): (() => Promise<void>) => {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['me'], refetchType: 'all' }),
      client.invalidateQueries({ queryKey: ['billing'], refetchType: 'none' }),
    ]);
  };
};

const sentence = (
  t: WebTranslate,
  { state, trialEndsAt, readOnlyFrom, method }: PaymentInfo,
  locale: string,
): string => {
  const product = t('product');
  switch (state) {
    case 'TRIAL':
      return t('payment.text.TRIAL', { date: utcMoment(trialEndsAt, locale) });
    case 'PAYING':
      return t('payment.text.PAYING', { method: method ?? 'none' });
    case 'TRIAL_ENDED':
      return t('payment.text.TRIAL_ENDED', { date: utcDay(readOnlyFrom, locale) });
    case 'METHOD_LOST':
      return t('payment.text.METHOD_LOST', { date: utcDay(readOnlyFrom, locale) });
    case 'OVERDUE':
      return t('payment.text.OVERDUE', { date: utcDay(readOnlyFrom, locale) });
    case 'READ_ONLY':
      return t('payment.text.READ_ONLY', { product });
  }
};

/**
 * Shows the price per person and the estimate for this month. Renders nothing if they cannot be loaded; the form below
 * works without them.
 */
const Price = () => {
  const t = useTranslate();
  const { locale } = useReader();
  const { data } = useBillingSummary();
  if (data === undefined) return null;
  const { currency, pricePerUser, currentMau, expected } = data;
  const people = currentMau + expected;
  // Calculates the amount for whole people, so that it matches the shown number of people. The forecast of the billing
  // summary also counts fractions of people.
  const amount = moneyText(pricePerUser * people, currency, locale);
  return (
    <p>
      {t('payment.price', { price: moneyText(pricePerUser, currency, locale) })}{' '}
      {people > 0 && t('payment.estimate', { amount, people })}
    </p>
  );
};

const maxNamed = 3;

/** Shown to readers who may not change the payment. Names up to three admins to ask. */
const AskAdmin = () => {
  const t = useTranslate();
  const { locale } = useReader();
  const { data: me, isPending } = useUserDetails();
  const admins = useAdminsToAsk().slice(0, maxNamed);
  if (isPending) return <WaitSpinner />;
  const state = me?.billing?.state;
  const names = new Intl.ListFormat(locale, { type: 'conjunction' }).format(admins.map(({ name }) => name));
  return (
    <>
      <h1>{t(state === undefined ? 'page.payment' : `payment.title.${state}`)}</h1>
      <p>{t(state === 'PAYING' ? 'payment.paysAlready' : 'payment.askAdmin')}</p>
      {admins.length > 0 && <p>{t('payment.admins', { names })}</p>}
      <LightTextLink to="/">{t('payment.toDashboard')}</LightTextLink>
      <LightTextLink to="/support" isOutside>
        {t('payment.support')}
      </LightTextLink>
    </>
  );
};

const Failed = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => {
  const t = useTranslate();
  return (
    <>
      <h1>{t('page.payment')}</h1>
      <p role="alert">{errorText(error, t)}</p>
      <Button appearance="primary" onClick={onRetry}>
        {t('payment.again')}
      </Button>
    </>
  );
};

/**
 * Lets admins choose how invoices are paid. Sign-in opens this screen if the trial has ended (warning ORG_TRIAL_ENDED).
 */
export const AddPaymentScreen = () => {
  const t = useTranslate();
  const { leaveFor } = useApi();
  const navigate = useNavigate();
  const notices = useNotices();
  const { locale } = useReader();
  const state = usePayment();
  const refresh = useRefresh();
  switch (state.status) {
    case 'loading':
      return <WaitSpinner />;
    case 'failed': {
      const code = state.error instanceof ApiError ? state.error.code : undefined;
      if (code === 'FORBIDDEN') return <AskAdmin />;
      // NOT_FOUND means that the installation has no billing, so the reader has nothing to do here.
      if (code === 'NOT_FOUND') return <Redirect to="/" />;
      return <Failed error={state.error} onRetry={state.retry} />;
    }
    case 'ready': {
      const { payment } = state;
      const saved = (url: string | null): void => {
        if (url !== null) {
          leaveFor(url);
          return;
        }
        // Waits for the new details before it leaves, because the banner asks for a payment method until they are
        // loaded.
        void refresh().then(() => {
          notices.push('success', t('payment.saved'));
          void navigate('/');
        });
      };
      return (
        <>
          <h1>{t(`payment.title.${payment.state}`)}</h1>
          <p>{sentence(t, payment, locale)}</p>
          <Price />
          <BillingContactForm payment={payment} onSaved={saved} />
          <LightTextLink to="/">{t('payment.toDashboard')}</LightTextLink>
        </>
      );
    }
  }
};
