import { CardPageLink } from '../../ui/display/CardPageLink.tsx';
import { useTranslate } from '../../ui/text/translate.ts';

/** Shown when the reader returns from the payment provider without a saved payment method. */
export const PaymentCancelledScreen = () => {
  const t = useTranslate();
  return (
    <>
      <h1>{t('payment.cancelledTitle')}</h1>
      <p>{t('payment.cancelledText')}</p>
      <CardPageLink to="/payment/add">{t('payment.again')}</CardPageLink>
      <CardPageLink to="/">{t('payment.toDashboard')}</CardPageLink>
    </>
  );
};
