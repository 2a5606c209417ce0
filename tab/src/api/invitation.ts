import type { switchOrganisation } from '#contracts/account.ts';
import type { joinAsMember } from '#contracts/registration.ts';
import { learnRole } from './connect.ts';
import type { Api } from './context.ts';

/** Takes the invitation with the account that is signed in, and goes on in its organisation. Safe to be called again. */
export const joinWithAccount = async (api: Api, memberId: string, code: string): Promise<void> => {
  const { call, session } = api;
  const { orgId } = await call<typeof joinAsMember>({ method: 'POST', path: '/api/member/join' }, { memberId, code });
  const entered = await call<typeof switchOrganisation>(
    { method: 'POST', path: '/api/auth/switch/{orgId}' },
    { orgId },
  );
  const refreshToken = session.refreshToken();
  if (refreshToken === null) return;
  session.refreshed({ ...entered, refreshToken });
  await learnRole(api);
};
