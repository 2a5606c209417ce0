import { ApiError } from '../../api/client/client.ts';
import { errorText } from '../../api/client/errorText.ts';
import { limits } from '#contracts/core/limits.ts';
import { looksLikeEmail } from '../../ui/text/looksLikeEmail.ts';
import type { WebKey, WebWords } from '../../ui/text/words.ts';

/** The values of the form. */
export interface Draft {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly organization: string;
}
export type FieldName = keyof Draft;

/** The fault texts by field. */
export type Faults = Partial<Record<FieldName, string>>;

export const nothingTyped: Draft = { firstName: '', lastName: '', email: '', password: '', organization: '' };

/** Returns the faults that can be found without the server. */
export const faultsOf = (draft: Draft, isInvited: boolean, words: WebWords): Faults => {
  const found: Partial<Record<FieldName, WebKey>> = {};
  if (draft.firstName.trim() === '') found.firstName = 'register.firstNameMissing';
  if (draft.lastName.trim() === '') found.lastName = 'register.lastNameMissing';
  if (!looksLikeEmail(draft.email)) found.email = 'invalid.email';
  if (draft.password === '') found.password = 'account.passwordMissing';
  else if (Array.from(draft.password).length < limits.passwordMin) found.password = 'register.passwordShort';
  if (!isInvited && draft.organization.trim() === '') found.organization = 'register.organizationMissing';
  const said = Object.entries(found).map(([name, key]) => [name, words(key, { min: limits.passwordMin })]);
  return Object.fromEntries(said) as Faults;
};

/** Returns a refusal as the fault of the field that it names; any other refusal is an error of the whole form. */
export const faultsFrom = (
  error: unknown,
  words: WebWords,
): { readonly faults: Faults; readonly failure: string | null } => {
  const said = errorText(error, words);
  const code = error instanceof ApiError ? error.code : undefined;
  const isOfEmail = error instanceof ApiError && error.reply?.path?.[0] === 'email';
  if (code === 'EMAIL_EXISTS' || isOfEmail) return { faults: { email: said }, failure: null };
  if (code === 'PASSWORD_WEAK') return { faults: { password: said }, failure: null };
  return { faults: {}, failure: said };
};
