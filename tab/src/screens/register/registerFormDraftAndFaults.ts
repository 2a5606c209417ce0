import { ApiError } from '../../api/client/apiClient.ts';
import { errorText } from '../../api/client/errorText.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
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
  const faultKeys: Partial<Record<FieldName, WebKey>> = {};
  if (draft.firstName.trim() === '') faultKeys.firstName = 'register.firstNameMissing';
  if (draft.lastName.trim() === '') faultKeys.lastName = 'register.lastNameMissing';
  if (!looksLikeEmail(draft.email)) faultKeys.email = 'invalid.email';
  if (draft.password === '') faultKeys.password = 'account.passwordMissing';
  else if (Array.from(draft.password).length < limits.passwordMin) faultKeys.password = 'register.passwordShort';
  if (!isInvited && draft.organization.trim() === '') faultKeys.organization = 'register.organizationMissing';
  const texts = Object.entries(faultKeys).map(([name, key]) => [name, t(key, { min: limits.passwordMin })]);
  return Object.fromEntries(texts) as Faults;
};

/**
 * Returns the server's error as the fault of the field that it concerns (email or password), otherwise as a failure of
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
