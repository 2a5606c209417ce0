import { useCallback, useEffect, useState } from 'react';
import { Field, Textarea } from '@fluentui/react-components';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { BillingContact, PaymentInfo } from '#contracts/billing/paymentAndBillingContactCalls.ts';
import { useApi, useSession } from '../../api/client/apiContextAndSessionHooks.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useKeptForm } from '../../api/client/useFormWithStoredDraft.ts';
import { savePayment } from '../../api/billing/paymentCalls.ts';
import type { Attempt } from '../../ui/forms/attemptState.ts';
import { SingleTaskPageForm } from '../../ui/forms/SingleTaskPageForm.tsx';
import { looksLikeEmail } from '../../ui/text/looksLikeEmail.ts';
import { TextField } from '../../ui/forms/TextField.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import type { WebKey } from '../../ui/text/translate.ts';

type FieldName = keyof BillingContact;
type Faults = Partial<Record<FieldName, WebKey>>;

const faultsOf = ({ name, email, address }: BillingContact): Faults => ({
  ...(name.trim() === '' ? { name: 'payment.nameMissing' } : {}),
  ...(looksLikeEmail(email) ? {} : { email: 'payment.emailFault' }),
  ...(address.trim() === '' ? { address: 'payment.addressMissing' } : {}),
});

interface ContactFormProps {
  readonly payment: PaymentInfo;
  /**
   * Called after saving. `url` is the address of the payment provider's page for the payment method; null = there is no
   * such page.
   */
  readonly onSaved: (url: string | null) => void;
}

/**
 * Calls `onBack` when the browser shows this page again from its cache, for example when the reader returns from the
 * payment provider's page by Back.
 */
const useBack = (onBack: () => void): void => {
  useEffect(() => {
    const shown = ({ persisted: isPersisted }: PageTransitionEvent): void => {
      if (isPersisted) onBack();
    };
    window.addEventListener('pageshow', shown);
    return () => {
      window.removeEventListener('pageshow', shown);
    };
  }, [onBack]);
};

const useContact = ({ payment, onSaved }: ContactFormProps) => {
  const t = useTranslate();
  const { call } = useApi();
  const session = useSession();
  const email = session.status === 'signedIn' ? session.email : '';
  const nothingYet: BillingContact = { name: '', email, address: '', taxId: '', purchaseOrder: '' };
  const form = useKeptForm<BillingContact>('payment', payment.contact ?? nothingYet);
  const draft = form.values;
  const [faults, setFaults] = useState<Faults>({});
  const [attempt, setAttempt] = useState<Attempt>({ status: 'idle' });
  const settle = useCallback(() => {
    setAttempt({ status: 'idle' });
  }, []);
  useBack(settle);
  const submit = async (): Promise<void> => {
    const newFaults = faultsOf(draft);
    setFaults(newFaults);
    setAttempt({ status: 'idle' });
    if (Object.keys(newFaults).length > 0) return;
    setAttempt({ status: 'running' });
    try {
      const { url } = await savePayment(call, { ...draft, email: draft.email.trim() });
      form.drop();
      onSaved(url);
    } catch (error) {
      setAttempt({ status: 'failed', error });
    }
  };
  const field = (name: FieldName) => {
    const fault = faults[name];
    return {
      ...{ name, value: draft[name], fault: fault === undefined ? null : t(fault) },
      onChange: (value: string) => {
        form.set({ [name]: value });
      },
    };
  };
  const failure = attempt.status === 'failed' ? errorText(attempt.error, t) : null;
  return { draft, faults, field, failure, isRunning: attempt.status === 'running', submit };
};

export const BillingContactForm = (props: ContactFormProps) => {
  const t = useTranslate();
  const { faults, field, failure, isRunning, submit } = useContact(props);
  const isByCard = props.payment.provider === 'stripe';
  const { onChange: onAddress, fault: addressFault, ...address } = field('address');
  const label = isByCard ? 'payment.toProvider' : 'payment.save';
  return (
    <SingleTaskPageForm
      onSubmit={() => void submit()}
      submit={t(isRunning ? 'payment.saving' : label)}
      isRunning={isRunning}
      failure={failure}
      faults={faults}
    >
      <TextField
        {...field('name')}
        label={t('payment.name')}
        autoComplete="organization"
        maxLength={limits.nameLength}
      />
      <TextField
        {...field('email')}
        type="email"
        label={t('payment.email')}
        autoComplete="email"
        maxLength={limits.emailLength}
      />
      <Field label={t('payment.address')} validationMessage={addressFault}>
        <Textarea
          {...address}
          id="address"
          required
          autoComplete="street-address"
          resize="vertical"
          maxLength={limits.addressLength}
          onChange={(_, { value }) => {
            onAddress(value);
          }}
        />
      </Field>
      <TextField
        {...field('taxId')}
        label={t('payment.taxId')}
        isRequired={false}
        autoComplete="off"
        maxLength={limits.taxIdLength}
      />
      <TextField
        {...field('purchaseOrder')}
        label={t('payment.purchaseOrder')}
        isRequired={false}
        autoComplete="off"
        maxLength={limits.purchaseOrderLength}
      />
      {isByCard && <p>{t('payment.providerNote', { product: t('product') })}</p>}
    </SingleTaskPageForm>
  );
};
