import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { memberId, orgId, userId } from '../core/ids.ts';
import { limits } from '../core/limits.ts';
import { pageCursor } from './org.ts';
import { memberRoles } from '../core/permissions.ts';
import { text } from '../core/textField.ts';

const firstName = text({ max: limits.nameLength, required: 'profile.firstNameMissing' });
const lastName = text({ max: limits.nameLength, required: 'profile.lastNameMissing' });

/** A web account in one organisation. */
export const user = z.object({
  id: userId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(memberRoles),
  /** The member of a team this account belongs to; null without one. */
  memberId: memberId.nullable(),
  isConfirmed: z.boolean(),
  hasSecondFactor: z.boolean(),
  orgId,
  orgName: z.string(),
});
export type User = z.output<typeof user>;

/** Fields of the own profile by their public names. */
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

/** The accounts of the organisation; of a superadmin those of all, or of the one named. */
export const listUsers = endpoint({
  method: 'GET',
  path: '/api/user/list',
  access: 'user.list',
  input: z.object({ cursor: pageCursor.optional(), orgId: orgId.optional() }),
  output: z.object({ items: z.array(user), next: z.string().nullable() }),
});
/** The caller's own account; an admin may name any account of the organisation. */
export const getUser = endpoint({
  method: 'GET',
  path: '/api/user/get/{userId}',
  access: 'user.read',
  input: z.object({ userId }),
  output: user,
});
/** Takes the account out of the organisation and ends its sessions; one that is in no other organisation ends. Answers of its member stay. */
export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/user/delete/{userId}',
  access: 'member.manage',
  input: z.object({ userId }),
  output: z.object({ id: userId }),
});
/** The names of an account. Its e-mail is its owner's alone. */
export const saveUser = endpoint({
  method: 'POST',
  path: '/api/user/save',
  access: 'member.manage',
  input: z.object({ id: userId, firstName, lastName }),
  output: user,
});
/** The own profile: the fields asked for, under the names they were asked by. */
export const getProfile = endpoint({
  method: 'POST',
  path: '/api/user/profile',
  access: 'signedIn',
  bodyAs: 'fields',
  input: z.object({ fields: z.array(fieldName, 'invalid.list').max(20, 'invalid.tooMany') }),
  output: z.record(z.string(), z.string().nullable()),
});
/** The email address is read-only; an address in the input is ignored. */
export const updateProfile = endpoint({
  method: 'POST',
  path: '/api/user/profileupdate',
  access: 'profile.write',
  input: z.object({ firstName, lastName }),
  output: z.object({ id: userId, firstName: z.string(), lastName: z.string(), email: z.string() }),
});
/** Sets the role of an account, or of a member without one. With `preview` it only checks whether the change would be accepted. */
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

/** Everything of the caller as JSON files in a zip: no envelope. `token` in place of a session, for a link that a browser opens. */
export const exportUser = endpoint({
  method: 'GET',
  path: '/api/user/export',
  access: 'signedIn',
  input: z.object({ token: z.string().max(64, 'invalid.tooLong').optional() }),
  output: z.unknown(),
});
/** A token for `?token=` of the export, valid for 60 seconds and for the export only. */
export const exportToken = endpoint({
  method: 'POST',
  path: '/api/user/exporttoken',
  access: 'signedIn',
  input: z.object({}),
  output: z.object({ token: z.string() }),
});
