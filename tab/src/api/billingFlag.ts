import { useSyncExternalStore } from 'react';
import { may } from '#contracts/permissions.ts';
import { useSurface } from '../ui/surface.ts';
import { useApi } from './context.ts';
import { useUserDetails } from './queries.ts';

/** Whether the reader sees billing: where bills are made, in a browser, who may read them. Undefined until that is known. */
export const useHasBilling = (): boolean | undefined => {
  const { session } = useApi();
  const isOn = useSyncExternalStore(session.subscribe, session.isBillingEnabled);
  const { host, embedded } = useSurface();
  const { data } = useUserDetails();
  if (!isOn || embedded || host === 'teams') return false;
  if (data === undefined) return undefined;
  return data.enableBilling && may('billing.read', { role: data.role, belongsToTeam: true, isOwner: false });
};
