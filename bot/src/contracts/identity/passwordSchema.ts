import { z } from 'zod';
import { limits } from '../core/limitsAndProductConstants.ts';

/**
 * Checks only that the password is well-formed and within the limit. A password is never normalised or cut
 * (docs/product-rules.md, Accounts and sessions).
 */
export const password = z
  .string('account.passwordMissing')
  .min(1, 'account.passwordMissing')
  .max(limits.passwordLength, 'invalid.tooLong')
  .refine((value) => value.isWellFormed(), 'invalid.characters');
