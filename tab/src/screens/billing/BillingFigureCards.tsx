import type { ReactNode } from 'react';
import { ArrowDown20Regular } from '@fluentui/react-icons/svg/arrow-down';
import { ArrowUp20Regular } from '@fluentui/react-icons/svg/arrow-up';
import type { BillingSummary } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import { percentText } from '#contracts/text/percentText.ts';
import { amountText, moneyText } from '#contracts/text/formatMoney.ts';
import { utcMoment } from '../../ui/text/calculateAndFormatDates.ts';
import { useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './BillingFigureCards.module.css';
import { monthBefore, monthName } from './formatBillingMonth.ts';

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
const trendKeys = { UP: 'billing.trendUp', DOWN: 'billing.trendDown', SAME: 'billing.trendSame' } as const;

const Trend = ({ trend: { direction, percent } }: Pick<BillingSummary, 'trend'>) => {
  const t = useTranslate();
  const { locale } = useReader();
  const text = percentText(percent, locale, 1);
  return (
    <span className={css.trend} role="img" aria-label={t(trendKeys[direction], { percent: text })}>
      {arrows[direction]}
      {text}
    </span>
  );
};

const useForecastNote = (): ((summary: BillingSummary) => string) => {
  const t = useTranslate();
  const { locale } = useReader();
  const count = (people: number): string => new Intl.NumberFormat(locale).format(people);
  return (summary) => {
    const { currency, currentMau, currentFree, expected, stillDue: due, trialEndsAt, isTrial } = summary;
    const price = moneyText(summary.pricePerUser, currency, locale);
    const hasNoUse = currentMau + expected === 0;
    if (isTrial && trialEndsAt !== null)
      return t(hasNoUse ? 'billing.forecastFreeNobody' : 'billing.forecastFree', {
        ...{ until: utcMoment(trialEndsAt, locale), price },
        amount: moneyText(summary.fullMonthAmount, currency, locale),
      });
    if (hasNoUse && due === 0) return t('billing.forecastNobody', { price });
    return t('billing.forecastNote', {
      ...{ counted: count(currentMau), free: count(currentFree), hasFree: currentFree > 0 },
      ...{ expected: count(expected), due: count(due), isMore: due > 0 },
    });
  };
};

const Terms = ({ summary }: { readonly summary: BillingSummary }) => {
  const t = useTranslate();
  const { locale } = useReader();
  const { month, currency, pricePerUser, trialEndsAt, isTrial } = summary;
  const trialText = (endsAt: string): string =>
    t(isTrial ? 'billing.trialNote' : 'billing.trialOver', {
      ...{ date: utcMoment(endsAt, locale), month: monthName(month, locale) },
    });
  return (
    <>
      <p className={css.terms}>
        {t('billing.price', { price: moneyText(pricePerUser, currency, locale) })}{' '}
        {trialEndsAt !== null && trialText(trialEndsAt)}
      </p>
      <details className={css.meaning}>
        <summary>{t('billing.figuresTitle')}</summary>
        <p>{t('billing.figuresMau')}</p>
        <p>{t('billing.figuresDue')}</p>
      </details>
    </>
  );
};

export const BillingFigureCards = ({ summary }: { readonly summary: BillingSummary }) => {
  const t = useTranslate();
  const { locale } = useReader();
  const noteOf = useForecastNote();
  const { month, currency, lastMonthAmount } = summary;
  const last = { month: monthName(monthBefore(month), locale) };
  return (
    <>
      <dl className={css.cards}>
        <Card label={t('billing.currentMau')} note={t('billing.currentMauNote', { month: monthName(month, locale) })}>
          {new Intl.NumberFormat(locale).format(summary.currentMau)}
        </Card>
        <Card label={t('billing.forecast', { currency })} note={noteOf(summary)}>
          {amountText(summary.currentMonthForecast, locale)}
        </Card>
        <Card label={t('billing.prior', { currency })} note={last.month}>
          {amountText(lastMonthAmount, locale)}
        </Card>
        <Card
          label={t('billing.trend')}
          note={t(lastMonthAmount === 0 ? 'billing.trendNothing' : 'billing.trendNote', last)}
        >
          <Trend trend={summary.trend} />
        </Card>
      </dl>
      <Terms summary={summary} />
    </>
  );
};
