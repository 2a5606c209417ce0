import { CalendarClock16Regular } from '@fluentui/react-icons/svg/calendar-clock';
import { Warning16Regular } from '@fluentui/react-icons/svg/warning';
import type { UserDetails } from '#contracts/identity/session.ts';
import { mediumDate, utcDay, utcMoment } from '../../ui/text/dates.ts';
import { useReader } from '../../ui/text/reader.ts';
import { RouterLink } from '../../ui/display/RouterLink.tsx';
import { useWords } from '../../ui/text/words.ts';
import type { WebWords } from '../../ui/text/words.ts';
import css from './BillingBanner.module.css';

type Billing = NonNullable<UserDetails['billing']>;

interface OverdueBannerProps {
  readonly invoice: NonNullable<UserDetails['overdueInvoice']>;
}

/** Announces overdue invoices, with a link to them. */
export const OverdueBanner = ({ invoice: { number, dueOn, count } }: OverdueBannerProps) => {
  const words = useWords();
  const { locale } = useReader();
  const date = mediumDate(dueOn, locale);
  return (
    <aside className={css.urgent} aria-label={words('banner.label')}>
      <Warning16Regular />
      <span>{words('banner.invoice', { number, date, count })}</span>
      <RouterLink to="/billing">{words('banner.toInvoices')}</RouterLink>
    </aside>
  );
};

interface BillingBannerProps {
  readonly billing: Billing;
  readonly mayPay: boolean;
}

const sentence = (words: WebWords, { state, daysLeft, trialEndsAt, readOnlyFrom }: Billing, locale: string): string => {
  const date = utcDay(readOnlyFrom, locale);
  switch (state) {
    case 'TRIAL':
      return words('banner.TRIAL', { days: daysLeft, date: utcMoment(trialEndsAt, locale) });
    case 'TRIAL_ENDED':
      return words('banner.TRIAL_ENDED', { date });
    case 'METHOD_LOST':
      return words('banner.METHOD_LOST', { date });
    case 'OVERDUE':
      return words('banner.OVERDUE', { date });
    case 'READ_ONLY':
      return words('banner.READ_ONLY');
    case 'PAYING':
      return '';
  }
};

/** Shows the end of the trial or the consequence of a missing payment, with a link to pay for readers who may. */
export const BillingBanner = ({ billing, mayPay }: BillingBannerProps) => {
  const words = useWords();
  const { locale } = useReader();
  const { state } = billing;
  const isCalm = state === 'TRIAL';
  return (
    <aside className={isCalm ? css.calm : css.urgent} aria-label={words('banner.label')}>
      {isCalm ? <CalendarClock16Regular /> : <Warning16Regular />}
      <span>{sentence(words, billing, locale)}</span>
      {mayPay && (
        <RouterLink to="/payment/add">{words(state === 'OVERDUE' ? 'banner.change' : 'banner.add')}</RouterLink>
      )}
    </aside>
  );
};
