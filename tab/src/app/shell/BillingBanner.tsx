import { CalendarClock16Regular } from '@fluentui/react-icons/svg/calendar-clock';
import { Warning16Regular } from '@fluentui/react-icons/svg/warning';
import type { UserDetails } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { mediumDate, utcDay, utcMoment } from '../../ui/text/calculateAndFormatDates.ts';
import { useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { AppLink } from '../../ui/display/AppLink.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import type { WebTranslate } from '../../ui/text/translate.ts';
import css from './BillingBanner.module.css';

type Billing = NonNullable<UserDetails['billing']>;

interface OverdueBannerProps {
  readonly invoice: NonNullable<UserDetails['overdueInvoice']>;
}

const OverdueBanner = ({ invoice: { number, dueOn, count } }: OverdueBannerProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const date = mediumDate(dueOn, locale);
  return (
    <aside className={css.urgent} aria-label={t('banner.label')}>
      <Warning16Regular />
      <span>{t('banner.invoice', { number, date, count })}</span>
      <AppLink to="/billing">{t('banner.toInvoices')}</AppLink>
    </aside>
  );
};

interface BillingBannerProps {
  readonly billing: Billing;
  /** Shown instead of the trial, if there is one. */
  readonly overdueInvoice: OverdueBannerProps['invoice'] | null;
  readonly mayPay: boolean;
}

const sentence = (t: WebTranslate, { state, daysLeft, trialEndsAt, readOnlyFrom }: Billing, locale: string): string => {
  const date = utcDay(readOnlyFrom, locale);
  switch (state) {
    case 'TRIAL':
      return t('banner.TRIAL', { days: daysLeft, date: utcMoment(trialEndsAt, locale) });
    case 'TRIAL_ENDED':
      return t('banner.TRIAL_ENDED', { date });
    case 'METHOD_LOST':
      return t('banner.METHOD_LOST', { date });
    case 'OVERDUE':
      return t('banner.OVERDUE', { date });
    case 'READ_ONLY':
      return t('banner.READ_ONLY');
    case 'PAYING':
      return '';
  }
};

/** Shows when the trial ends, or the consequence of a missing payment. Readers who may pay also see a link to the payment page. */
const PaymentBanner = ({ billing, mayPay }: Omit<BillingBannerProps, 'overdueInvoice'>) => {
  const t = useTranslate();
  const { locale } = useReader();
  const { state } = billing;
  const isCalm = state === 'TRIAL';
  return (
    <aside className={isCalm ? css.calm : css.urgent} aria-label={t('banner.label')}>
      {isCalm ? <CalendarClock16Regular /> : <Warning16Regular />}
      <span>{sentence(t, billing, locale)}</span>
      {mayPay && <AppLink to="/payment/add">{t(state === 'OVERDUE' ? 'banner.change' : 'banner.add')}</AppLink>}
    </aside>
  );
};

/** Shows an overdue invoice, the end of the trial or the consequence of a missing payment. */
export const BillingBanner = ({ billing, overdueInvoice, mayPay }: BillingBannerProps) =>
  overdueInvoice === null ? <PaymentBanner {...{ billing, mayPay }} /> : <OverdueBanner invoice={overdueInvoice} />;
