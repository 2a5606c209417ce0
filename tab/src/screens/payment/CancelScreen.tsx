import { CardLink } from '../../ui/display/CardLink.tsx';
import { useWords } from '../../ui/text/words.ts';

/** Return from the provider's page without a saved payment method. */
export const CancelScreen = () => {
  const words = useWords();
  return (
    <>
      <h1>{words('payment.cancelledTitle')}</h1>
      <p>{words('payment.cancelledText')}</p>
      <CardLink to="/payment/add">{words('payment.again')}</CardLink>
      <CardLink to="/">{words('payment.toDashboard')}</CardLink>
    </>
  );
};
