import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { memberId, orgId } from '../core/idDateAndZoneSchemas.ts';

/** Returns the organisation of a member. The caller must be allowed to see the member. */
export const getOrgOfMember = endpoint({
  method: 'GET',
  path: '/api/member/GetOrg/{memberId}',
  access: 'member.read',
  input: z.object({ memberId }),
  output: z.object({ id: orgId, name: z.string(), isActive: z.boolean() }),
});
