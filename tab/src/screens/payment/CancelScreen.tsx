import { CardLink } from '../../ui/CardLink.tsx';
import { useWords } from '../../ui/words.ts';

/** Back from the provider's page without having finished there. */
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
