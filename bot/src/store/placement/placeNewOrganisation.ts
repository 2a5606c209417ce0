import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Clock } from '../../domain/core/clockPort.ts';
import { hashKey } from '../../domain/core/hashesAndDerivedIds.ts';
import { minuteMs, msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { presencePrefix, shardLease } from '../kinds/operations/shardLease.ts';
import { mainAccount, organisationPlace } from './organisationPlaceKinds.ts';
import { org } from '../kinds/organisations/organisation.ts';
import { inOrg, outside } from '../recordKindsAndAccess.ts';
import { isConflict } from '../tableStorePort.ts';
import type { TableStore } from '../tableStorePort.ts';
import type { PlacesState } from './cachedOrganisationPlaces.ts';

/**
 * Relative share of new organisations by name of the storage account. A storage account without a share gets no new
 * organisations.
 */
export type AccountShares = ReadonlyMap<string, number>;

/**
 * Milliseconds from the registration of a storage account until organisations may be put into it. An instance of an
 * earlier version that was starting at the registration writes its presence row in this time.
 */
export const settlingMs = 2 * minuteMs;

/**
 * True if each running instance has the storage account in its settings. Instances of earlier versions list no storage
 * accounts, so the result is false while such an instance runs.
 */
export const isKnownEverywhere = async (main: TableStore, clock: Clock, account: string): Promise<boolean> => {
  const rows = await outside(main).list(shardLease, undefined, { from: presencePrefix, to: `${presencePrefix}~` });
  return rows.every(({ value }) => msOf(value.until) <= clock.now() || value.accounts?.includes(account) === true);
};

/**
 * Returns the storage account for a new organisation, chosen by the shares. While the shares stay the same, the same id
 * always has the same account.
 */
export const accountByShare = (shares: AccountShares, orgId: OrgId): string => {
  const total = [...shares.values()].reduce((sum, share) => sum + share, 0);
  let rest = Number.parseInt(hashKey(`place ${orgId}`).slice(0, 8), 16) % Math.max(total, 1);
  for (const [account, share] of shares) {
    if (rest < share) return account;
    rest -= share;
  }
  return mainAccount;
};

export interface NewPlaceDeps {
  readonly main: TableStore;
  readonly clock: Clock;
  readonly shares: AccountShares;
}

const usableAccount = async (
  { main, clock, shares }: NewPlaceDeps,
  { accounts }: PlacesState,
  orgId: OrgId,
): Promise<string> => {
  const account = accountByShare(shares, orgId);
  const registered = accounts.find(({ name }) => name === account);
  if (registered === undefined || clock.now() - msOf(registered.since) < settlingMs) return mainAccount;
  return (await isKnownEverywhere(main, clock, account)) ? account : mainAccount;
};

/**
 * Gives a new organisation its storage account. If several calls do this at once, one of them inserts the row and the
 * others use that row. An existing organisation stays where it is.
 */
export const placeNewOrganisation = async (deps: NewPlaceDeps, state: PlacesState, orgId: OrgId): Promise<void> => {
  if (state.accounts.length === 0) return;
  const records = outside(deps.main);
  if ((await records.get(organisationPlace, { orgId })) !== undefined) return;
  if ((await inOrg(deps.main, orgId).get(org, undefined)) !== undefined) return;
  const account = await usableAccount(deps, state, orgId);
  const version = account === mainAccount ? 0 : state.version;
  try {
    await records.insert(organisationPlace, { orgId }, { orgId, account, version });
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
};
