import type { Installation } from '../../api/organisations/installation.ts';
import { amountWith } from '../../ui/text/money.ts';
import { useReader } from '../../ui/text/reader.ts';
import { useWords } from '../../ui/text/words.ts';
import { LegalPage } from './LegalPage.tsx';
import type { Part } from './LegalPage.tsx';

/**
 * Explains the price, the trial and the way to pay to a person without an account. The other legal pages do not link here, because
 * the chat tool opens them and may not mention payments.
 */
export const PricesScreen = () => {
  const words = useWords();
  const { locale } = useReader();
  const parts = ({ price }: Installation): readonly Part[] => {
    if (price === null) return [{ title: null, texts: [words('legal.priceNone')] }];
    const { perPerson, currency, trialDays: days } = price;
    return [
      {
        title: 'legal.priceTitle',
        texts: [words('legal.priceText', { price: amountWith(perPerson, currency, locale) })],
      },
      { title: 'legal.trialTitle', texts: [words('legal.trialText', { days })] },
      { title: 'legal.payTitle', texts: [words('legal.payText')] },
    ];
  };
  return (
    <LegalPage titleKey="page.prices" parts={parts}>
      {() => null}
    </LegalPage>
  );
};
