import { Field, Input, Switch, Textarea } from '@fluentui/react-components';
import type { FieldPathByValue } from 'react-hook-form';
import { useBound } from './formContext.ts';
import css from './Form.module.css';
import type { MeetingForm } from './values.ts';

interface BoundTextProps {
  readonly name: FieldPathByValue<MeetingForm, string>;
  readonly label: string;
  readonly hint?: string;
  readonly required?: boolean;
  readonly maxLength: number;
  /** A second opinion on what is wrong, shown when the form has none. */
  readonly fault?: string | null;
  readonly isLong?: boolean;
}

/** A text of the form; `isLong` = several lines. */
export const BoundText = ({ name, label, hint, required, maxLength, fault, isLong }: BoundTextProps) => {
  const bound = useBound(name);
  const common = { value: bound.value, maxLength, ...(required === true ? { required } : {}) };
  const change = (_: unknown, { value }: { readonly value: string }): void => {
    bound.set(value);
  };
  return (
    <Field
      label={label}
      hint={hint ?? null}
      validationMessage={bound.fault ?? fault ?? null}
      required={required === true}
    >
      {isLong === true ? (
        <Textarea {...common} resize="vertical" onChange={change} />
      ) : (
        <Input {...common} autoComplete="off" onChange={change} />
      )}
    </Field>
  );
};

interface BoundSwitchProps {
  readonly name: FieldPathByValue<MeetingForm, boolean>;
  readonly label: string;
  /** What it does, in one line. */
  readonly detail?: string;
  readonly isDisabled?: boolean;
}

export const BoundSwitch = ({ name, label, detail, isDisabled = false }: BoundSwitchProps) => {
  const bound = useBound(name);
  return (
    <Field className={css.switch} hint={detail ?? null} validationMessage={bound.fault}>
      <Switch
        label={label}
        checked={bound.value}
        disabled={isDisabled}
        onChange={(_, { checked }) => {
          bound.set(checked);
        }}
      />
    </Field>
  );
};
