import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, orgId } from '../core/ids.ts';
import { linkCode } from '../identity/registration.ts';

/**
 * Id of the organisation, which only a superadmin may name. Other callers get NOT_FOUND for another organisation. Left out = the
 * caller's own.
 */
const orgConcerned = orgId.optional();

/**
 * Deletes the organisation: all members are locked out from the next request on, and no prompts are sent. The rows are removed a
 * week later; until then `undeleteOrg` restores the organisation. REAUTH if the sign-in is older than 5 minutes.
 */
export const deleteOrg = endpoint({
  method: 'DELETE',
  path: '/api/org/delete',
  access: 'org.manage',
  input: z.object({ orgId: orgConcerned }),
  output: z.object({ id: orgId, restorableUntil: instant }),
});

/**
 * Restores an organisation that is pending deletion. Needs the code of the email, or a superadmin's call with the
 * organisation's id. A repeated call with the same link returns the same. All members must sign in again.
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
 * Erases the caller in every organisation: the texts are deleted, the counts stay, and the account ends. REAUTH if the sign-in is
 * older than 5 minutes; LAST_ADMIN if an organisation has no other admin.
 */
export const eraseUser = endpoint({
  method: 'POST',
  path: '/api/user/erase',
  access: 'profile.write',
  input: z.object({}),
  output: z.literal(true),
});
