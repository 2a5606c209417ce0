import { Field, Input } from '@fluentui/react-components';

interface TextFieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly fault?: string | null | undefined;
  readonly type?: 'text' | 'email';
  /** Value of the HTML attribute `autocomplete`, for browsers and password managers. */
  readonly autoComplete: string;
  readonly maxLength: number;
  readonly isRequired?: boolean;
  /** True if the label shows the mark of a required field. */
  readonly isMarked?: boolean;
}

export const TextField = ({
  label,
  fault,
  onChange,
  type = 'text',
  isRequired = true,
  isMarked = false,
  ...input
}: TextFieldProps) => (
  <Field label={label} required={isMarked} validationMessage={fault ?? null}>
    <Input
      {...input}
      id={input.name}
      required={isRequired}
      type={type}
      onChange={(_, { value }) => {
        onChange(value);
      }}
    />
  </Field>
);
