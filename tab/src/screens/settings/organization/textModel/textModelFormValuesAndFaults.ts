import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { TextModelSettings } from '#contracts/generatedSummaries/textModelSettings.ts';
import type { TextModelInput } from '../../../../api/generatedSummaries/textModelQueriesAndMutations.ts';

type Stored = NonNullable<TextModelSettings['settings']>;

/**
 * The fields as the reader types them. They lack the key, because the browser's storage keeps these fields across a
 * reload and must not contain a key.
 */
export type TextModelForm = Pick<
  Stored,
  'isOn' | 'provider' | 'endpoint' | 'model' | 'apiVersion' | 'currency' | 'usesInitials'
> & {
  /** Version of the stored settings when the edit began. The server compares it with the current version. */
  readonly version: string;
  readonly inputPrice: string;
  readonly outputPrice: string;
  readonly monthlyCap: string;
};

export type FormFault =
  | { readonly key: 'modelSettings.required' | 'modelSettings.code' }
  | { readonly key: 'modelSettings.number'; readonly max: number };
export type TextField = Exclude<keyof TextModelForm, 'isOn' | 'provider' | 'usesInitials' | 'version'>;
export type FormFaults = Partial<Record<TextField, FormFault>>;

export const formOf = ({ settings, version }: TextModelSettings): TextModelForm => ({
  version,
  isOn: settings?.isOn ?? false,
  provider: settings?.provider ?? 'OPENAI',
  endpoint: settings?.endpoint ?? '',
  model: settings?.model ?? '',
  apiVersion: settings?.apiVersion ?? '',
  currency: settings?.currency ?? 'USD',
  usesInitials: settings?.usesInitials ?? true,
  inputPrice: String(settings?.inputPrice ?? ''),
  outputPrice: String(settings?.outputPrice ?? ''),
  monthlyCap: String(settings?.monthlyCap ?? ''),
});

/**
 * Returns the number that a text contains, with a decimal point or a decimal comma. Undefined if the text is not a
 * number, or the number is greater than `max`.
 */
const amountOf = (text: string, max: number): number | undefined => {
  const plain = text.trim().replace(',', '.');
  const amount = Number(plain);
  return /^\d+(?:\.\d+)?$/.test(plain) && amount <= max ? amount : undefined;
};

export const faultsOf = (form: TextModelForm): FormFaults => {
  const required = (text: string): FormFault | undefined =>
    text.trim() === '' ? { key: 'modelSettings.required' } : undefined;
  const number = (text: string, max: number): FormFault | undefined =>
    amountOf(text, max) === undefined ? { key: 'modelSettings.number', max } : undefined;
  const all: readonly (readonly [TextField, FormFault | undefined])[] = [
    ['endpoint', required(form.endpoint)],
    ['model', required(form.model)],
    ['apiVersion', form.provider === 'AZURE' ? required(form.apiVersion) : undefined],
    ['inputPrice', number(form.inputPrice, limits.textModelPrice)],
    ['outputPrice', number(form.outputPrice, limits.textModelPrice)],
    ['currency', /^[A-Z]{3}$/.test(form.currency.trim()) ? undefined : { key: 'modelSettings.code' }],
    ['monthlyCap', number(form.monthlyCap, limits.textModelCap)],
  ];
  return Object.fromEntries(all.filter(([, fault]) => fault !== undefined));
};

/** Returns the input of the save call. An empty `key` keeps the stored key. */
export const inputOf = (form: TextModelForm, key: string): TextModelInput => ({
  ...form,
  endpoint: form.endpoint.trim(),
  model: form.model.trim(),
  apiVersion: form.apiVersion.trim(),
  currency: form.currency.trim(),
  inputPrice: amountOf(form.inputPrice, limits.textModelPrice) ?? 0,
  outputPrice: amountOf(form.outputPrice, limits.textModelPrice) ?? 0,
  monthlyCap: amountOf(form.monthlyCap, limits.textModelCap) ?? 0,
  ...(key.trim() === '' ? {} : { key: key.trim() }),
});
