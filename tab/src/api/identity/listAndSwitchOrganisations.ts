import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { switchOrganisation } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { listOrgs, OrgListItem } from '#contracts/organisations/organisationCalls.ts';
import { learnRole } from './loadReaderRole.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';
import type { Api } from '../client/apiContextAndSessionHooks.ts';

/** Returns the organisations that the reader belongs to and that this session may enter. */
export const useOwnOrganisations = (): UseQueryResult<readonly OrgListItem[]> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['ownOrganisations'],
    queryFn: async ({ signal }): Promise<readonly OrgListItem[]> =>
      (await call<typeof listOrgs>({ method: 'GET', path: '/api/org/list' }, { own: 'true' }, signal)).items,
    staleTime: 300_000,
    retry: false,
  });
};

/**
 * Switches the session to another organisation of the reader. The server refuses an organisation that does not accept
 * the session's sign-in method.
 */
export const enterOrganisation = async (api: Api, orgId: string): Promise<void> => {
  const { call, session } = api;
  const entered = await call<typeof switchOrganisation>(
    { method: 'POST', path: '/api/auth/switch/{orgId}' },
    { orgId },
  );
  const refreshToken = session.refreshToken();
  if (refreshToken === null) return;
  session.refreshed({ ...entered, refreshToken });
  await learnRole(api);
};
