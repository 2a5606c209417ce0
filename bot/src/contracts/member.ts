import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { memberId, teamId } from './ids.ts';

/** A path part is text. */
const flagInPath = z.enum(['true', 'false'], 'invalid.flag').transform((value) => value === 'true');

/** `flag` is the new isEnabled. Who is disabled is not asked, owes nothing and has no access to the team; history stays. */
export const activateMember = endpoint({
  method: 'POST',
  path: '/api/member/activateMember/{teamId}/{memberId}/{flag}',
  access: 'member.manage',
  input: z.object({ teamId, memberId, flag: flagInPath }),
  output: z.object({ id: memberId, isEnabled: z.boolean() }),
});
