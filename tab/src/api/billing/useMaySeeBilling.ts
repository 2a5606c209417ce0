import { useSyncExternalStore } from 'react';
import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import { useSurface } from '../../ui/display/pageHostContext.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';
import { useUserDetails } from '../client/userDetailsAndOrgPauseCheck.ts';

/**
 * True if the reader may see billing: billing is enabled, the page is not inside Microsoft Teams, and the reader's role
 * may read billing. Undefined until the reader's details are loaded, unless another condition already rules billing
 * out.
 */
export const useMaySeeBilling = (): boolean | undefined => {
  const { session } = useApi();
  const isOn = useSyncExternalStore(session.subscribe, session.isBillingEnabled);
  const { host, embedded } = useSurface();
  const { data } = useUserDetails();
  if (!isOn || embedded || host === 'teams') return false;
  if (data === undefined) return undefined;
  return data.enableBilling && hasPermission('billing.read', { role: data.role, belongsToTeam: true, isOwner: false });
};
