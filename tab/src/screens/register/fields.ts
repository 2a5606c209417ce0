import { ApiError } from '../../api/client.ts';
import { errorText } from '../../api/errorText.ts';
import { limits } from '#contracts/limits.ts';
import type { WebKey, WebWords } from '../../ui/words.ts';

/** What is typed into the form. */
export interface Draft {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly organization: string;
}
export type FieldName = keyof Draft;

/** What is wrong, by field, in words. */
export type Faults = Partial<Record<FieldName, string>>;

export const nothingTyped: Draft = { firstName: '', lastName: '', email: '', password: '', organization: '' };

const looksLikeEmail = (value: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim());

/** What can be said without asking the server. */
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

/** What the server refused, beside the field it is about; anything else is of the whole form. */
export const faultsFrom = (
  error: unknown,
  words: WebWords,
): { readonly faults: Faults; readonly failure: string | null } => {
  const said = errorText(error, words);
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'EMAIL_EXISTS') return { faults: { email: said }, failure: null };
  if (code === 'PASSWORD_WEAK') return { faults: { password: said }, failure: null };
  return { faults: {}, failure: said };
};
