import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, orgId } from '../core/idDateAndZoneSchemas.ts';
import { linkCode } from '../registration/registrationAndPasswordResetCalls.ts';

/**
 * Id of an organisation; left out = the caller's own organisation. Only a superadmin may send the id of another
 * organisation; every other caller gets NOT_FOUND for it.
 */
const orgConcerned = orgId.optional();

/**
 * Deletes the organisation: from the next request on, all members are locked out, and no prompts are sent. The rows are
 * removed a week later; until then, `undeleteOrg` restores the organisation. REAUTH if the sign-in is older than 5
 * minutes.
 */
export const deleteOrg = endpoint({
  method: 'DELETE',
  path: '/api/org/delete',
  access: 'org.manage',
  input: z.object({ orgId: orgConcerned }),
  output: z.object({ id: orgId, restorableUntil: instant }),
});

/**
 * Restores an organisation that is pending deletion. The caller sends the code from the email; a superadmin can send
 * the organisation's id instead. Repeating the call with the same code returns the same result. All members must sign
 * in again.
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
 * Erases the caller in every organisation: texts are deleted, counts stay, and the account is closed. REAUTH if the
 * sign-in is older than 5 minutes. LAST_ADMIN if an organisation has no other admin.
 */
export const eraseUser = endpoint({
  method: 'POST',
  path: '/api/user/erase',
  access: 'profile.write',
  input: z.object({}),
  output: z.literal(true),
});
