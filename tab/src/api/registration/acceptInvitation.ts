import type { joinAsMember } from '#contracts/registration/memberInvitationCalls.ts';
import type { Api } from '../client/apiContextAndSessionHooks.ts';
import { enterOrganisation } from '../identity/listAndSwitchOrganisations.ts';

/**
 * Accepts the invitation with the signed-in account, then switches the session to the organisation of the invitation.
 * It is safe to repeat the call.
 */
export const acceptInvitation = async (api: Api, memberId: string, code: string): Promise<void> => {
  const { call } = api;
  const { orgId } = await call<typeof joinAsMember>({ method: 'POST', path: '/api/member/join' }, { memberId, code });
  await enterOrganisation(api, orgId);
};
