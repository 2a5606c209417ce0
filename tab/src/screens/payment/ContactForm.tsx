import { useCallback, useEffect, useState } from 'react';
import { Field, Textarea } from '@fluentui/react-components';
import { limits } from '#contracts/core/limits.ts';
import type { BillingContact, PaymentInfo } from '#contracts/billing/payment.ts';
import { useApi, useSession } from '../../api/client/context.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useKeptForm } from '../../api/client/keptForm.ts';
import { savePayment } from '../../api/billing/payment.ts';
import type { Attempt } from '../../ui/forms/attempt.ts';
import { CardForm } from '../../ui/forms/CardForm.tsx';
import { looksLikeEmail } from '../../ui/text/looksLikeEmail.ts';
import { TextField } from '../../ui/forms/TextField.tsx';
import { useWords } from '../../ui/text/words.ts';
import type { WebKey } from '../../ui/text/words.ts';

type FieldName = keyof BillingContact;
type Faults = Partial<Record<FieldName, WebKey>>;

/** Returns the faults that can be found without the server. */
const faultsOf = ({ name, email, address }: BillingContact): Faults => ({
  ...(name.trim() === '' ? { name: 'payment.nameMissing' } : {}),
  ...(looksLikeEmail(email) ? {} : { email: 'payment.emailFault' }),
  ...(address.trim() === '' ? { address: 'payment.addressMissing' } : {}),
});

interface ContactFormProps {
  readonly payment: PaymentInfo;
  /** Called after saving. `url` = the page on which a card is entered; null if there is none. */
  readonly onSaved: (url: string | null) => void;
}

/** Calls `onBack` when the browser shows this page again from its cache, as after Back from the provider's page. */
const useBack = (onBack: () => void): void => {
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) onBack();
    };
    window.addEventListener('pageshow', shown);
    return () => {
      window.removeEventListener('pageshow', shown);
    };
  }, [onBack]);
};

const useContact = ({ payment, onSaved }: ContactFormProps) => {
  const words = useWords();
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
    const found = faultsOf(draft);
    setFaults(found);
    setAttempt({ status: 'idle' });
    if (Object.keys(found).length > 0) return;
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
      ...{ name, value: draft[name], fault: fault === undefined ? null : words(fault) },
      onChange: (value: string) => {
        form.set({ [name]: value });
      },
    };
  };
  const failure = attempt.status === 'failed' ? errorText(attempt.error, words) : null;
  return { draft, faults, field, failure, isRunning: attempt.status === 'running', submit };
};

/** The form for the recipient of the bills. */
export const ContactForm = (props: ContactFormProps) => {
  const words = useWords();
  const { faults, field, failure, isRunning, submit } = useContact(props);
  const isByCard = props.payment.provider === 'stripe';
  const { onChange: onAddress, fault: addressFault, ...address } = field('address');
  const label = isByCard ? 'payment.toProvider' : 'payment.save';
  return (
    <CardForm
      onSubmit={() => void submit()}
      submit={words(isRunning ? 'payment.saving' : label)}
      isRunning={isRunning}
      failure={failure}
      faults={faults}
    >
      <TextField
        {...field('name')}
        label={words('payment.name')}
        autoComplete="organization"
        maxLength={limits.nameLength}
      />
      <TextField
        {...field('email')}
        type="email"
        label={words('payment.email')}
        autoComplete="email"
        maxLength={limits.emailLength}
      />
      <Field label={words('payment.address')} validationMessage={addressFault}>
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
        label={words('payment.taxId')}
        isRequired={false}
        autoComplete="off"
        maxLength={limits.taxIdLength}
      />
      <TextField
        {...field('purchaseOrder')}
        label={words('payment.purchaseOrder')}
        isRequired={false}
        autoComplete="off"
        maxLength={limits.purchaseOrderLength}
      />
      {isByCard && <p>{words('payment.providerNote', { product: words('product') })}</p>}
    </CardForm>
  );
};
