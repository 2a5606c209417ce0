import { ApiError } from '../../api/client/apiClient.ts';
import { errorText } from '../../api/client/errorText.ts';
import { limits } from '#contracts/core/limits.ts';
import { looksLikeEmail } from '../../ui/text/looksLikeEmail.ts';
import type { WebKey, WebTranslate } from '../../ui/text/translate.ts';

export interface Draft {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly organization: string;
}
export type FieldName = keyof Draft;

export type Faults = Partial<Record<FieldName, string>>;

export const nothingTyped: Draft = { firstName: '', lastName: '', email: '', password: '', organization: '' };

export const faultsOf = (draft: Draft, isInvited: boolean, t: WebTranslate): Faults => {
  const match: Partial<Record<FieldName, WebKey>> = {};
  if (draft.firstName.trim() === '') match.firstName = 'register.firstNameMissing';
  if (draft.lastName.trim() === '') match.lastName = 'register.lastNameMissing';
  if (!looksLikeEmail(draft.email)) match.email = 'invalid.email';
  if (draft.password === '') match.password = 'account.passwordMissing';
  else if (Array.from(draft.password).length < limits.passwordMin) match.password = 'register.passwordShort';
  if (!isInvited && draft.organization.trim() === '') match.organization = 'register.organizationMissing';
  const said = Object.entries(match).map(([name, key]) => [name, t(key, { min: limits.passwordMin })]);
  return Object.fromEntries(said) as Faults;
};

/**
 * Returns the error of the server as the fault of the email or password if it concerns that field, else as an error of
 * the whole form.
 */
export const faultsFrom = (
  error: unknown,
  t: WebTranslate,
): { readonly faults: Faults; readonly failure: string | null } => {
  const text = errorText(error, t);
  const code = error instanceof ApiError ? error.code : undefined;
  const isOfEmail = error instanceof ApiError && error.reply?.path?.[0] === 'email';
  if (code === 'EMAIL_EXISTS' || isOfEmail) return { faults: { email: text }, failure: null };
  if (code === 'PASSWORD_WEAK') return { faults: { password: text }, failure: null };
  return { faults: {}, failure: text };
};
