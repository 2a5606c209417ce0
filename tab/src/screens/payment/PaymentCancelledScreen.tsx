import { LightTextLink } from '../../ui/display/LightTextLink.tsx';
import { useTranslate } from '../../ui/text/translate.ts';

/** Shown when the reader returns from the payment provider without a saved payment method. */
export const PaymentCancelledScreen = () => {
  const t = useTranslate();
  return (
    <>
      <h1>{t('payment.cancelledTitle')}</h1>
      <p>{t('payment.cancelledText')}</p>
      <LightTextLink to="/payment/add">{t('payment.again')}</LightTextLink>
      <LightTextLink to="/">{t('payment.toDashboard')}</LightTextLink>
    </>
  );
};
