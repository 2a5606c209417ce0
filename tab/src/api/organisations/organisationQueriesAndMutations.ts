import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { deleteOrg } from '#contracts/dataLifecycle/deletionAndErasureCalls.ts';
import type { LinkPattern } from '#contracts/core/linkPatternFaultsAndPresets.ts';
import type { InputOf, OutputOf } from '#contracts/core/endpoint.ts';
import type {
  activateOrg,
  getOrg,
  orgAudit,
  OrganisationInfo,
  orgSettings,
  saveLinkPatterns,
  updateOrg,
} from '#contracts/organisations/organisationCalls.ts';
import { ApiError } from '../client/apiClient.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

export const useOrganisation = (): UseQueryResult<OrganisationInfo> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['organisation'],
    queryFn: ({ signal }) => call<typeof getOrg>({ method: 'GET', path: '/api/org/get' }, {}, signal),
  });
};

/**
 * Returns a function for the reply to a change: it caches the organisation's new state and reads the data that depend
 * on the state again.
 */
const useChanged = () => {
  const client = useQueryClient();
  return async (now: OrganisationInfo): Promise<void> => {
    client.setQueryData<OrganisationInfo>(['organisation'], now);
    await Promise.all(
      ['me', 'meeting', 'report', 'ownOrganisations'].map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
  };
};

/**
 * Returns the organisation's current state if the server refused a change because another admin had changed the
 * organisation first. Undefined for any other error and without an error.
 */
export const orgConflictOf = (error: unknown): OrganisationInfo | undefined =>
  error instanceof ApiError && error.code === 'ORG_CHANGED'
    ? (error.reply?.data as { readonly organisation: OrganisationInfo } | null | undefined)?.organisation
    : undefined;

/**
 * Returns the handlers of a mutation. If a refusal contains the organisation's current state, the cache stores this
 * state. After any other failure the state is read again, because the change may have succeeded and only its reply was
 * lost.
 */
const useChangedOrRefused = () => {
  const client = useQueryClient();
  return {
    onSuccess: useChanged(),
    onError: (error: unknown): void => {
      const now = orgConflictOf(error);
      if (now === undefined) void client.invalidateQueries({ queryKey: ['organisation'] });
      else client.setQueryData<OrganisationInfo>(['organisation'], now);
    },
  };
};

export type Renaming = Pick<InputOf<typeof updateOrg>, 'name' | 'previousName'>;

export const useRenameOrganisation = () => {
  const { call } = useApi();
  return useMutation({
    mutationFn: (renaming: Renaming) => call<typeof updateOrg>({ method: 'POST', path: '/api/org/update' }, renaming),
    ...useChangedOrRefused(),
  });
};

export const useSetOrganisationActive = () => {
  const { call } = useApi();
  return useMutation({
    mutationFn: (isActive: boolean) =>
      call<typeof activateOrg>({ method: 'POST', path: '/api/org/activate' }, { isActive }),
    ...useChangedOrRefused(),
  });
};

export type OrgSettings = Omit<InputOf<typeof orgSettings>, 'orgId'>;

export const useSaveOrgSettings = () => {
  const { call } = useApi();
  return useMutation({
    mutationFn: (settings: OrgSettings) =>
      call<typeof orgSettings>({ method: 'POST', path: '/api/org/settings' }, settings),
    ...useChangedOrRefused(),
  });
};

export type LinkPatternChange = Omit<InputOf<typeof saveLinkPatterns>, 'orgId' | 'linkPatterns'> & {
  readonly linkPatterns: LinkPattern[];
};

export const useSaveLinkPatterns = () => {
  const { call } = useApi();
  return useMutation({
    mutationFn: (change: LinkPatternChange) =>
      call<typeof saveLinkPatterns>({ method: 'POST', path: '/api/org/links' }, change),
    ...useChangedOrRefused(),
  });
};

export const useDeleteOrganisation = () => {
  const { call } = useApi();
  return useMutation({
    mutationFn: () => call<typeof deleteOrg>({ method: 'DELETE', path: '/api/org/delete' }, {}),
  });
};

export type Audit = OutputOf<typeof orgAudit>;

/**
 * Returns a mutation that reads the activity log of the organisation. `from` and `to` are days in UTC; both belong to
 * the range.
 */
export const useAudit = () => {
  const { call } = useApi();
  return useMutation({
    mutationFn: (range: { readonly from: string; readonly to: string }) =>
      call<typeof orgAudit>({ method: 'GET', path: '/api/org/audit' }, range),
  });
};
