import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { memberId, orgId, teamId } from '../core/idDateAndZoneSchemas.ts';
import { linkCode } from './registrationAndPasswordResetCalls.ts';

/** Channels of an invitation: an email, or a message in the member's chat with the bot. */
export const inviteWays = ['MAIL', 'BOT'] as const;

/**
 * Sends a member of the team a link to register. If `by` is left out, the link is sent by email if an address is known,
 * otherwise by the bot.
 */
export const inviteMember = endpoint({
  method: 'POST',
  path: '/api/member/invite/{teamId}/{memberId}',
  access: 'member.manage',
  input: z.object({ teamId, memberId, by: z.enum(inviteWays, 'invalid.choice').optional() }),
  output: z.object({ id: memberId, by: z.enum(inviteWays) }),
});

/**
 * Adds the signed-in account to the organisation of the invitation. Afterwards, the call `switch` moves the session to
 * that organisation.
 */
export const joinAsMember = endpoint({
  method: 'POST',
  path: '/api/member/join',
  access: 'signedIn',
  input: z.object({ memberId, code: linkCode }),
  output: z.object({ orgId }),
});

export const knownMember = z.object({
  id: memberId,
  name: z.string(),
  email: z.string(),
  orgName: z.string(),
  /**
   * True if the invitation was sent to the address `email`. A registration with this address then needs no
   * confirmation.
   */
  isEmailProven: z.boolean(),
});
export type KnownMember = z.output<typeof knownMember>;

/** Returns a member. The caller must belong to the organisation or send the invitation's code. */
export const getMember = endpoint({
  method: 'GET',
  path: '/api/member/getMember/{id}',
  access: 'anyone',
  input: z.object({ id: memberId, code: linkCode.optional() }),
  output: knownMember,
});
