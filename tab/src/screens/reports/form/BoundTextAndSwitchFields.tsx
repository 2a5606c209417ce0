import { Field, Input, Switch, Textarea } from '@fluentui/react-components';
import type { FieldPathByValue } from 'react-hook-form';
import { useBound } from './formContextAndFieldBinding.ts';
import css from './Form.module.css';
import type { MeetingForm } from './formValuesAndSaveInput.ts';

interface BoundTextProps {
  readonly name: FieldPathByValue<MeetingForm, string>;
  readonly label: string;
  readonly hint?: string;
  readonly required?: boolean;
  readonly maxLength: number;
  /** Error text of a check outside the form. It is shown if the form has no error for this field. */
  readonly fault?: string | null;
  /** A hint that does not prevent saving. It is hidden while the field has an error. */
  readonly warning?: string | null;
  readonly isLong?: boolean;
}

/** Shows a text field that reads and writes a field of the form. `isLong` = it has several lines. */
export const BoundText = ({ name, label, hint, required, maxLength, isLong, ...notes }: BoundTextProps) => {
  const bound = useBound(name);
  const fault = bound.fault ?? notes.fault ?? null;
  const warning = fault === null ? (notes.warning ?? null) : null;
  const common = { value: bound.value, maxLength, ...(required === true ? { required } : {}) };
  const change = (_: unknown, { value }: { readonly value: string }): void => {
    bound.set(value);
  };
  return (
    <Field
      label={label}
      hint={hint ?? null}
      validationMessage={fault ?? warning}
      {...(warning === null ? {} : { validationState: 'warning' as const })}
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
  /** One line that explains the effect of the switch. */
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
