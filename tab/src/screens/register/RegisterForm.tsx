import { useState } from 'react';
import { limits } from '#contracts/limits.ts';
import type { KnownMember } from '#contracts/registration.ts';
import { useApi } from '../../api/context.ts';
import { sendRegistration } from '../../api/registration.ts';
import type { RegistrationInput } from '../../api/registration.ts';
import type { Attempt } from '../../ui/attempt.ts';
import { CardForm } from '../../ui/CardForm.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { CardLink } from '../../ui/CardLink.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useWords } from '../../ui/words.ts';
import { faultsFrom, faultsOf, nothingTyped } from './fields.ts';
import type { Draft, Faults, FieldName } from './fields.ts';
import css from './RegisterForm.module.css';

export interface Invitation {
  readonly member: KnownMember;
  readonly code: string;
}

export interface Registered {
  readonly id: string;
  readonly email: string;
  /** There is nothing to confirm: the invitation went to this address. */
  readonly isProven: boolean;
}

interface RegisterFormProps {
  readonly invitation: Invitation | null;
  readonly onDone: (registered: Registered) => void;
}

/** Everything but the last word is a first name until its owner says otherwise. */
const begun = (invitation: Invitation | null): Draft => {
  if (invitation === null) return nothingTyped;
  const { name, email } = invitation.member;
  const parts = name.trim().split(/\s+/);
  const lastName = parts.length > 1 ? (parts.at(-1) ?? '') : '';
  const firstName = parts.slice(0, lastName === '' ? undefined : -1).join(' ');
  return { ...nothingTyped, firstName, lastName, email };
};

const inputOf = (draft: Draft, invitation: Invitation | null): RegistrationInput => {
  const { firstName, lastName, password } = draft;
  const person = { firstName, lastName, password, email: draft.email.trim() };
  if (invitation === null) return { ...person, organizationName: draft.organization };
  return { ...person, memberId: invitation.member.id, code: invitation.code };
};

const isProven = (draft: Draft, invitation: Invitation | null): boolean =>
  invitation?.member.isEmailProven === true &&
  draft.email.trim().toLowerCase() === invitation.member.email.toLowerCase();

const useRegistration = ({ invitation, onDone }: RegisterFormProps) => {
  const words = useWords();
  const { call } = useApi();
  const [draft, setDraft] = useState(() => begun(invitation));
  const [faults, setFaults] = useState<Faults>({});
  const [attempt, setAttempt] = useState<Attempt>({ status: 'idle' });
  const submit = async (): Promise<void> => {
    const found = faultsOf(draft, invitation !== null, words);
    setFaults(found);
    setAttempt({ status: 'idle' });
    if (Object.keys(found).length > 0) return;
    setAttempt({ status: 'running' });
    try {
      const id = await sendRegistration(call, inputOf(draft, invitation));
      onDone({ id, email: draft.email.trim(), isProven: isProven(draft, invitation) });
    } catch (error) {
      setFaults(faultsFrom(error, words).faults);
      setAttempt({ status: 'failed', error });
    }
  };
  const field = (name: FieldName) => ({
    name,
    value: draft[name],
    fault: faults[name],
    onChange: (value: string) => {
      setDraft({ ...draft, [name]: value });
    },
  });
  const failure = attempt.status === 'failed' ? faultsFrom(attempt.error, words).failure : null;
  const isTaken = attempt.status === 'failed' && faults.email !== undefined;
  return { draft, faults, field, failure, isTaken, isRunning: attempt.status === 'running', submit };
};

/** What the sentence about a taken address names. */
const TakenLinks = () => {
  const words = useWords();
  return (
    <div className={css.ways}>
      <CardLink to="/forgot-password">{words('register.forgot')}</CardLink>
      <CardLink to="/support" isOutside>
        {words('register.support')}
      </CardLink>
    </div>
  );
};

/** Name, address, password, and the organisation of who was not invited into one. */
export const RegisterForm = (props: RegisterFormProps) => {
  const words = useWords();
  const { invitation } = props;
  const { draft, faults, field, failure, isTaken, isRunning, submit } = useRegistration(props);
  const isOther = invitation?.member.isEmailProven === true && !isProven(draft, invitation);
  return (
    <CardForm
      onSubmit={() => void submit()}
      submit={words(isRunning ? 'register.running' : 'register.submit')}
      isRunning={isRunning}
      failure={failure}
      faults={faults}
    >
      <TextField
        {...field('firstName')}
        label={words('register.firstName')}
        autoComplete="given-name"
        maxLength={limits.nameLength}
      />
      <TextField
        {...field('lastName')}
        label={words('register.lastName')}
        autoComplete="family-name"
        maxLength={limits.nameLength}
      />
      <TextField
        {...field('email')}
        type="email"
        label={words('register.email')}
        autoComplete="email"
        maxLength={limits.emailLength}
      />
      {isTaken && <TakenLinks />}
      {isOther && <p>{words('register.invitedOther')}</p>}
      <PasswordField
        {...field('password')}
        label={words('register.password')}
        hint={words('register.passwordHint', { min: limits.passwordMin })}
        autoComplete="new-password"
      />
      {invitation === null && (
        <TextField
          {...field('organization')}
          label={words('register.organization')}
          autoComplete="organization"
          maxLength={limits.nameLength}
        />
      )}
    </CardForm>
  );
};
