import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, orgId } from '../core/ids.ts';
import { linkCode } from '../identity/registration.ts';

/** Only a superadmin may name another organisation. For other callers it does not exist. */
const orgConcerned = orgId.optional();

/**
 * Locks all members out from the next request on and stops all prompts. The rows are removed a week later; until then
 * `undeleteOrg` undoes the deletion. REAUTH when the sign-in is older than 5 minutes.
 */
export const deleteOrg = endpoint({
  method: 'DELETE',
  path: '/api/org/delete',
  access: 'org.manage',
  input: z.object({ orgId: orgConcerned }),
  output: z.object({ id: orgId, restorableUntil: instant }),
});

/**
 * Needs the code of the email, or a superadmin who names the organisation. A repeated call with the same link returns the same.
 * All members must sign in again.
 */
export const undeleteOrg = endpoint({
  method: 'POST',
  path: '/api/org/undelete',
  access: 'anyone',
  input: z
    .object({ code: linkCode.optional(), orgId: orgConcerned })
    .refine((input) => (input.code === undefined) !== (input.orgId === undefined), {
      error: 'error.CODE_INVALID',
      path: ['code'],
    }),
  output: z.object({ name: z.string() }),
});

/**
 * Erases the caller in every organisation they are in: their texts are emptied, the counts stay, their account ends. REAUTH when
 * the sign-in is older than 5 minutes, LAST_ADMIN while an organisation has no other admin.
 */
export const eraseUser = endpoint({
  method: 'POST',
  path: '/api/user/erase',
  access: 'profile.write',
  input: z.object({}),
  output: z.literal(true),
});
