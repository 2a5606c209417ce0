import { useCallback, useEffect, useState } from 'react';
import { Field, Textarea } from '@fluentui/react-components';
import { limits } from '#contracts/limits.ts';
import type { BillingContact, PaymentInfo } from '#contracts/payment.ts';
import { useApi, useSession } from '../../api/context.ts';
import { errorText } from '../../api/errorText.ts';
import { useKeptForm } from '../../api/keptForm.ts';
import { savePayment } from '../../api/payment.ts';
import type { Attempt } from '../../ui/attempt.ts';
import { CardForm } from '../../ui/CardForm.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useWords } from '../../ui/words.ts';
import type { WebKey } from '../../ui/words.ts';

type FieldName = keyof BillingContact;
type Faults = Partial<Record<FieldName, WebKey>>;

const looksLikeEmail = (value: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim());

/** What can be said without asking the server. */
const faultsOf = ({ name, email, address }: BillingContact): Faults => ({
  ...(name.trim() === '' ? { name: 'payment.nameMissing' } : {}),
  ...(looksLikeEmail(email) ? {} : { email: 'payment.emailFault' }),
  ...(address.trim() === '' ? { address: 'payment.addressMissing' } : {}),
});

interface ContactFormProps {
  readonly payment: PaymentInfo;
  /** Saved; the address is where a card is entered, where there is one. */
  readonly onSaved: (url: string | null) => void;
}

/** Back by the browser's button from the provider's page: browsers show this one just as it was left. */
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

/** To whom bills are made out. */
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
