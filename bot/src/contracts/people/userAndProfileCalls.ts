import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { memberId, orgId, userId } from '../core/idDateAndZoneSchemas.ts';
import { limits } from '../core/limitsAndProductConstants.ts';
import { pageCursor } from '../organisations/organisationCalls.ts';
import { memberRoles } from '../core/rolesAndPermissions.ts';
import { text } from '../core/textAndEmailSchemas.ts';

const firstName = text({ max: limits.nameLength, required: 'profile.firstNameMissing' });
const lastName = text({ max: limits.nameLength, required: 'profile.lastNameMissing' });

export const user = z.object({
  id: userId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(memberRoles),
  /** Id of the member that belongs to this account; null = no member. */
  memberId: memberId.nullable(),
  isConfirmed: z.boolean(),
  hasSecondFactor: z.boolean(),
  orgId,
  orgName: z.string(),
});
export type User = z.output<typeof user>;

export const profileFields = ['id', 'firstName', 'lastName', 'email', 'Username', 'PhoneNumber', 'PhotoUrl'] as const;
export type ProfileField = (typeof profileFields)[number];

const fieldName = z
  .string('invalid.choice')
  .max(40, 'invalid.choice')
  .transform((requested, context) => {
    const field = profileFields.find((profileField) => profileField.toLowerCase() === requested.toLowerCase());
    if (field !== undefined) return { asked: requested, field };
    context.addIssue({ code: 'custom', message: 'invalid.choice' });
    return z.NEVER;
  });

/**
 * Returns the accounts of the organisation. A superadmin gets those of all organisations or, with `orgId`, of one
 * organisation.
 */
export const listUsers = endpoint({
  method: 'GET',
  path: '/api/user/list',
  access: 'user.list',
  input: z.object({ cursor: pageCursor.optional(), orgId: orgId.optional() }),
  output: z.object({ items: z.array(user), next: z.string().nullable() }),
});
/** Returns an account: callers may read their own account, and an admin every account of the organisation. */
export const getUser = endpoint({
  method: 'GET',
  path: '/api/user/get/{userId}',
  access: 'user.read',
  input: z.object({ userId }),
  output: user,
});
/**
 * Removes the account from the organisation and ends its sessions. An account that belongs to no other organisation is
 * deleted. The member's answers stay.
 */
export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/user/delete/{userId}',
  access: 'member.manage',
  input: z.object({ userId }),
  output: z.object({ id: userId }),
});
/** Changes the first and last name of an account. An admin cannot change the email address of an account. */
export const saveUser = endpoint({
  method: 'POST',
  path: '/api/user/save',
  access: 'member.manage',
  input: z.object({ id: userId, firstName, lastName }),
  output: user,
});
/** Returns the fields of the caller's own profile that the input names. */
export const getProfile = endpoint({
  method: 'POST',
  path: '/api/user/profile',
  access: 'signedIn',
  bodyAs: 'fields',
  input: z.object({ fields: z.array(fieldName, 'invalid.list').max(20, 'invalid.tooMany') }),
  output: z.record(z.string(), z.string().nullable()),
});
/** Changes the caller's own name. An email address in the input is ignored, because it cannot be changed. */
export const updateProfile = endpoint({
  method: 'POST',
  path: '/api/user/profileupdate',
  access: 'profile.write',
  input: z.object({ firstName, lastName }),
  output: z.object({ id: userId, firstName: z.string(), lastName: z.string(), email: z.string() }),
});
/**
 * Sets the role of an account, or of a member without an account. With `preview`, the call only checks whether the
 * change is allowed.
 */
export const setRole = endpoint({
  method: 'POST',
  path: '/api/user/role',
  access: 'member.manage',
  input: z
    .object({
      userId: userId.optional(),
      memberId: memberId.optional(),
      role: z.enum(memberRoles, 'invalid.choice'),
      preview: z.boolean('invalid.choice').optional(),
    })
    .refine((input) => (input.userId === undefined) !== (input.memberId === undefined), {
      error: 'invalid.id',
      path: ['userId'],
    }),
  output: z.object({ userId: userId.nullable(), memberId: memberId.nullable(), role: z.enum(memberRoles) }),
});
