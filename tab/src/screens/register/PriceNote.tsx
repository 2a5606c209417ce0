import { moneyText } from '#contracts/text/formatMoney.ts';
import { usePrice } from '../../api/organisations/readOperatorInfoAndPrice.ts';
import { LightTextLink } from '../../ui/display/LightTextLink.tsx';
import { useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { useSurface } from '../../ui/display/pageHostContext.ts';
import { useTranslate } from '../../ui/text/translate.ts';

/**
 * Shows the trial and the price per person to a reader who creates an organisation. Never shown inside Microsoft Teams.
 */
export const PriceNote = () => {
  const t = useTranslate();
  const { locale } = useReader();
  const { embedded, host } = useSurface();
  const price = usePrice();
  if (price === null || embedded || host !== 'browser') return null;
  const { perPerson, currency, trialDays: days } = price;
  return (
    <p>
      {t('register.price', { days, price: moneyText(perPerson, currency, locale) })}{' '}
      <LightTextLink to="/prices" isOutside>
        {t('page.prices')}
      </LightTextLink>
    </p>
  );
};
