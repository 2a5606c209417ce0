import { moneyText } from '#contracts/text/formatMoney.ts';
import type { Installation } from '../../api/organisations/readOperatorInfoAndPrice.ts';
import { useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { LegalPage } from './LegalPageAndContact.tsx';
import type { Part } from './LegalPageAndContact.tsx';

/**
 * Explains the price, the trial and the payment to readers without an account. The other legal pages have no link to
 * this page, because Microsoft Teams opens them and must not show payments.
 */
export const PricesScreen = () => {
  const t = useTranslate();
  const { locale } = useReader();
  const parts = ({ price }: Installation): readonly Part[] => {
    if (price === null) return [{ title: null, texts: [t('legal.priceNone')] }];
    const { perPerson, currency, trialDays: days } = price;
    return [
      {
        title: 'legal.priceTitle',
        texts: [t('legal.priceText', { price: moneyText(perPerson, currency, locale) })],
      },
      { title: 'legal.trialTitle', texts: [t('legal.trialText', { days })] },
      { title: 'legal.payTitle', texts: [t('legal.payText')] },
    ];
  };
  return (
    <LegalPage titleKey="page.prices" parts={parts}>
      {() => null}
    </LegalPage>
  );
};
