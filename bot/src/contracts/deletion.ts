import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instant, orgId } from './ids.ts';
import { linkCode } from './registration.ts';

/** Only a superadmin may name another organisation than the own one; to everybody else it does not exist. */
const orgConcerned = orgId.optional();

/**
 * Everybody is out from the next request on and nobody is asked; the rows go a week later, until when `undeleteOrg` undoes it.
 * REAUTH when the sign-in is older than 5 minutes.
 */
export const deleteOrg = endpoint({
  method: 'DELETE',
  path: '/api/org/delete',
  access: 'org.manage',
  input: z.object({ orgId: orgConcerned }),
  output: z.object({ id: orgId, restorableUntil: instant }),
});

/** With the code of the letter, or by a superadmin who names the organisation. The same link says the same again. */
export const undeleteOrg = endpoint({
  method: 'POST',
  path: '/api/org/undelete',
  access: 'anyone',
  input: z
    .object({ code: linkCode.optional(), orgId: orgConcerned })
    .refine((it) => (it.code === undefined) !== (it.orgId === undefined), {
      error: 'error.CODE_INVALID',
      path: ['code'],
    }),
  output: z.object({ name: z.string() }),
});

/**
 * Forgets the caller in every organisation they are in: what they wrote is emptied, what was counted stays, their account ends.
 * REAUTH when the sign-in is older than 5 minutes, LAST_ADMIN while an organisation has no other admin.
 */
export const eraseUser = endpoint({
  method: 'POST',
  path: '/api/user/erase',
  access: 'profile.write',
  input: z.object({}),
  output: z.literal(true),
});
