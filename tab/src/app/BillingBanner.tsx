import { CalendarClock16Regular } from '@fluentui/react-icons/svg/calendar-clock';
import { Warning16Regular } from '@fluentui/react-icons/svg/warning';
import type { UserDetails } from '#contracts/account.ts';
import { utcDay } from '../ui/dates.ts';
import { useReader } from '../ui/reader.ts';
import { RouterLink } from '../ui/RouterLink.tsx';
import { useWords } from '../ui/words.ts';
import type { WebWords } from '../ui/words.ts';
import css from './BillingBanner.module.css';

type Billing = NonNullable<UserDetails['billing']>;

interface BillingBannerProps {
  readonly billing: Billing;
  readonly mayPay: boolean;
}

const sentence = (words: WebWords, { state, daysLeft, readOnlyFrom }: Billing, locale: string): string => {
  const date = utcDay(readOnlyFrom, locale);
  switch (state) {
    case 'TRIAL':
      return words('banner.TRIAL', { days: daysLeft - 1 });
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

/** Says how long the trial runs, or what a missing payment leads to, and offers the way on to whoever may take it. */
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
