import { useState } from 'react';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { KnownMember } from '#contracts/registration/memberInvitationCalls.ts';
import { useApi } from '../../api/client/apiContextAndSessionHooks.ts';
import { sendRegistration } from '../../api/registration/registrationPasswordResetRestoreCalls.ts';
import type { RegistrationInput } from '../../api/registration/registrationPasswordResetRestoreCalls.ts';
import type { Attempt } from '../../ui/forms/attemptState.ts';
import { SingleTaskPageForm } from '../../ui/forms/SingleTaskPageForm.tsx';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { LightTextLink } from '../../ui/display/LightTextLink.tsx';
import { TextField } from '../../ui/forms/TextField.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import { faultsFrom, faultsOf, nothingTyped } from './registerFormDraftAndFaults.ts';
import type { Draft, Faults, FieldName } from './registerFormDraftAndFaults.ts';
import css from './RegisterForm.module.css';

export interface Invitation {
  readonly member: KnownMember;
  readonly code: string;
}

export interface Registered {
  readonly id: string;
  readonly email: string;
  /** True if the reader has opened a link in an email to the address. The address then needs no confirmation. */
  readonly isProven: boolean;
  /** Name of the organisation that invited the reader; null = the reader registered a new organisation. */
  readonly joined: string | null;
}

interface RegisterFormProps {
  readonly invitation: Invitation | null;
  /** Code from a link in an email to the address, which proves that the reader owns the address; null = none. */
  readonly addressCode: string | null;
  readonly onDone: (registered: Registered) => void;
}

/**
 * Returns the initial values of the form. The name of an invited member is split: its last word becomes the last name,
 * the other words the first name. The reader can correct both.
 */
const begun = (invitation: Invitation | null): Draft => {
  if (invitation === null) return nothingTyped;
  const { name, email } = invitation.member;
  const parts = name.trim().split(/\s+/);
  const lastName = parts.length > 1 ? (parts.at(-1) ?? '') : '';
  const firstName = parts.slice(0, lastName === '' ? undefined : -1).join(' ');
  return { ...nothingTyped, firstName, lastName, email };
};

type Came = Pick<RegisterFormProps, 'invitation' | 'addressCode'>;

const inputOf = (draft: Draft, { invitation, addressCode }: Came): RegistrationInput => {
  const { firstName, lastName, password } = draft;
  const person = { firstName, lastName, password, email: draft.email.trim() };
  if (invitation === null) return { ...person, organizationName: draft.organization, code: addressCode ?? undefined };
  return { ...person, memberId: invitation.member.id, code: invitation.code };
};

const isInvitedAddress = (draft: Draft, invitation: Invitation | null): boolean =>
  invitation?.member.isEmailProven === true &&
  draft.email.trim().toLowerCase() === invitation.member.email.toLowerCase();

const useRegistration = ({ invitation, addressCode, onDone }: RegisterFormProps) => {
  const t = useTranslate();
  const { call } = useApi();
  const [draft, setDraft] = useState(() => begun(invitation));
  const [faults, setFaults] = useState<Faults>({});
  const [attempt, setAttempt] = useState<Attempt>({ status: 'idle' });
  const submit = async (): Promise<void> => {
    const newFaults = faultsOf(draft, invitation !== null, t);
    setFaults(newFaults);
    setAttempt({ status: 'idle' });
    if (Object.keys(newFaults).length > 0) return;
    setAttempt({ status: 'running' });
    try {
      const id = await sendRegistration(call, inputOf(draft, { invitation, addressCode }));
      const isProven = addressCode !== null || isInvitedAddress(draft, invitation);
      onDone({ id, email: draft.email.trim(), isProven, joined: invitation?.member.orgName ?? null });
    } catch (error) {
      setFaults(faultsFrom(error, t).faults);
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
  const failure = attempt.status === 'failed' ? faultsFrom(attempt.error, t).failure : null;
  const isTaken = attempt.status === 'failed' && faults.email !== undefined;
  return { draft, faults, field, failure, isTaken, isRunning: attempt.status === 'running', submit };
};

/** Links to the password reset and to the support. Shown with the error that the address already has an account. */
const TakenLinks = () => {
  const t = useTranslate();
  return (
    <div className={css.ways}>
      <LightTextLink to="/forgot-password">{t('register.forgot')}</LightTextLink>
      <LightTextLink to="/support" isOutside>
        {t('register.support')}
      </LightTextLink>
    </div>
  );
};

/**
 * Asks for name, email address and password. A reader without an invitation also enters the name of the new
 * organisation.
 */
export const RegisterForm = (props: RegisterFormProps) => {
  const t = useTranslate();
  const { invitation } = props;
  const { draft, faults, field, failure, isTaken, isRunning, submit } = useRegistration(props);
  const isOther = invitation?.member.isEmailProven === true && !isInvitedAddress(draft, invitation);
  return (
    <SingleTaskPageForm
      onSubmit={() => void submit()}
      submit={t(isRunning ? 'register.running' : 'register.submit')}
      isRunning={isRunning}
      failure={failure}
      faults={faults}
    >
      <TextField
        {...field('firstName')}
        label={t('register.firstName')}
        autoComplete="given-name"
        maxLength={limits.nameLength}
      />
      <TextField
        {...field('lastName')}
        label={t('register.lastName')}
        autoComplete="family-name"
        maxLength={limits.nameLength}
      />
      <TextField
        {...field('email')}
        type="email"
        label={t('register.email')}
        autoComplete="email"
        maxLength={limits.emailLength}
      />
      {isTaken && <TakenLinks />}
      {isOther && <p>{t('register.invitedOther')}</p>}
      <PasswordField
        {...field('password')}
        label={t('register.password')}
        hint={t('register.passwordHint', { min: limits.passwordMin })}
        autoComplete="new-password"
      />
      {invitation === null && (
        <TextField
          {...field('organization')}
          label={t('register.organization')}
          autoComplete="organization"
          maxLength={limits.nameLength}
        />
      )}
    </SingleTaskPageForm>
  );
};
