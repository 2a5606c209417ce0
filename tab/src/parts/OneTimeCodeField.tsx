import { Field, Input } from '@fluentui/react-components';

interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly fault: string | null;
  readonly isOfApp: boolean;
  readonly onChange: (value: string) => void;
}

/**
 * Shows a field for the six digits of the authenticator app (`isOfApp`), which phones and password managers can fill
 * in, or for a recovery code.
 */
export const OneTimeCodeField = ({ label, value, fault, isOfApp, onChange }: CodeFieldProps) => (
  <Field label={label} validationMessage={fault}>
    <Input
      id={isOfApp ? 'code' : 'recoveryCode'}
      name={isOfApp ? 'code' : 'recoveryCode'}
      required
      value={value}
      autoFocus
      autoComplete={isOfApp ? 'one-time-code' : 'off'}
      inputMode={isOfApp ? 'numeric' : 'text'}
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={64}
      onChange={(_, { value: typed }) => {
        onChange(typed);
      }}
    />
  </Field>
);
