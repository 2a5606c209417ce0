import { usePrice } from '../../api/organisations/installation.ts';
import { CardLink } from '../../ui/display/CardLink.tsx';
import { amountWith } from '../../ui/text/money.ts';
import { useReader } from '../../ui/text/reader.ts';
import { useSurface } from '../../ui/display/surface.ts';
import { useWords } from '../../ui/text/words.ts';

/** Names the trial and the price of a person, for a reader who creates an organisation. Never inside the chat tool. */
export const PriceNote = () => {
  const words = useWords();
  const { locale } = useReader();
  const { embedded, host } = useSurface();
  const price = usePrice();
  if (price === null || embedded || host !== 'browser') return null;
  const { perPerson, currency, trialDays: days } = price;
  return (
    <p>
      {words('register.price', { days, price: amountWith(perPerson, currency, locale) })}{' '}
      <CardLink to="/prices" isOutside>
        {words('page.prices')}
      </CardLink>
    </p>
  );
};
