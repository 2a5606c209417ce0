import { Field, Input, Radio, RadioGroup, Switch } from '@fluentui/react-components';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { TextModelSettings } from '#contracts/generatedSummaries/textModelSettings.ts';
import { useTranslate } from '../../../../ui/text/translate.ts';
import type { WebKey } from '../../../../ui/text/translate.ts';
import type { FormFaults, TextField as TextFieldName, TextModelForm } from './textModelFormValuesAndFaults.ts';
import css from './TextModelSettings.module.css';

interface FieldsProps {
  readonly form: TextModelForm;
  /** Faults of the fields; empty until the reader presses Save. */
  readonly faults: FormFaults;
  readonly onChange: (change: Partial<TextModelForm>) => void;
}

interface TextFieldProps extends FieldsProps {
  readonly name: TextFieldName;
  readonly label: WebKey;
  readonly hint?: string | null;
  readonly isNumber?: boolean;
  readonly maxLength: number;
}

const TextField = ({ name, label, hint = null, isNumber = false, maxLength, ...props }: TextFieldProps) => {
  const t = useTranslate();
  const fault = props.faults[name];
  const values = fault !== undefined && 'max' in fault ? { max: fault.max } : {};
  return (
    <Field label={t(label)} hint={hint} validationMessage={fault === undefined ? null : t(fault.key, values)}>
      <Input
        name={`textModel-${name}`}
        autoComplete="off"
        maxLength={maxLength}
        inputMode={isNumber ? 'decimal' : 'text'}
        dir={name === 'endpoint' ? 'ltr' : undefined}
        value={props.form[name]}
        onChange={(_, { value }) => {
          props.onChange({ [name]: value });
        }}
      />
    </Field>
  );
};

const providers = ['OPENAI', 'AZURE'] as const;
const exampleOf = { OPENAI: 'https://api.openai.com/v1', AZURE: 'https://contoso.openai.azure.com' } as const;

/** Fields for the provider, the endpoint and the model; for the provider Azure also for the API version. */
export const ModelFields = (props: FieldsProps) => {
  const t = useTranslate();
  const { form, onChange } = props;
  const isAzure = form.provider === 'AZURE';
  return (
    <>
      <Field label={t('modelSettings.provider')}>
        <RadioGroup
          value={form.provider}
          onChange={(_, { value }) => {
            onChange({ provider: value === 'AZURE' ? 'AZURE' : 'OPENAI' });
          }}
        >
          {providers.map((provider) => (
            <Radio key={provider} value={provider} label={t(`modelSettings.${provider}`)} />
          ))}
        </RadioGroup>
      </Field>
      <TextField
        {...props}
        name="endpoint"
        label="modelSettings.endpoint"
        hint={t('modelSettings.endpointHint', { example: exampleOf[form.provider] })}
        maxLength={limits.textModelUrlLength}
      />
      <TextField
        {...props}
        name="model"
        label={isAzure ? 'modelSettings.deployment' : 'modelSettings.model'}
        maxLength={limits.nameLength}
      />
      {isAzure && (
        <TextField
          {...props}
          name="apiVersion"
          label="modelSettings.apiVersion"
          hint={t('modelSettings.endpointHint', { example: '2024-10-21' })}
          maxLength={limits.textModelVersionLength}
        />
      )}
    </>
  );
};

interface KeyProps {
  readonly source: TextModelSettings['key'];
  readonly typed: string;
  readonly onType: (key: string) => void;
}

export const KeyField = ({ source, typed, onType }: KeyProps) => {
  const t = useTranslate();
  return (
    <Field label={t('modelSettings.key')} hint={t(`modelSettings.key${source}`)}>
      <Input
        name="textModel-key"
        type="password"
        // `off` asks password managers not to store the key as the password of this site. Some password managers ignore
        // it.
        autoComplete="off"
        maxLength={limits.textModelKeyLength}
        value={typed}
        onChange={(_, { value }) => {
          onType(value);
        }}
      />
    </Field>
  );
};

/**
 * Fields for the currency, the prices of the model and the monthly limit. The product computes the shown cost from the
 * prices.
 */
export const CostFields = (props: FieldsProps) => {
  const t = useTranslate();
  const amount = { isNumber: true, maxLength: 12 } as const;
  return (
    <div className={css.cost}>
      <TextField {...props} name="currency" label="modelSettings.currency" maxLength={3} />
      <TextField {...props} {...amount} name="inputPrice" label="modelSettings.inputPrice" />
      <TextField {...props} {...amount} name="outputPrice" label="modelSettings.outputPrice" />
      <TextField {...props} {...amount} name="monthlyCap" label="modelSettings.cap" hint={t('modelSettings.capHint')} />
    </div>
  );
};

export const Choices = ({ form, onChange }: Omit<FieldsProps, 'faults'>) => {
  const t = useTranslate();
  return (
    <>
      <Switch
        label={t('modelSettings.isOn')}
        checked={form.isOn}
        onChange={(_, { checked }) => {
          onChange({ isOn: checked });
        }}
      />
      <Field hint={t('modelSettings.initialsHint')}>
        <Switch
          label={t('modelSettings.initials')}
          checked={form.usesInitials}
          onChange={(_, { checked }) => {
            onChange({ usesInitials: checked });
          }}
        />
      </Field>
    </>
  );
};
