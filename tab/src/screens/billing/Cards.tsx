import type { ReactNode } from 'react';
import { ArrowDown20Regular } from '@fluentui/react-icons/svg/arrow-down';
import { ArrowUp20Regular } from '@fluentui/react-icons/svg/arrow-up';
import type { BillingSummary } from '#contracts/billing.ts';
import { dateIn, mediumDate } from '../../ui/dates.ts';
import { useReader } from '../../ui/reader.ts';
import { useWords } from '../../ui/words.ts';
import css from './Cards.module.css';
import { amountOf, monthBefore, monthName, percentOf } from './figures.ts';

interface CardProps {
  readonly label: string;
  readonly note: string;
  readonly children: ReactNode;
}

const Card = ({ label, note, children }: CardProps) => (
  <div className={css.card}>
    <dt className={css.label}>{label}</dt>
    <dd className={css.value}>{children}</dd>
    <dd className={css.note}>{note}</dd>
  </div>
);

const arrows = { UP: <ArrowUp20Regular />, DOWN: <ArrowDown20Regular />, SAME: null } as const;
const spoken = { UP: 'billing.trendUp', DOWN: 'billing.trendDown', SAME: 'billing.trendSame' } as const;

const Trend = ({ trend: { direction, percent } }: Pick<BillingSummary, 'trend'>) => {
  const words = useWords();
  const { locale } = useReader();
  const said = percentOf(percent, locale);
  return (
    <span className={css.trend} role="img" aria-label={words(spoken[direction], { percent: said })}>
      {arrows[direction]}
      {said}
    </span>
  );
};

/** The month so far, what it may come to, and how that compares. */
export const Cards = ({ summary }: { readonly summary: BillingSummary }) => {
  const words = useWords();
  const { locale } = useReader();
  const { month, currency, currentMau, expected, stillDue: due, trialEndsAt } = summary;
  const count = (people: number): string => new Intl.NumberFormat(locale).format(people);
  const people = { counted: count(currentMau), expected: count(expected), due: count(due), isMore: due > 0 };
  const last = { month: monthName(monthBefore(month), locale) };
  return (
    <>
      <dl className={css.cards}>
        <Card
          label={words('billing.currentMau')}
          note={words('billing.currentMauNote', { month: monthName(month, locale) })}
        >
          {count(currentMau)}
        </Card>
        <Card label={words('billing.forecast', { currency })} note={words('billing.forecastNote', people)}>
          {amountOf(summary.currentMonthForecast, locale)}
        </Card>
        <Card label={words('billing.prior', { currency })} note={last.month}>
          {amountOf(summary.lastMonthAmount, locale)}
        </Card>
        <Card label={words('billing.trend')} note={words('billing.trendNote', last)}>
          <Trend trend={summary.trend} />
        </Card>
      </dl>
      <p className={css.terms}>
        {words('billing.price', { price: `${amountOf(summary.pricePerUser, locale)} ${currency}` })}{' '}
        {trialEndsAt !== null &&
          words('billing.trialNote', { date: mediumDate(dateIn(Date.parse(trialEndsAt), 'UTC'), locale) })}
      </p>
    </>
  );
};
