import { useState } from 'react';
import { Button, Field, Input } from '@fluentui/react-components';
import { Eye20Regular } from '@fluentui/react-icons/svg/eye';
import { EyeOff20Regular } from '@fluentui/react-icons/svg/eye-off';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { useTranslate } from '../text/translate.ts';

interface PasswordFieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly fault?: string | null | undefined;
  readonly hint?: string;
  readonly autoComplete: 'new-password' | 'current-password';
}

export const PasswordField = ({ label, fault, hint, onChange, ...input }: PasswordFieldProps) => {
  const t = useTranslate();
  const [isShown, setShown] = useState(false);
  const visibilityLabel = t(isShown ? 'common.hidePassword' : 'common.showPassword');
  const visibilityButton = (
    <Button
      type="button"
      appearance="transparent"
      size="small"
      icon={isShown ? <EyeOff20Regular /> : <Eye20Regular />}
      aria-label={visibilityLabel}
      title={visibilityLabel}
      onClick={() => {
        setShown(!isShown);
      }}
    />
  );
  return (
    <Field label={label} validationMessage={fault ?? null} hint={hint ?? null}>
      <Input
        {...input}
        id={input.name}
        required
        type={isShown ? 'text' : 'password'}
        maxLength={limits.passwordLength}
        contentAfter={visibilityButton}
        onChange={(_, { value }) => {
          onChange(value);
        }}
      />
    </Field>
  );
};
