import type { PaymentInfo } from '#contracts/billing/paymentAndBillingContactCalls.ts';
import { usePaymentInfo } from '../../api/billing/billingQueries.ts';
import { ButtonLink } from '../../ui/display/ButtonLink.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './Billing.module.css';
import { LoadedBillingSection } from './LoadedBillingSection.tsx';

const headingId = 'billing-payment';

const Details = ({ payment: { contact, method } }: { readonly payment: PaymentInfo }) => {
  const t = useTranslate();
  if (contact === null) return <p className={css.plain}>{t('billing.payNone')}</p>;
  const facts = [
    ['billing.payMethod', method ?? ''],
    ['billing.payName', contact.name],
    ['billing.payEmail', contact.email],
    ['billing.payAddress', contact.address],
    ['billing.payTaxId', contact.taxId],
    ['billing.payOrder', contact.purchaseOrder],
  ] as const;
  return (
    <dl className={css.facts}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([key, value]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
};

/** Shows the recipient of the invoices, with a link to change it. The link stays if the data cannot be loaded. */
export const PaymentAndBillingContactSection = () => {
  const t = useTranslate();
  const { data, error, refetch } = usePaymentInfo();
  const hasNone = data?.contact === null;
  return (
    <section className={css.section} aria-labelledby={headingId}>
      <div className={css.sectionHead}>
        <h2 id={headingId} className={css.sectionTitle}>
          {t('billing.payment')}
        </h2>
        <ButtonLink to="/payment/add">{t(hasNone ? 'billing.payAdd' : 'billing.payChange')}</ButtonLink>
      </div>
      <LoadedBillingSection error={error} refetch={() => void refetch()}>
        {data === undefined ? undefined : <Details payment={data} />}
      </LoadedBillingSection>
    </section>
  );
};
